/** The mutants of a source text, and what is found out about the tests that reach them. */
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { seededRandom } from "#scripts/seeded-random.ts";
import { drawMutants, drawnFile } from "#scripts/mutate/choose-mutants.ts";
import { spotsOf, withMarks } from "#scripts/mutate/marks.ts";
import { mutated } from "#scripts/mutate/mutant.ts";
import { isRunnable, mutantsOf } from "#scripts/mutate/mutant-maker.ts";
import { comparisonOf } from "#scripts/mutate/report.ts";
import { nearestFirst } from "#scripts/mutate/run-mutants.ts";
import { SourceTree } from "#scripts/mutate/source-tree.ts";

const FILE = "app/models/cart/planted.ts";

/** Each mutant as its kind and the text of the file with it. */
function changesOf(text: string): ReadonlyArray<string> {
  return mutantsOf(FILE, text).map((mutant) => `${mutant.kind}: ${mutated(text, mutant) ?? "misplaced"}`);
}

test.each([
  ["a < b;", ["statement: ;", "relation: a <= b;"]],
  ["x = a === b;", ["statement: ;", "relation: x = a !== b;"]],
  ["const x = a * b;", ["arithmetic: const x = a / b;"]],
  ['const x = a + "s";', []],
  ["const x = a && b;", ["logic: const x = a || b;"]],
  ["const x = a ?? b;", ["without fallback: const x = (a);", "fallback alone: const x = (b);"]],
  ["const x = !a ? b : c;", ["condition: const x = a ? b : c;"]],
  ["const x = a ? b : c;", ["condition: const x = !(a) ? b : c;"]],
  ["const x = true;", ["boolean: const x = false;"]],
  ["const x = [0, 1_000];", ["number: const x = [1, 1_000];", "number: const x = [0, 1001];"]],
  ["const x = { 404: a };", []],
  ["await a();", ["statement: ;", "await: void a();"]],
  ["const x = await a();", []],
  [
    "const f = () => { if (a) return; b(); };",
    [
      "condition: const f = () => { if (!(a)) return; b(); };",
      "guard: const f = () => { ; b(); };",
      "statement: const f = () => { if (a) return; ; };",
    ],
  ],
  ["const f = () => { if (a === b) return; };", ["relation: const f = () => { if (a !== b) return; };"]],
  ["const x = a.filter(b);", ["filter: const x = a;"]],
  ["const x = a.some(b);", ["method: const x = a.every(b);"]],
  ["const x = a.toSorted(b);", ["order: const x = a.toSorted(b).reverse();"]],
  ['const x = a.orderBy("b", "desc");', ['order: const x = a.orderBy("b", "asc");']],
  ['const x = a.orderBy("b");', ['order: const x = a.orderBy("b", "desc");']],
  ["const x = Math.min(a, b);", ["bound: const x = Math.max(a, b);"]],
  ["const x = z.min(a);", []],
  ['logger.warn("a");', []],
  ["type X = 1 | true;", []],
])("the mutants of %s", (text, expected) => {
  expect(changesOf(text)).toEqual(expected);
});

test("a mutant is named by its file, its place and its kind", () => {
  const [mutant] = mutantsOf(FILE, "\nconst x = a < b;");

  expect(mutant?.id).toBe(`${FILE}:2:13 relation`);
});

test.each([
  ["const x = a + b;", "const x = a - b;", true],
  ["const x = a + b;", "const x = a - ;", false],
  ["const x = a as 1;", "const x = a as 2;", false],
])("whether %s can become %s", (before, after, expected) => {
  expect(isRunnable(before, after, FILE)).toBe(expected);
});

test("the same seed draws the same mutants, three of a file at most, and another seed draws others", () => {
  const text = Array.from({ length: 20 }, (_, index) => `export const x${index} = a < b && c;`).join("\n");
  const draw = (seed: number) => {
    const files = ["app/a.ts", "app/b.ts", "app/c.ts"].map((file) => drawnFile(file, text));
    return drawMutants(files, 20, seededRandom(seed, 0)).map(({ id }) => id);
  };

  expect(draw(1)).toEqual(draw(1));
  expect(new Set(draw(1)).size).toBe(9);
  expect(draw(2)).not.toEqual(draw(1));
});

