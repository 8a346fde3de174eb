/** Every reference in code, tests, scripts and documents leads somewhere. */
import { expect, test } from "vitest";

import {
  anchorsIn,
  type Reference,
  referencesOf,
  targetsOfProject,
  textsOfProject,
} from "#tests/support/checks/references.ts";
import { PROVED_BY_TESTS } from "#tests/storm/hazards.ts";

/** Holds the planted references below. */
const THIS_FILE = "tests/architecture/references.test.ts";

const targets = targetsOfProject();

test("every reference in the project resolves", () => {
  const texts = textsOfProject().filter(({ file }) => file !== THIS_FILE);
  const references = texts.flatMap((text) => referencesOf(text, targets));

  // It has read the project.
  expect(texts.length).toBeGreaterThan(1_500);
  expect(references.length).toBeGreaterThan(500);
  expect(references.filter(isBroken)).toEqual([]);
});

test("the documents define requirements, decisions and hazards", () => {
  expect(targets.requirements).toContain("cart-4");
  expect(targets.decisions).toContain("0001");
  expect(targets.hazards).toContain("R-07");
});

test("every requirement has one anchor that matches its name", () => {
  const { text } = textsOfProject().find(({ file }) => file === "docs/requirements.md") ?? { text: "" };
  const rules = [...text.matchAll(/^- <a id="([\w-]+)"><\/a>\*\*([\w-]+)\*\* /gm)];
  const ids = rules.map(([, id]) => id);

  expect(rules.filter(([, id, name]) => id !== name)).toEqual([]);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toHaveLength(text.split("\n").filter((line) => line.startsWith("- ")).length);
});

test("every requirement stands in its group, in the order of the numbers", () => {
  const { text } = textsOfProject().find(({ file }) => file === "docs/requirements.md") ?? { text: "" };
  for (const section of text.split("\n## ").slice(1)) {
    const group = section.split("\n")[0] ?? "";
    const ids = [...section.matchAll(/^- <a id="([\w-]+)">/gm)].map(([, id = ""]) => id);
    const numbers = ids.map((id) => Number(/\d+$/.exec(id)?.[0]));

    expect(numbers).toEqual(numbers.toSorted((first, second) => first - second));
    expect(ids).toEqual(numbers.map((number) => `${group}-${number}`));
  }
});

test("the rows of docs/storm.md that tests prove are those that the storm runs", () => {
  const { text } = textsOfProject().find(({ file }) => file === "docs/storm.md") ?? { text: "" };
  const rows = [...text.matchAll(/^\| ([A-Z]-\d\d) \| [^|]*\(tests\)/gm)].map(([, id]) => id);

  expect(rows.sort()).toEqual(PROVED_BY_TESTS.map(({ id }) => id).sort());
});

test("every record has its number in its title and is listed under it", () => {
  const records = textsOfProject().filter(({ file }) => /^docs\/decisions\/\d{4}-/.test(file));
  const list = textsOfProject()
    .find(({ file }) => file === "docs/decisions/README.md")
    ?.text.split("\n");
  const lines = records.map(({ file, text }) => {
    const name = file.slice("docs/decisions/".length);
    const title = new RegExp(`^# ${name.slice(0, 4)}[.] (.+)`).exec(text)?.[1] ?? "without its number";
    return `- [${name.slice(0, 4)}](${name}) ${title}`;
  });

  expect(list?.filter((line) => line.startsWith("- ")).sort()).toEqual(lines.sort());
  expect(lines).toHaveLength(targets.decisions.size);
});

test.each([
  ["a requirement", "/** As it is sold (requirement cart-999). */", "cart-999"],
  ["a requirement at the end of a list", "// Requirements cart-4 and order-999", "order-999"],
  ["a requirement without a group", "(requirement nothing-1)", "nothing-1"],
  ["a decision", "(decision 9999)", "decision 9999"],
  ["a decision by an old number", "(decision 52)", "decision 52"],
  ["a decision in a list", "see decisions 0001 and 9998", "decision 9998"],
  ["a hazard", 'test("pays once (R-99)", () => {})', "R-99"],
  ["a hazard of a group that is not there", "/** S-01 */", "S-01"],
  ["a document", "// docs/nothing.md says more", "docs/nothing.md"],
  ["a record", "docs/decisions/0001-nothing.md", "docs/decisions/0001-nothing.md"],
  ["an anchor", "docs/requirements.md#cart-999", "docs/requirements.md#cart-999"],
  ["a reading", "(reading 12)", "reading 12"],
  ["readings", "Readings 8 and 9", "Readings 8"],
  ["a section of a specification", "(specification, section 9)", "specification, section 9"],
  ["a section", "amounts (section 9)", "section 9"],
  ["a number of a specification", "(specification, 4)", "specification, 4"],
  ["a file by its name", "// vite.nothing.ts leaves it out", "vite.nothing.ts"],
])("%s that does not resolve is reported in code", (_, line, text) => {
  const planted = { file: "app/planted.ts", text: `const a = 1;\n${line}\n` };

  expect(referencesOf(planted, targets).filter(isBroken)).toMatchObject([
    { file: "app/planted.ts", line: 2, text },
  ]);
});

test.each([
  ["a link", "[this](nothing.md)", "nothing.md"],
  ["a link to an anchor", "[this](requirements.md#cart-999)", "requirements.md#cart-999"],
  ["a link within the page", "[this](#nothing)", "#nothing"],
  ["a file at the root", "`vite.nothing.ts` keeps it out of the build", "vite.nothing.ts"],
  ["a file of the code", "It stands in `app/models/cart/nothing.ts`.", "app/models/cart/nothing.ts"],
])("%s that does not resolve is reported in a document", (_, line, text) => {
  const planted = { file: "docs/architecture.md", text: line };

  expect(referencesOf(planted, targets).filter(isBroken)).toMatchObject([{ text }]);
});

test.each(["`quiet-nothing`", "`use-nothing-reload.ts`"])("a decision that names %s is reported", (name) => {
  const planted = { file: "docs/decisions/0001-planted.md", text: `| what | ${name} |` };

  expect(referencesOf(planted, targets).filter(isBroken)).toMatchObject([{ text: name.replaceAll("`", "") }]);
});

test("references that resolve, and text that only looks like a reference, are accepted", () => {
  const text = [
    "(requirement cart-4), requirements cart-recovery-1, order-2 and shared-1, decisions 0001 to 0004, R-07, D-15",
    "docs/routes.md, docs/requirements.md#cart-4, [rules](requirements.md#cart-4), [here](#an-action)",
    "`app/routes.ts`, `app/models/cart/*.ts`, https://example.org/docs/nothing.md, SKU TW-R-99, (RFC 9112, section 9.3.2)",
    "# An action",
  ].join("\n");
  const own = { ...targets, isFile: () => true, anchorsOf: () => anchorsIn(`${text}\n<a id="cart-4"></a>`) };
  const references = referencesOf({ file: "docs/planted.md", text }, own);

  expect(references.filter(isBroken)).toEqual([]);
  expect(references).toHaveLength(13);
});

function isBroken({ problem }: Reference): boolean {
  return problem !== null;
}
