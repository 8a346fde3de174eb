/** Fills a database with orders, visits and left carts, all copied from one order that was really placed. */
import { type Kysely, sql } from "kysely";

import { isSqlite } from "#app/db/is-sqlite.ts";
import type { Database } from "#app/db/schema.ts";

const DAY_MS = 86_400_000;
/** Over how many days the orders are spread, up to now. */
const DAYS = 1_000;
/** Rows of one statement: a server may refuse statements that take long. */
const BATCH = 20_000;
/** The newest orders, by what is to be done with them. */
const WAITING = { toPack: 300, packed: 200, onTheWay: 1_500, underReview: 10 };
/** Left carts and events of statistics for each order. */
const CARTS_SHARE = 0.2;
const EVENTS_PER_ORDER = 2;

type Columns = Readonly<Record<string, string>>;

/** Makes `count` orders, each with the lines and search terms of the order `from`, and its own buyer and day. */
export async function multiplyOrder(
  db: Kysely<Database>,
  from: string,
  { count, now }: Readonly<{ count: number; now: Date }>,
): Promise<void> {
  await makeDays(db, now);
  const waiting = Object.values(WAITING).reduce((sum, each) => sum + each, 0);
  for (let start = 0; start < count; start += BATCH) {
    const numbers = numbersFrom(start, Math.min(start + BATCH, count));
    await copyOrders(db, { from, numbers, count, waiting });
    await copyEvents(db, { numbers, count });
  }
  await sql`DROP TABLE bench_days`.execute(db);
  await sql`ANALYZE`.execute(db);
  // A server does this by itself within minutes.
  if (!isSqlite(db))
    for (const table of ["orders", "order_search", "order_lines", "analytics_events"])
      await sql`VACUUM ${sql.table(table)}`.execute(db);
}

/** The days of the orders as a table, because the engines have no function of dates in common. */
async function makeDays(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`CREATE TABLE bench_days (place INTEGER PRIMARY KEY, day TEXT NOT NULL, later TEXT NOT NULL)`.execute(
    db,
  );
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  for (let place = 0; place < DAYS; place += 1) {
    const at = now.getTime() - (DAYS - place) * DAY_MS;
    await sql`INSERT INTO bench_days VALUES (${place}, ${dayAt(at)}, ${dayAt(at + 2 * DAY_MS)})`.execute(db);
  }
}

/** `i` counts from `start` to before `end`. */
function numbersFrom(start: number, end: number) {
  return sql`WITH RECURSIVE numbers (i) AS (
    SELECT CAST(${sql.lit(start)} AS INTEGER) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${sql.lit(end)})`;
}

type Batch = Readonly<{ numbers: ReturnType<typeof numbersFrom>; count: number }>;

const ID = "('order_benchorder' || (100000000000 + i))";
const NUMBER = "(10000000 + i * 7)";
/** Digits of a number that jumps about, so that neighbours have different buyers. */
const digit = (power: number) => `((CAST(i AS BIGINT) * 7919 % 1000000) / ${power} % 10)`;
const syllable = (power: number) =>
  `substr('babedihokulimapenosu', CAST(1 + 2 * ${digit(power)} AS INTEGER), 2)`;
const FIRST = `(${syllable(1)} || ${syllable(10)} || 'n')`;
const LAST = `(${syllable(100)} || ${syllable(1_000)} || ${syllable(10_000)} || 'ry')`;
const POSTCODE = `('ab' || ${digit(1)} || ${digit(10)} || ${digit(100)} || 'xy')`;
const EMAIL = `(${FIRST} || '.' || ${LAST} || i || '@example.com')`;
const TIME = `('T' || (10 + i % 10) || ':' || (10 + i % 50) || ':' || (10 + i % 49) || '.000Z')`;

type Copying = Batch & Readonly<{ from: string; waiting: number }>;

async function copyOrders(db: Kysely<Database>, copying: Copying): Promise<void> {
  const { from, numbers, count } = copying;
  const at = `(bench_days.day || ${TIME})`;
  const day = `JOIN bench_days ON bench_days.place = CAST(CAST(i AS BIGINT) * ${DAYS} / ${count} AS INTEGER)`;
  const placed = `CROSS JOIN numbers ${day}`;
  const copies: ReadonlyArray<Copy> = [
    {
      table: "orders",
      source: `FROM orders ${placed} WHERE orders.id = '${from}'`,
      changed: orderColumns(copying, at),
    },
    {
      table: "order_lines",
      source: `FROM order_lines CROSS JOIN numbers WHERE order_lines.order_id = '${from}'`,
      changed: {
        id: "('line_benchorder' || (10000000000000 + CAST(i AS BIGINT) * 10 + order_lines.position))",
        order_id: ID,
      },
    },
    {
      table: "order_search",
      source: `FROM order_search ${placed} WHERE order_search.order_id = '${from}'`,
      changed: { order_id: ID, order_updated_at: at, send_by: "bench_days.later" },
    },
    {
      table: "order_search_terms",
      source: `FROM order_search_terms CROSS JOIN numbers WHERE order_id = '${from}' AND kind <> 'number-end'`,
      changed: { order_id: ID, term: TERM },
    },
  ];
  for (const each of copies) await copy(db, numbers, each);
  const refunds = `'bench-refund-' || i, ${ID}, 'bench', 500, 0, 0, 'GBP', 'bench', 'owner', 'completed', ${at}
    FROM numbers ${day} WHERE i % 50 = 0`;
  await sql`INSERT INTO refunds (id, order_id, request_key, amount_minor, delivery_minor, has_delivery, currency, reason,
    actor, status, created_at) ${numbers} SELECT ${sql.raw(refunds)}`.execute(db);
}

