/** The verbs of a command: what is read, what is said of a wrong call, and the help. */
import { expect, test } from "vitest";
import { z } from "zod";

import type { Outcome } from "#scripts/shop/command.ts";
import {
  choiceSchema,
  countSchema,
  flagSchema,
  idSchema,
  limitOf,
  readCall,
  filledSchema,
  verb,
  verbsCommand,
} from "#scripts/shop/verbs.ts";

const outcome = async (data: object): Promise<Outcome> => ({ isDone: true, words: "", data });

const VERBS = {
  list: verb({
    about: "what there is",
    words: { group: z.string().optional() },
    options: {
      state: choiceSchema(["new", "old"]).default("new"),
      limit: limitOf(50, 100),
      all: flagSchema("old ones too"),
    },
    check: ({ all, state }) => (all && state === "old" ? "Use --all or --state." : null),
    run: outcome,
  }),
  close: verb({ about: "close them", words: { id: z.array(idSchema()).min(1, "Name one") }, run: outcome }),
  "parts add": verb({
    about: "add a part",
    words: { name: filledSchema().describe("what it is called") },
    options: { saleFrom: z.string() },
    run: outcome,
  }),
};

/** What is run with, or what is wrong. */
async function read(...args: ReadonlyArray<string>): Promise<unknown> {
  const call = readCall({ verbs: VERBS, usual: "close" }, args);
  return typeof call === "string" ? call : { ...((await call.run()).data as object), isJson: call.isJson };
}

test("words, options and flags are read by their schemas", async () => {
  const usual = { state: "new", limit: 50, all: false, isJson: false };

  expect(await read("list")).toEqual(usual);
  expect(await read("list", "toys", "--all", "--limit", "7", "--json")).toEqual({
    ...{ ...usual, group: "toys" },
    ...{ all: true, limit: 7, isJson: true },
  });
  expect(await read("close", "3", "4")).toEqual({ id: [3, 4], isJson: false });
  expect(await read("parts", "add", " Wheel ", "--sale-from", "")).toMatchObject({
    name: "Wheel",
    saleFrom: "",
  });
});

test("options may stand before the verb", async () => {
  expect(await read("--json", "list", "toys")).toMatchObject({ group: "toys", isJson: true });
  expect(await read("--state", "old", "list")).toMatchObject({ state: "old" });
  expect(await read("--sale-from", "x", "parts", "add", "Wheel")).toMatchObject({
    name: "Wheel",
    saleFrom: "x",
  });
  expect(await read("--json", "3")).toEqual({ id: [3], isJson: true });
});

test("the usual verb may be left out", async () => {
  expect(await read("3")).toEqual({ id: [3], isJson: false });
});

test.each([
  [["list", "a", "b"], "“b” is one word too many."],
  [["list", "--state", "odd"], "--state: Use new or old."],
  [["list", "--limit", "101"], "--limit: Use a whole number from 1 to 100."],
  [["list", "--all", "--state", "old"], "Use --all or --state."],
  [["close"], "<id>: Name one."],
  [["close", "3", "07"], "<id>: Use a whole number from 1 to 2147483647."],
  [["parts", "add", "", "--sale-from", "x"], "<name>: Write something."],
  [["parts", "add", "Wheel"], "--sale-from: Required."],
])("%j is wrong: %s", async (args, problem) => {
  expect(await read(...args)).toBe(problem);
});

test("options of another verb are refused", async () => {
  expect(await read("close", "3", "--all")).toMatch(/^Unknown option '--all'/);
});

test("a verb that is missing or unknown is named", () => {
  expect(readCall({ verbs: VERBS }, [])).toBe("Say what to do.");
  expect(readCall({ verbs: VERBS }, ["lost"])).toBe("There is no “lost”.");
});

test("a count has no sign, no fraction and no leading zero", () => {
  const isCount = (text: string) => countSchema(500).safeParse(text).success;

  expect(["1", "500"].map(isCount)).toEqual([true, true]);
  for (const text of ["501", "0", "-1", "1e2", "", "07"]) expect(isCount(text), text).toBe(false);
});

test("the help has the usage and the descriptions, each once", async () => {
  const command = verbsCommand({
    ...{ name: "things", summary: "list things", about: "First.\nSecond.", verbs: VERBS },
    exitCodes: "Exit codes: 0 fine.",
  });

  expect(await command.help())
    .toBe(`Usage: npm run shop -- things list [<group>] [--state <state>] [--limit <limit>] [--all] [--json]
       npm run shop -- things close <id> … [--json]
       npm run shop -- things parts add <name> --sale-from <from> [--json]

First.
Second.

  list       what there is
    --state  new or old
    --limit  show at most this many, default 50
    --all    old ones too
  close      close them
  parts add  add a part
    <name>   what it is called
  --json     print the result as JSON
  --help     this text

Exit codes: 0 fine.`);
});

test("a command without verbs has what is said of it in place of rows", async () => {
  const verbs = { "": verb({ about: "Takes a folder.", words: { folder: z.string() }, run: outcome }) };

  expect(await verbsCommand({ name: "pack", summary: "pack", verbs }).help()).toMatch(
    /^Usage: npm run shop -- pack <folder> \[--json\]\n\nTakes a folder\.\n\n {2}--json/,
  );
});
