import { expect, test } from "vitest";

import { namedTexts, textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { lineClaimWarning } from "#app/models/desk/files/import-kinds.ts";
import { textsOfProject } from "#tests/support/checks/references.ts";

const BOTH = "An eco-friendly choice. Nothing is charged before dispatch.";

test("claims of both kinds are named, in texts and in what a file writes, and addresses are no texts", () => {
  for (const warning of [
    textClaimWarning(["A bed.", BOTH]),
    lineClaimWarning({ changes: { story: ["", BOTH] }, cells: {} }),
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
    { field: "returns.exceptions", text: "Mugs\nHats" },
    { field: "actions.label", text: "Toys" },
  ]);
});

/** What saves texts that shoppers read. */
const SAVES =
  /\b(?:saveRow|saveFields|publishPage|publishAtDesk|changeProduct|createProduct|importCatalogue|applyImport|addOption|addOptionValues|renameOptionValues|replyToReview)\b/;
const CHECKS =
  /\b(?:textClaimWarning|lineClaimWarning|claimWarnings|catalogueClaimWarning|withTextWarning)\(/;

/** Of those that another file checks for: which. */
const CHECKED_BY: Readonly<Record<string, string>> = {
  "app/routes/desk/files/import.tsx": "app/routes/desk/files/import.server.ts",
  "app/models/desk/files/product-import.server.ts": "app/routes/desk/files/import.server.ts",
  "app/routes/desk/pages/page-action.server.ts": "app/routes/desk/pages/page-view.server.ts",
  "app/routes/desk/products/edit.server.ts": "app/routes/desk/products/product.server.ts",
  "app/routes/desk/resource/resource-action.server.ts": "app/routes/desk/resource/resource-view.server.ts",
};
/** Where nothing is said: why. */
const UNCHECKED: Readonly<Record<string, string>> = {
  "app/db/seed/seed.server.ts": "the demo, of which a test of doctor says that it makes no claims",
  "app/models/desk/setting-reminders.server.ts": "values that were planned at the desk",
  "app/models/resource/save.server.ts": "it saves, for those who call it",
  "app/models/desk/review-steps.server.ts": "the desk's replies to reviews",
  "app/models/desk/products/new-product.server.ts": "a draft, whose page says it",
  "app/models/desk/products/variant-steps.server.ts": "the desk's names of options",
};

test("whoever calls what saves texts says which make claims, or is known not to", () => {
  const sources = new Map(textsOfProject().map(({ file, text }) => [file, text]));
  const saving = [...sources].flatMap(([file, text]) => {
    const calls = text.replaceAll(/\bfunction \w+/g, "");
    return /^(?:app|scripts)\/.*\.tsx?$/.test(file) && SAVES.test(calls) ? [file] : [];
  });
  const isChecked = (file: string) => CHECKS.test(sources.get(CHECKED_BY[file] ?? file) ?? "");

  expect(saving.length).toBeGreaterThan(12);
  expect(saving.filter((file) => !isChecked(file)).sort()).toEqual(Object.keys(UNCHECKED).sort());
  expect(Object.keys(CHECKED_BY).filter((file) => !saving.includes(file))).toEqual([]);
});

test("the warning about the environment is given with that about charges alone", () => {
  const using = textsOfProject().filter(
    ({ file, text }) => /^(?:app|scripts)\//.test(file) && /\benvironmentalClaimWarning\(/.test(text),
  );
  expect(using.map(({ file }) => file).sort()).toEqual([
    "app/models/catalogue/environmental-claims.ts",
    "app/models/catalogue/text-claims.ts",
  ]);
});