test("a text with marks does what it did, and each part that runs says so", () => {
  const text =
    "const f = (n) => { if (n > 1) return n > 2 ? 'c' : 'b'; return n && 'a'; };\nresult = [f(3), f(0)];";
  const spots = spotsOf(FILE, text);
  const reached = new Set<number>();
  const context = { __mutateMark: (mark: number) => reached.add(mark), result: null };
  runInNewContext(withMarks(text, spots, 10), context);

  expect(context.result).toEqual(["c", 0]);
  expect(spots.map(({ start, end }) => text.slice(start, end))).toEqual([
    "{ if (n > 1) return n > 2 ? 'c' : 'b'; return n && 'a'; }",
    "return n > 2 ? 'c' : 'b';",
    "'c'",
    "'b'",
    "'a'",
  ]);
  expect([...reached]).toEqual([10, 11, 12]);
});

test("a constant takes effect where it is read, in other files too", () => {
  const text = "const BASE = 1;\nexport const MAX = BASE + 1;\nstart();";
  const reader = 'import { MAX as most } from "./planted.ts";\nexport const f = () => most;';
  const other = "app/models/cart/other.ts";
  const tree = new SourceTree(
    new Map([
      [FILE, text],
      [other, reader],
    ]),
  );

  expect(tree.readers({ file: FILE, position: text.indexOf("1") })).toEqual([
    { file: other, position: reader.lastIndexOf("most"), isInFunction: true },
  ]);
  expect(tree.readers({ file: FILE, position: text.indexOf("start") })).toBeNull();
  expect([...tree.allImporters(FILE)]).toEqual([FILE, other]);
});

test("a comparison counts what an earlier run killed, and names what survives now", () => {
  const outcome = (id: string, status: "killed" | "timed out" | "survived") => {
    return { id, status, killer: status === "killed" ? "a test" : null, seconds: 1, testFiles: 1 };
  };
  const run = (...outcomes: ReadonlyArray<ReturnType<typeof outcome>>) => {
    return { seed: 1, mutants: [], outcomes: [...outcomes] };
  };
  const earlier = run(outcome("a", "killed"), outcome("b", "timed out"), outcome("c", "survived"));

  expect(
    comparisonOf(earlier, run(outcome("a", "survived"), outcome("b", "killed"), outcome("c", "killed"))),
  ).toBe("Of 2 that the earlier run killed, 1 were killed (50.0 %).\nlost: a, killed before by a test");
});

test("projects with tests of the same noun come first, and in each these tests, by how much of the file they reach", () => {
  const tests = [
    { file: "tests/models/order/order.test.ts", project: "unit", milliseconds: 1, focus: 9 },
    { file: "tests/components/scripts/cart.test.ts", project: "own-modules", milliseconds: 1, focus: 9 },
    { file: "tests/routes/cart.db.test.ts", project: "sqlite", milliseconds: 1, focus: 1 },
    { file: "tests/models/cart/cart.db.test.ts", project: "sqlite", milliseconds: 1, focus: 1 },
    { file: "tests/models/cart/totals.test.ts", project: "unit", milliseconds: 9, focus: 3 },
    { file: "tests/models/cart/tax.test.ts", project: "unit", milliseconds: 2, focus: 3 },
    { file: "tests/models/cart/merge.test.ts", project: "unit", milliseconds: 9, focus: 5 },
    { file: "tests/models/cart/planted.test.ts", project: "unit", milliseconds: 20, focus: 1 },
  ];

  expect(nearestFirst(tests, FILE).map(({ file }) => file)).toEqual([
    "tests/models/cart/planted.test.ts",
    "tests/models/cart/merge.test.ts",
    "tests/models/cart/tax.test.ts",
    "tests/models/cart/totals.test.ts",
    "tests/models/order/order.test.ts",
    "tests/models/cart/cart.db.test.ts",
    "tests/routes/cart.db.test.ts",
    "tests/components/scripts/cart.test.ts",
  ]);
});
