/**
 * Databases on a PostgreSQL server that one test file after another of a worker uses. To make one and to drop it costs
 * a quarter of a second of work and seconds of the disk's; so one that a file leaves as it found it goes to the next.
 */
import pg from "pg";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { postgresDialect } from "#app/db/dialect.server.ts";

/** Rises with every change of the catalogue or of pages, and means nothing but that there was one. */
const COUNTERS = ["catalogue_version", "content_version"];
/** What a file may leave behind of rows that are gone. More would make every query of the next slower. */
const GROWTH_MAX_BYTES = 6_000_000;

type Reset = () => Promise<void>;
type Made = Readonly<{ url: string | null; close: () => Promise<void> }>;
type Fresh = Readonly<{ state: string; bytes: number; sequences: string }>;
type Reusable = Readonly<{ url: string; close: () => Promise<void> }> & {
  fresh: Fresh | null;
  isTaken: boolean;
};

/** By template. The files of a worker share the modules that they load, this map included. */
const reusable = new Map<string, Reusable>();

export type ReusableDatabase = Readonly<{
  url: string;
  /** To be called before the first test. `reset` makes it what every test finds. */
  noteFresh: (reset: Reset) => Promise<void>;
  /** Closes it, and leaves it to the next file if it is as it was after `reset`, else removes it. */
  giveBack: (reset: Reset) => Promise<void>;
}>;

/** Connects to the database that an earlier file has left as it was, or to one that `make` makes and connects to. */
export async function connectToReusable(
  template: string,
  make: () => Promise<Made>,
): Promise<ReusableDatabase> {
  const database = await take(template, make);
  return {
    url: database.url,
    noteFresh: async (reset) => {
      if (database.fresh) return;
      await reset();
      database.fresh = await withClient(database.url, readState);
    },
    giveBack: async (reset) => {
      const isReset = await reset().then(
        () => true,
        () => false,
      );
      await closeDatabase();
      database.isTaken = false;
      if (isReset && (await isAsItWas(database))) return;
      reusable.delete(template);
      await database.close();
    },
  };
}

async function take(template: string, make: () => Promise<Made>): Promise<Reusable> {
  const known = reusable.get(template);
  if (known?.isTaken) throw new Error("A test file has one database of a kind");
  if (known) {
    known.isTaken = true;
    connectTo(postgresDialect(known.url));
    return known;
  }
  const { url, close } = await make();
  if (url === null) throw new Error("A database of this process alone cannot be used again");
  await commitWithoutWaiting(url);
  const made = { url, close, fresh: null, isTaken: true };
  reusable.set(template, made);
  return made;
}

/** No test file cuts the power: a commit waits for no disk. It holds for connections made from now on. */
function commitWithoutWaiting(url: string): Promise<void> {
  return withClient(url, async (client) => {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
  });
}

/** Every row, table, column, index and trigger. Numbers of rows begin again where they began. */
async function isAsItWas({ url, fresh }: Reusable): Promise<boolean> {
  if (!fresh) return false;
  return withClient(url, async (client) => {
    // A program that a test started may still be there.
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    const { state, bytes, sequences } = await readState(client);
    if (state !== fresh.state || bytes > fresh.bytes + GROWTH_MAX_BYTES) return false;
    if (sequences !== fresh.sequences) await client.query(fresh.sequences);
    return true;
  });
}

async function readState(client: pg.Client): Promise<Fresh> {
  const tables = await textsOf(
    client,
    `SELECT format('SELECT %L || count(*) || '' '' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS text FROM %I t', relname || ' ', relname)
     AS text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL($1) ORDER BY relname`,
    [COUNTERS],
  );
  const rows = await textsOf(client, tables.join(" UNION ALL "));
  const shape = await textsOf(client, SHAPE);
  const starts = await textsOf(
    client,
    `SELECT format('SELECT setval(%L, %s, %s)', sequencename, coalesce(last_value, start_value), CASE WHEN last_value IS NULL THEN 'false' ELSE 'true' END)
     AS text FROM pg_sequences ORDER BY sequencename`,
  );
  const size = await textsOf(client, "SELECT pg_database_size(current_database())::text AS text");
  return {
    state: [...rows, ...shape].sort().join("\n"),
    bytes: Number(size[0]),
    sequences: starts.join("; "),
  };
}

const SHAPE = ["pg_attribute", "pg_class", "pg_constraint", "pg_index", "pg_proc", "pg_trigger"]
  .map((table) => `SELECT '${table} ' || count(*) AS text FROM ${table}`)
  .concat(
    "SELECT 'triggers ' || coalesce(sum(hashtextextended(tgname || tgenabled::text, 0)), 0) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT 'columns ' || sum(hashtextextended(concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default), 0)) FROM information_schema.columns WHERE table_schema = 'public'",
  )
  .join(" UNION ALL ");

async function textsOf(
  client: pg.Client,
  query: string,
  values: Array<unknown> = [],
): Promise<Array<string>> {
  const { rows } = await client.query<{ text: string }>(query, values);
  return rows.map(({ text }) => text);
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
