/** Whatever way money leaves the shop at the desk, it counts in the limit of the person who lets it go. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

type Reached = Readonly<{ text: string; uses: ReadonlyArray<string> }>;

const IMPORT = /import \{([^}]*)\} from "(#app|\.\.?)(\/[^"]*)"/g;

/** The functions of a file by "file name", each with those that it names: its neighbours and what the file imports. */
function functionsOf(file: string): ReadonlyArray<readonly [string, Reached]> {
  const text = readFileSync(file, "utf8");
  const parts = text.split(/^(?=(?:export )?(?:async )?function )/m).flatMap((part) => {
    const [, name] = /^(?:export )?(?:async )?function (\w+)/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, text: part }];
  });
  const known = new Map(parts.map(({ name }) => [name, `${file} ${name}`]));
  for (const [, names = "", root = "", path = ""] of text.matchAll(IMPORT)) {
    const from = root === "#app" ? `app${path}` : join(dirname(file), root + path);
    for (const name of names.match(/\w+/g) ?? []) known.set(name, `${from} ${name}`);
  }
  return parts.map(({ name, text: own }) => {
    const uses = (own.match(/\w+/g) ?? []).flatMap((word) => (word === name ? [] : (known.get(word) ?? [])));
    return [`${file} ${name}`, { text: own, uses }];
  });
}

const files = readdirSync("app/models", { encoding: "utf8", recursive: true });
const functions = new Map(
  files.filter((file) => file.endsWith(".server.ts")).flatMap((file) => functionsOf(`app/models/${file}`)),
);

/** The functions that say `goal`, and all that lead to one of them. */
function leadingTo(goal: RegExp): ReadonlySet<string> {
  const found = new Set([...functions].flatMap(([name, { text }]) => (goal.test(text) ? [name] : [])));
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [name, { uses }] of functions) if (uses.some((use) => found.has(use))) found.add(name);
  }
  return found;
}

/** Where a refund is written down, a credit can be spent again, and a credit is sent to a family. */
const LEAVES = /insertInto\("refunds"\)|function giveBackCredit|returnCredited\.publish/;

/** Steps of the desk that lead there and need no limit. */
const WITHOUT_LIMIT = {
  openReturnAtDesk: "only a customer's withdrawal gives back at once what was not sent",
  queryPaymentAtDesk: "what the provider answers decides, and its own message would do the same",
};

test("every step of the desk with which money leaves the shop asks for the limit of a day", () => {
  const [leaves, limited] = [leadingTo(LEAVES), leadingTo(/function withinLimit/)];
  const steps = [...leaves].filter((name) => name.startsWith("app/models/desk/"));
  const unlimited = steps.flatMap((name) => (limited.has(name) ? [] : (name.split(" ")[1] ?? [])));

  expect(unlimited.sort()).toEqual(Object.keys(WITHOUT_LIMIT).sort());
  expect(steps.map((name) => name.split(" ")[1])).toEqual(
    expect.arrayContaining(["acceptReturnAtDesk", "cancelAtDesk", "giveGoodwillAtDesk", "refundAtDesk"]),
  );
});
