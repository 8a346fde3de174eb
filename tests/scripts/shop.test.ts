import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { changeRow, copyDemoCatalogue, DEMO_IMAGERY } from "#tests/support/catalogue-folder.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "shop-command-"));

/** Runs `npm run shop -- …args` as an operator would, on a data folder of its own. */
function shop(...args: ReadonlyArray<string>) {
  const env = { ...process.env, DATA_DIR, NODE_ENV: "production" as const };
  const ran = spawnSync(process.execPath, ["--import", "tsx", "scripts/shop.ts", ...args], {
    env,
    encoding: "utf8",
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe("the operator's commands", () => {
  it("are listed, and each explains itself", () => {
    expect(shop("--help")).toMatchObject({ code: 0, out: expect.stringContaining("import-catalogue") });
    expect(shop("import-catalogue", "--help")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Exit codes"),
    });
  });

  it("called wrongly say how", () => {
    expect(shop()).toMatchObject({ code: 2 });
    expect(shop("import")).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no command import"),
    });
    expect(shop("import-catalogue")).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
    expect(shop("import-catalogue", "a", "b")).toMatchObject({ code: 2 });
    expect(shop("import-catalogue", "a", "--force")).toMatchObject({ code: 2 });
  });

  it("import a catalogue, and a second time nothing", () => {
    const first = shop("import-catalogue", "content/catalogue");
    const second = shop("import-catalogue", "content/catalogue");

    expect(first).toMatchObject({
      code: 0,
      out: expect.stringContaining("66 products, 124 variants, 174 pictures"),
    });
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining("nothing had changed") });
  });

  it("refuse a catalogue with a mistake, naming file, row and field", () => {
    const folder = copyDemoCatalogue();
    changeRow(folder, ["products.json", "landscape-puzzle"], { price: -5 });

    const refused = shop("import-catalogue", folder, "--imagery", DEMO_IMAGERY);

    expect(refused.code).toBe(1);
    expect(refused.err).toContain("products.json row 22 (landscape-puzzle): price: must not be below 0");
    expect(refused.err).toContain("Nothing was imported: 1 problem.");
  });
});
