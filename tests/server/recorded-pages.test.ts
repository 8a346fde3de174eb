/**
 * The guard of large changes: what every page of a busy shop says to each kind of visitor without scripts, and the
 * tables. Before a change, `RECORD_TO=pages.json` stores it; after it, `COMPARE_WITH=pages.json` names what differs.
 */
import { readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { SAMPLES } from "#tests/support/people/page-addresses.ts";
import { type Walk, walkPages } from "#tests/support/people/recorded-pages.ts";
import { deskRoutes } from "#tests/support/people/desk/desk-routes.ts";
import { fillShop, type Viewer } from "#tests/support/shops/busy-shop.ts";
import type { OpenShop } from "#tests/support/shops/server.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { shopForTest } from "#tests/support/shops/use-shop.ts";

type Records = Readonly<Record<string, string>>;

const SHOP_STARTS = Object.values(SAMPLES)
  .flat()
  .map(({ at }) => at)
  // What `/health` says is of this process and this moment.
  .filter((at) => !at.includes("{") && at !== "/health");
const DESK_STARTS = deskRoutes()
  .map(({ path }) => path)
  .filter((path) => !/[:*]/.test(path));
const AT_DESK: Walk = { starts: DESK_STARTS, below: "/desk" };
const VIEWERS: ReadonlyArray<readonly [Viewer, Walk]> = [
  ["guest", { starts: SHOP_STARTS }],
  ["customer", { starts: ["/account", ...SHOP_STARTS] }],
  ["owner", AT_DESK],
  ["packer", AT_DESK],
  ["editor", AT_DESK],
  ["reader", AT_DESK],
];

type Filled = Readonly<{ shop: OpenShop; viewers: Awaited<ReturnType<typeof fillShop>> }>;

async function filledShop(): Promise<Filled> {
  const shop = await shopForTest({});
  return { shop, viewers: await fillShop(shop) };
}

/** Each page of all shops at the same time, so that none has another hour on it. */
async function recordShops(shops: ReadonlyArray<Filled>): Promise<ReadonlyArray<Records>> {
  const records = shops.map(({ shop }) => new Map([["schema", schemaOf(shop)]]));
  for (const [viewer, walk] of VIEWERS) {
    const walks = shops.map(({ viewers }) => walkPages(viewers[viewer], walk));
    for (let isOver = false; !isOver;) {
      const steps = await Promise.all(walks.map((pages) => pages.next()));
      for (const [place, { value }] of steps.entries())
        if (value) records[place]?.set(`${viewer} ${value[0]}`, value[1]);
      isOver = steps.every(({ done }) => done);
    }
  }
  return records.map((record) => Object.fromEntries(record));
}

function schemaOf(shop: OpenShop): string {
  const statements = withDatabase(shop, (database) =>
    database.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name").pluck().all(),
  );
  return statements.join(";\n");
}

/** Address and first line that differs, for each page that does. */
function differences(before: Records, after: Records): ReadonlyArray<string> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (old === now) return [];
    if (old === undefined) return [`${name}: new`];
    if (now === undefined) return [`${name}: gone`];
    const [oldLines, nowLines] = [old.split("\n"), now.split("\n")];
    const at = oldLines.findIndex((line, index) => line !== nowLines[index]);
    return [`${name}:${at + 1}\n- ${oldLines[at] ?? ""}\n+ ${nowLines[at] ?? ""}`];
  });
}

/**
 * Sentences that strangers had to read twice, and their kind: one of many, a count of nothing, a thing described instead
 * of named, a note to the owner, and an address that acts.
 */
const READ_TWICE =
  /\b1 (?:items|gifts|products|results|orders|reviews|people|places|parcels|returns|lists|addresses|days|months|years|hours|minutes)\b|\b0 (?:items|gifts|results)\b|\bkinds? of gifts?\b|, \d+ in all\b|\bthe account of\b|\bmust it\b|\bcomes nearest\b|\bTake off the list\b|\bYour words are\b|\bown adviser\b|\binvented shop\b|\bImported into [\w ]+ by \d/i;

/** Address and the sentence, of each page that shoppers see. */
function readTwice(records: Records): ReadonlyArray<string> {
  return Object.entries(records).flatMap(([name, html]) => {
    if (!/^(?:guest|customer) /.test(name)) return [];
    const text = html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
    const at = text.search(READ_TWICE);
    return at === -1 ? [] : [`${name}: ${text.slice(Math.max(at - 40, 0), at + 60)}`];
  });
}

test.each(["1 items", "1 kind of gift, 1 in all", "The owner of the account of g", "What must it go into?"])(
  "the sentence %s is found",
  (text) => expect(readTwice({ "guest /": `<p>${text}</p>` })).toHaveLength(1),
);

test("two shops that are filled alike say the same on every page, and the same as before", async () => {
  const { RECORD_TO, COMPARE_WITH } = process.env;
  const shops = await Promise.all([filledShop(), ...(COMPARE_WITH ? [] : [filledShop()])]);
  const [records = {}, second = {}] = await recordShops(shops);
  if (RECORD_TO) writeFileSync(RECORD_TO, JSON.stringify(records, null, 1));
  const before = COMPARE_WITH ? (JSON.parse(readFileSync(COMPARE_WITH, "utf8")) as Records) : second;

  expect(Object.keys(records).length).toBeGreaterThan(500);
  expect(readTwice(records)).toEqual([]);
  expect(differences(before, records)).toEqual([]);
}, 1_200_000);