function orderColumns({ count, waiting }: Copying, at: string): Columns {
  const { toPack, packed, underReview } = WAITING;
  const address = (column: string) =>
    `replace(replace(replace(${column}, 'Hannah', ${FIRST}), 'Okafor', ${LAST}), 'GL5 1QN', ${POSTCODE})`;
  return {
    id: ID,
    number: NUMBER,
    status: `CASE WHEN i >= ${count - toPack} THEN 'paid' WHEN i >= ${count - toPack - packed} THEN 'packed'
      WHEN i >= ${count - toPack - packed - underReview} THEN 'payment-review' WHEN i >= ${count - waiting} THEN 'shipped'
      WHEN i % 40 = 0 THEN 'cancelled' ELSE 'delivered' END`,
    attempt_id: "('bench-attempt-' || i)",
    cart_id: "('cart_benchcarts' || (1000000000000 + i))",
    email: EMAIL,
    delivery_address: address("orders.delivery_address"),
    billing_address: address("orders.billing_address"),
    total_minor: "(1000 + i % 20000)",
    ...{ placed_at: at, expires_at: at, paid_at: at, updated_at: at },
  };
}

const TERM = `CASE WHEN kind = 'number' THEN CAST(${NUMBER} AS TEXT) WHEN kind = 'email' THEN ${EMAIL}
  WHEN kind = 'phone' THEN substr(term, 1, 4) || (1000000 + i) WHEN kind = 'postcode' THEN ${POSTCODE}
  WHEN term = 'hannah' THEN ${FIRST} WHEN term = 'okafor' THEN ${LAST} ELSE term END`;

/** Visits and carts of the last days: older ones are deleted by the shop. */
async function copyEvents(db: Kysely<Database>, { numbers, count }: Batch): Promise<void> {
  const day = `JOIN bench_days ON bench_days.place = CAST(${DAYS - 90} + CAST(i AS BIGINT) * 90 / ${count} AS INTEGER)`;
  const at = `bench_days.day || ${TIME}`;
  const name = `CASE i % 10 WHEN 0 THEN 'add_to_cart' WHEN 1 THEN 'search' WHEN 2 THEN 'web_vitals'
    WHEN 3 THEN 'page_view' ELSE 'view_item' END`;
  const properties = `CASE i % 10 WHEN 1 THEN '{"search_term":"toy ' || i % 3000 || '","results":0}'
    WHEN 2 THEN '{"page_kind":"product","lcp":' || (800 + i % 900) || ',"inp":40,"cls":0}' ELSE '{}' END`;
  for (let copyNumber = 0; copyNumber < EVENTS_PER_ORDER; copyNumber += 1)
    await sql`INSERT INTO analytics_events (id, visitor_id, name, properties, occurred_at, status)
      ${numbers} SELECT ${sql.raw(`'bench-${copyNumber}-' || i, 'visitor-' || (i / 5), ${name}, ${properties}, ${at}, 'sent'
      FROM numbers ${day}`)}`.execute(db);
  await sql`INSERT INTO carts (id, currency, created_at, updated_at)
    ${numbers} SELECT ${sql.raw(`'cart_benchlefts' || (1000000000000 + i), 'GBP', ${at}, ${at}
    FROM numbers ${day} WHERE i % ${Math.round(1 / CARTS_SHARE)} = 0`)}`.execute(db);
  await sql`INSERT INTO cart_lines (id, cart_id, variant_id, quantity, added_at)
    ${numbers} SELECT ${sql.raw(`'line_benchlefts' || (1000000000000 + i), 'cart_benchlefts' || (1000000000000 + i),
    (SELECT min(id) FROM variants), 1, ${at}
    FROM numbers ${day} WHERE i % ${Math.round(1 / CARTS_SHARE)} = 0`)}`.execute(db);
}

type Copy = Readonly<{ table: keyof Database; source: string; changed: Columns }>;

/** Inserts the rows that `source` selects into `table`, with `changed` columns in place of their own. */
async function copy(
  db: Kysely<Database>,
  numbers: Batch["numbers"],
  { table, source, changed }: Copy,
): Promise<void> {
  const names = await columnsOf(db, table);
  const values = names.map((name) => changed[name] ?? `${table}.${name}`);
  await sql`INSERT INTO ${sql.table(table)} (${sql.raw(names.join())})
    ${numbers} SELECT ${sql.raw(`${values.join()} ${source}`)}`.execute(db);
}

async function columnsOf(db: Kysely<Database>, table: keyof Database): Promise<ReadonlyArray<string>> {
  const found = (await db.introspection.getTables()).find(({ name }) => name === table);
  const columns = found?.columns ?? [];
  return columns.filter(({ isAutoIncrementing }) => !isAutoIncrementing).map(({ name }) => name);
}
