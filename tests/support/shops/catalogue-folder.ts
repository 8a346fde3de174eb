/** A copy of the demo catalogue that a test may spoil. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const DEMO_IMAGERY = resolve("content/imagery");

type Json = Record<string, unknown>;

/** Copies the demo catalogue, or another, and answers with its folder. */
export function copyDemoCatalogue(source = "content/catalogue"): string {
  const folder = join(mkdtempSync(join(tmpdir(), "shop-catalogue-")), "catalogue");
  cpSync(resolve(source), folder, { recursive: true });
  return folder;
}

/** Rewrites `file` in `folder` with what `change` makes of it. */
export function changeFile<Content = Array<Json>>(
  folder: string,
  file: string,
  change: (content: Content) => Content | object,
): void {
  const path = join(folder, file);
  const content = JSON.parse(readFileSync(path, "utf8")) as Content;
  writeFileSync(path, JSON.stringify(change(content)));
}

/** Changes the row of `file` whose slug, path, code or id is `name`. */
export function changeRow(
  folder: string,
  [file, name]: readonly [string, string | number],
  change: Json,
): void {
  changeFile(folder, file, (rows) =>
    rows.map((row) =>
      [row["path"] ?? row["slug"], row["code"], row["id"]].includes(name) ? { ...row, ...change } : row,
    ),
  );
}
