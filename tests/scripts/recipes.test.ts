/** Follows docs/recipes.md to the letter in a copy of the shop: what it writes has no type errors, and its checks pass. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeScratchCopy, type ScratchCopy } from "#scripts/mutate/scratch-copy.ts";
import { changed, follow, recipesIn } from "#tests/support/checks/recipes.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const RECIPES = recipesIn(readFileSync("docs/recipes.md", "utf8"));
const TESTS = "npx vitest run ";
/** They start other processes, which take their time on a busy machine. */
const PATIENCE = { timeout: 300_000 };
/** What this run tells its own tests is not for those of the copy. */
const OF_THIS_RUN = Object.keys(process.env).filter((name) => /^(?:VITEST|TEST_PART|TEST_ENGINE)/.test(name));

const dataDir = newFolder();
let copy: ScratchCopy;

beforeAll(() => {
  copy = makeScratchCopy(process.cwd());
  for (const recipe of RECIPES) follow(recipe, copy.root);
}, PATIENCE.timeout);

afterAll(() => copy.remove());

/** In a shell, in the copy. */
function run(command: string): Readonly<{ status: number | null; output: string }> {
  const without = Object.fromEntries(OF_THIS_RUN.map((name) => [name, undefined]));
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: copy.root,
    env: { ...process.env, ...without, DATA_DIR: dataDir, CI: "true" },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test("there is a recipe for what is added most often, each with a check", () => {
  expect(RECIPES.map(({ title }) => title)).toEqual([
    ...["A table", "A resource", "A field of a resource", "A field of a product"],
    ...["A page", "A command", "An adapter"],
  ]);
  expect(RECIPES.filter(({ blocks, checks }) => blocks.length === 0 || checks.length === 0)).toEqual([]);
});

test("what the recipes write has no type errors", PATIENCE, () => {
  const touched = new Set(RECIPES.flatMap(({ blocks }) => blocks.map(({ file }) => join(copy.root, file))));
  const { config } = ts.readConfigFile(join(copy.root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy.root);
  const program = ts.createProgram([...touched], options);
  const errors = [...touched].flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ({ file, messageText })),
  );
  expect(errors).toEqual([]);
});

/** All tests in one run, which takes a third of the time. */
test("the tests that the recipes name pass", PATIENCE, () => {
  const words = RECIPES.flatMap(({ checks }) => checks.filter((check) => check.startsWith(TESTS))).join(" ");
  const files = new Set(words.match(/tests\/\S+/g));
  const projects = new Set(words.match(/--project \S+/g));

  const { status, output } = run([TESTS, ...projects, ...files].join(" "));

  expect(status, output).toBe(0);
  for (const file of files) expect(output).toContain(file);
});

test("the commands that the recipes name do what they are for", PATIENCE, () => {
  expect(run("npm run shop -- import-catalogue content/catalogue").status).toBe(0);
  const commands = RECIPES.flatMap(({ checks }) => checks.filter((check) => !check.startsWith(TESTS)));
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const { status, output } = run(command);
    expect(status, `${command}\n${output}`).toBe(0);
  }
});

test("a change of what is not there, or there twice, is refused", () => {
  expect(changed("one\ntwo\n", " one\n+and\n", "wrong")).toBe("one\nand\ntwo\n");
  expect(changed("one\ntwo\n", "-one\n+three\n two\n", "wrong")).toBe("three\ntwo\n");
  expect(() => changed("one\ntwo\n", " three\n+and\n", "wrong")).toThrow("wrong");
  expect(() => changed("one\none\n", " one\n+and\n", "wrong")).toThrow("wrong");
});
