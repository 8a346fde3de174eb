/** What the compiler does not look at: components take classes that a sheet has, and sheets have classes that components take. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

import { textsOfProject } from "#tests/support/checks/references.ts";

const CODE = textsOfProject().filter(({ file }) => /^app\/.*\.tsx?$/.test(file));
const IMPORT = /import (\w+) from "([^"]+\.module\.css)"/g;
/** Set in the page as a hook for other styles, or for tests; no rule of its own. */
const WITHOUT_RULE = new Set(["split", "filters"]);

function missingClasses(text: string, cssOf: (path: string) => string): ReadonlyArray<string> {
  return [...text.matchAll(IMPORT)].flatMap(([, name = "", path = ""]) => {
    const css = cssOf(path);
    const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map(([, key = ""]) => key);
    return [...new Set(used)].filter(
      (key) => key !== "module" && !WITHOUT_RULE.has(key) && !new RegExp(`\\.${key}\\b`).test(css),
    );
  });
}

test("every class of a component is in its CSS module", () => {
  const components = CODE.filter(({ file }) => file.endsWith(".tsx"));
  expect(components.length).toBeGreaterThan(150);
  const missing = components.flatMap(({ file, text }) => {
    const cssOf = (path: string) =>
      readFileSync(path.startsWith("#") ? path.slice(1) : join(dirname(file), path), "utf8");
    return missingClasses(text, cssOf).map((key) => `${file}: ${key}`);
  });
  expect(missing).toEqual([]);
});

test("a class that is missing from its module is reported", () => {
  const text = 'import styles from "./a.module.css"; styles.image; styles.row;';
  expect(missingClasses(text, () => ".row { color: red }")).toEqual(["image"]);
});

const SHEETS = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => join("app", file));

/** The classes that `css` has a rule for, without those of the whole shop. */
function classesIn(css: string): ReadonlyArray<string> {
  const selectors = css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/:global\([^)]*\)/g, "");
  return [...new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name))];
}

/** By path of a sheet: the text that imports it, and the name that it has there. */
function importersOf(sheet: string): ReadonlyArray<Readonly<{ text: string; name: string }>> {
  return CODE.flatMap(({ file, text }) =>
    [...text.matchAll(/import (?:(\w+) from )?"([^"]+\.css)(?:\?url)?"/g)]
      .filter(
        ([, , path = ""]) => sheet === (path.startsWith("#") ? path.slice(1) : join(dirname(file), path)),
      )
      .map(([, name = ""]) => ({ text, name })),
  );
}

/** The steps of an image into the ruler of ages stood in a sheet that nobody imported. */
test("every style sheet is imported, and every class of a CSS module used", () => {
  expect(SHEETS.length).toBeGreaterThan(100);
  const idle = SHEETS.flatMap((sheet) => {
    const importers = importersOf(sheet);
    if (importers.length === 0) return [sheet];
    if (!sheet.endsWith(".module.css")) return [];
    return classesIn(readFileSync(sheet, "utf8"))
      .filter((key) => !importers.some(({ text, name }) => isUsed(text, { name, key })))
      .map((key) => `${sheet}: ${key}`);
  });
  expect(idle).toEqual([]);
});

function isUsed(text: string, { name, key }: Readonly<{ name: string; key: string }>): boolean {
  return new RegExp(`\\b${name}(?:\\.${key}\\b|\\[)`).test(text);
}

test("a class that no component takes is reported", () => {
  expect(classesIn("@layer base { .row > .image { width: 0.5rem } :global(.lead) { color: red } }")).toEqual([
    "row",
    "image",
  ]);
  expect(isUsed("styles.row", { name: "styles", key: "row" })).toBe(true);
  expect(isUsed("styles.rows", { name: "styles", key: "row" })).toBe(false);
});

test("every class of the whole shop is used", () => {
  const idle = ["base", "primitives", "kit"]
    .map((sheet) => `app/styles/${sheet}.css`)
    .flatMap((sheet) => classesIn(readFileSync(sheet, "utf8")))
    .filter((key) => !CODE.some(({ text }) => new RegExp(`(?<![\\w-])${key}(?![\\w-])`).test(text)));
  expect(idle).toEqual([]);
});

/** The custom properties that `css` declares. */
function declaredIn(css: string): ReadonlyArray<string> {
  return [...css.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:/g)].map(([, name = ""]) => name);
}

/** `--bar` was a colour for the shop and a height for one module, and a rule that measured with it was void. */
test("no CSS module gives a token of the whole shop another value", () => {
  const tokens = new Set(declaredIn(readFileSync("app/styles/tokens.css", "utf8")));
  expect(tokens).toContain("--bar");
  const modules = SHEETS.filter((file) => file.endsWith(".module.css"));
  expect(modules.length).toBeGreaterThan(80);
  const again = modules.flatMap((file) =>
    declaredIn(readFileSync(file, "utf8"))
      .filter((name) => tokens.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(again).toEqual([]);
});

/** Of the classes that `code` writes out, those that none of `sheets` has a rule for. */
function classesWithoutRule(code: string, sheets: string): ReadonlyArray<string> {
  const written = [...code.matchAll(/className="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" "));
  const known = new Set([...sheets.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name));
  return [...new Set(written)].filter((name) => name !== "" && !known.has(name) && !WITHOUT_RULE.has(name));
}

test("every class that a component writes out has a rule in a sheet of the whole shop", () => {
  const whole = SHEETS.filter((sheet) => !sheet.endsWith(".module.css")).map((sheet) =>
    readFileSync(sheet, "utf8"),
  );
  const missing = CODE.flatMap(({ file, text }) =>
    classesWithoutRule(text, whole.join("\n")).map((name) => `${file}: ${name}`),
  );

  expect(missing).toEqual([]);
  expect(classesWithoutRule('<p className="lead gone" />', ".lead { color: red }")).toEqual(["gone"]);
});
