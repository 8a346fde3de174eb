import { afterAll, beforeAll, expect, test } from "vitest";

import { mannWhitney, median } from "#tests/support/checks/statistics.ts";
import { type AccountStates, accountStates } from "#tests/support/people/account/account-states.ts";
import { newCustomer } from "#tests/support/people/account/account-visitor.ts";
import { type Answer, type Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

/** A difference of milliseconds shows with 200, which npm test does not need: it compares the answers. */
const PER_SIDE = Number(process.env["ENUMERATION_RUNS"] ?? 5);
/** Differ from answer to answer, whoever asks: the last answer of a connection says that it is the last. */
const CHANCE = ["date", "x-request-id", "connection", "keep-alive"];
/** An id is named by the page and by the policy's hash of the script that holds it. */
const ID = /(?:order|address)_[\w-]{22}/g;
const HASH = /'sha256-[^']+'/g;
const DOORS = [
  { page: "order", path: (id: string) => `/account/orders/${id}`, kind: "order" },
  { page: "invoice", path: (id: string) => `/account/orders/${id}/invoice`, kind: "order" },
  { page: "address", path: (id: string) => `/account/addresses/${id}`, kind: "address" },
] as const;

let shop: RunningShop;
let owner: AccountStates;
let stranger: Shopper;

beforeAll(async () => {
  shop = await startShop();
  owner = await accountStates(shop);
  stranger = await newCustomer(shop, "stranger@example.com");
});

afterAll(async () => {
  await shop.stop();
});

/** An id of that kind that the owner's pages name. */
function foreignId(kind: string): string {
  const pattern = new RegExp(`${kind}_[\\w-]{22}`);
  const id = owner.states.map(({ path }) => pattern.exec(path)?.[0]).find(Boolean);
  if (!id) throw new Error(`The owner has no ${kind}`);
  return id;
}

/** As long as a real one, and nobody's. */
function missingId(kind: string, index: number): string {
  return `${kind}_${"Z".repeat(19)}${String(index).padStart(3, "0")}`;
}

type Requested = Readonly<{ answer: Answer; milliseconds: number }>;

async function ask(path: string): Promise<Requested> {
  const startedAt = performance.now();
  const answer = await stranger.get(path);
  return { answer, milliseconds: performance.now() - startedAt };
}

/** Everything about an answer that somebody could look at. */
function looks({ answer: { status, headers, body } }: Requested): string {
  const steady = Object.entries(headers).filter(([name]) => !CHANCE.includes(name) && name !== "etag");
  return JSON.stringify({ status, steady, length: body.length })
    .replaceAll(HASH, "hash")
    .replaceAll(ID, "id");
}

test.each(DOORS)(
  "$page: another customer's and a missing one get the same response, each time",
  async (door) => {
    const [foreign, missing]: [Array<Requested>, Array<Requested>] = [[], []];
    const path = door.path(foreignId(door.kind));
    for (let index = 0; index < PER_SIDE; index += 1) {
      const askForeign = async () => foreign.push(await ask(path));
      const askMissing = async () => missing.push(await ask(door.path(missingId(door.kind, index))));
      // The two sides take turns at going first, so that nothing drifts towards one of them.
      for (const turn of index % 2 === 0 ? [askForeign, askMissing] : [askMissing, askForeign]) await turn();
    }

    const [one, other] = [foreign, missing].map((side) => side.map(({ milliseconds }) => milliseconds));
    process.stdout.write(
      `${door.path("{id}")}: median foreign ${median(one ?? []).toFixed(2)} ms, ` +
        `missing ${median(other ?? []).toFixed(2)} ms, Mann-Whitney p = ${mannWhitney(one ?? [], other ?? []).toFixed(3)}\n`,
    );
    expect(foreign[0]?.answer.status).toBe(404);
    expect(new Set([...foreign, ...missing].map(looks)).size).toBe(1);
  },
);

test("another customer's forms answer as those of a missing page, and change nothing", async () => {
  const forms = [
    { kind: "order", path: (id: string) => `/account/orders/${id}`, fields: { intent: "again" } },
    { kind: "address", path: (id: string) => `/account/addresses/${id}`, fields: { intent: "delete" } },
  ] as const;
  for (const { kind, path, fields } of forms) {
    const foreign = await stranger.post(path(foreignId(kind)), fields);
    const missing = await stranger.post(path(missingId(kind, 0)), fields);

    expect([foreign.status, missing.status], kind).toEqual([404, 404]);
    expect(foreign.body.replaceAll(ID, "id").length, kind).toBe(missing.body.replaceAll(ID, "id").length);
  }
});
