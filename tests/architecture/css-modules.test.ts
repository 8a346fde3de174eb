/** A class that a component takes from a CSS module stands in that module: the compiler does not look. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

import { textsOfProject } from "#tests/support/checks/references.ts";

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
  const components = textsOfProject().filter(({ file }) => /^app\/.*\.tsx$/.test(file));
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

/** The custom properties that `css` declares. */
function declaredIn(css: string): ReadonlyArray<string> {
  return [...css.matchAll(/(?:^|[;{\s])(--[\w-]+)\s*:/g)].map(([, name = ""]) => name);
}

/** `--bar` was a colour for the shop and a height for one module, and a rule that measured with it was void. */
test("no CSS module gives a token of the whole shop another value", () => {
  const tokens = new Set(declaredIn(readFileSync("app/styles/tokens.css", "utf8")));
  expect(tokens).toContain("--bar");
  const modules = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => join("app", file));
  expect(modules.length).toBeGreaterThan(100);
  const again = modules.flatMap((file) =>
    declaredIn(readFileSync(file, "utf8"))
      .filter((name) => tokens.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(again).toEqual([]);
});
