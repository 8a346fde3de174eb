import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { mannWhitney, median } from "#tests/support/checks/statistics.ts";
import { PASSWORD } from "#tests/support/people/account/account-visitor.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

/** A difference of milliseconds shows with 200, which npm test does not need: it compares the answers. */
const PER_SIDE = Number(process.env["ENUMERATION_RUNS"] ?? 5);
/** Differ from answer to answer, whoever asks: the last answer of a connection says that it is the last. */
const CHANCE = ["date", "x-request-id", "set-cookie", "connection", "keep-alive"];
/** The policy names the page's scripts by their hash, and one of them holds the address as it was typed. */
const HASH = /'sha256-[^']+'/g;

let shop: RunningShop;

beforeAll(async () => {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  shop = await startShop({ prepare: (database) => insertCustomers(database, passwordHash) });
});

afterAll(async () => {
  await shop.stop();
});

/** Two addresses of one length each: one with an account, one without. */
const known = (index: number) => `knownto${String(index).padStart(3, "0")}@example.com`;
const unknown = (index: number) => `strange${String(index).padStart(3, "0")}@example.com`;

function insertCustomers(database: SqliteDatabase, passwordHash: string): void {
  const insert = database.prepare(
    `INSERT INTO customers (id, email, email_key, first_name, last_name, password_hash, created_at, updated_at)
     VALUES (?, ?, ?, 'Ida', 'Marsh', ?, ?, ?)`,
  );
  const at = new Date().toISOString();
  for (let index = 0; index < PER_SIDE; index += 1) {
    const id = `customer_${String(index).padStart(22, "0")}`;
    insert.run(id, known(index), emailKey(known(index)), passwordHash, at, at);
  }
}

type Requested = Readonly<{ answer: Answer; milliseconds: number }>;

async function ask(path: string, fields: Fields): Promise<Requested> {
  const shopper = new Shopper(shop.origin);
  const startedAt = performance.now();
  const answer = await shopper.post(path, fields);
  return { answer, milliseconds: performance.now() - startedAt };
}

/** One after the other, the two sides taking turns at going first, so that nothing drifts towards one of them. */
async function compare(path: string, fields: Fields) {
  const ours: Array<Requested> = [];
  const strangers: Array<Requested> = [];
  for (let index = 0; index < PER_SIDE; index += 1) {
    const askKnown = async () => ours.push(await ask(path, { ...fields, email: known(index) }));
    const askUnknown = async () => strangers.push(await ask(path, { ...fields, email: unknown(index) }));
    if (index % 2 === 0) {
      await askKnown();
      await askUnknown();
    } else {
      await askUnknown();
      await askKnown();
    }
  }
  return { ours, strangers };
}

/** Everything about an answer that somebody could look at. */
function looks({ answer }: Requested): string {
  const { status, location, headers, body } = answer;
  const steady = Object.entries(headers).filter(([name]) => !CHANCE.includes(name));
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.replace(/=[^;]*/, "="));
  return JSON.stringify({ status, location, length: Buffer.byteLength(body), steady, cookies }).replace(
    HASH,
    "hash",
  );
}

/** Prints the figures: they are read by people, since machines are noisy. */
function report(name: string, ours: ReadonlyArray<Requested>, strangers: ReadonlyArray<Requested>) {
  const one = ours.map(({ milliseconds }) => milliseconds);
  const other = strangers.map(({ milliseconds }) => milliseconds);
  const medians = { known: median(one), unknown: median(other) };
  process.stdout.write(
    `${name}: median known ${medians.known.toFixed(1)} ms, unknown ${medians.unknown.toFixed(1)} ms, ` +
      `Mann-Whitney p = ${mannWhitney(one, other).toFixed(3)}\n`,
  );
}

const DOORS = [
  { path: "/login", fields: { password: "not the password of anybody" }, status: 401 },
  { path: "/forgot-password", fields: {}, status: 303 },
  { path: "/register", fields: { firstName: "Ida", lastName: "Marsh", password: PASSWORD }, status: 303 },
] as const;

test.each(DOORS)("$path gives the same response for a known and an unknown email address", async (door) => {
  const { ours, strangers } = await compare(door.path, door.fields);

  report(door.path, ours, strangers);
  expect(ours[0]?.answer.status).toBe(door.status);
  expect(new Set([...ours, ...strangers].map(looks)).size).toBe(1);
});
