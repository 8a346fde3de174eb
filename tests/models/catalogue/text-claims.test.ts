import { expect, test } from "vitest";

import { namedTexts, textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { lineClaimWarning } from "#app/models/desk/files/import-kinds.ts";
import { textsOfProject } from "#tests/support/checks/references.ts";

const BOTH = "An eco-friendly choice. Nothing is charged before dispatch.";

test("claims of both kinds are named, in texts and in what a file writes, and addresses are no texts", () => {
  for (const warning of [
    textClaimWarning(["A bed.", BOTH]),
    lineClaimWarning({ changes: { story: ["", BOTH] } }),
  ]) {
    expect(warning).toContain("“eco-friendly”");
    expect(warning).toContain("“Nothing is charged before dispatch.”");
  }
  expect(textClaimWarning(["A bed.", "/eco-toys"])).toBeNull();
});

test("texts are named by their fields, and names of things, addresses and files are no texts", () => {
  const value = {
    slug: "eco-toys",
    image: "brands/eco-friendly.jpg",
    returns: { exceptions: ["Mugs", "Hats"], href: "https://eco.example/eco-toys" },
    actions: [{ label: "Toys", to: "/eco-toys" }],
    none: null,
    count: 4,
  };

  expect(namedTexts(value)).toEqual([
    { field: "returns.exceptions", text: "Mugs" },
    { field: "returns.exceptions", text: "Hats" },
    { field: "actions.label", text: "Toys" },
  ]);
});

test("wherever texts are saved, by the desk, a command or a file, they pass through this check", () => {
  const sources = textsOfProject().filter(({ file }) => /^(?:app|scripts)\/.*\.ts$/.test(file));
  const using = (name: RegExp) => sources.flatMap(({ file, text }) => (name.test(text) ? [file] : []));

  expect(using(/\b(?:textClaimWarning|lineClaimWarning|withTextWarning)\(/).sort()).toEqual([
    "app/models/catalogue/text-claims.ts",
    "app/models/desk/files/import-kinds.ts",
    "app/routes/desk/files/import.server.ts",
    "app/routes/desk/pages/page-view.server.ts",
    "app/routes/desk/products/product.server.ts",
    "app/routes/desk/resource/resource-view.server.ts",
    ...["command", "import-file", "pages", "products", "resource-command", "settings"].map(
      (name) => `scripts/shop/${name}.ts`,
    ),
  ]);
  expect(using(/\benvironmentalClaimWarning\(/)).toEqual([
    "app/models/catalogue/environmental-claims.ts",
    "app/models/catalogue/text-claims.ts",
  ]);
});
