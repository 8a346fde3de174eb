/** A fresh PostgreSQL database: a copy of a template on a server that answers, else PGlite in this process. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { PGlite, types } from "@electric-sql/pglite";
import { PGliteDialect } from "kysely-pglite-dialect";
import pg from "pg";

import { closeDatabase, connectTo } from "#app/db/db.server.ts";
import { postgresDialect } from "#app/db/dialect.server.ts";

import { makeOnce, templateFolder } from "./make-once.ts";
import { findPostgres } from "./postgres.ts";

/** Any number: processes that make templates wait for each other on it. */
const TEMPLATE_LOCK = 4_100_001;

type Fill = () => Promise<void>;

type Copy = Readonly<{
  /** Null for one that lives in this process. */
  url: string | null;
  /** Removes it. */
  close: () => Promise<void>;
}>;

/** Connects to a copy of `template`, made with `fill` the first time, on the server `asked` or on one that answers. */
export async function connectToFreshPostgres(
  template: string,
  fill: Fill,
  requested?: string,
): Promise<Copy> {
  const server = requested ?? (await findPostgres());
  return server ? onServer(server, `shop_template_${template}`, fill) : inProcess(template, fill);
}

async function onServer(server: string, template: string, fill: Fill): Promise<Copy> {
  const name = `${process.env["TEST_DATABASE_PREFIX"] ?? "shop_test"}_${randomBytes(8).toString("hex")}`;
  await withAdmin(server, async (admin) => {
    await admin.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const known = await admin.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
    if (known.rowCount === 0) {
      const unfinished = `${template}_unfinished`;
      await dropOldTemplates(admin);
      await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await admin.query(`CREATE DATABASE ${unfinished}`);
      connectTo(postgresDialect(addressOf(server, unfinished)));
      await fill();
      await closeDatabase();
      await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    }
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = addressOf(server, name);
  connectTo(postgresDialect(url));
  const close = () =>
    withAdmin(server, async (admin) => {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  return { url, close };
}

/** Templates of earlier hours and earlier code; those in use meanwhile stay. */
async function dropOldTemplates(admin: pg.Client): Promise<void> {
  const old = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'shop\\_template\\_%' ORDER BY oid DESC OFFSET 4",
  );
  for (const { datname } of old.rows)
    await admin.query(`DROP DATABASE IF EXISTS ${datname}`).catch(() => undefined);
}

async function withAdmin(server: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

async function inProcess(template: string, fill: Fill): Promise<Copy> {
  const file = join(templateFolder(), `${template}.pglite.tar`);
  await makeOnce(file, async (unfinished) => {
    const database = await PGlite.create({ parsers });
    connectTo(new PGliteDialect(database));
    await fill();
    const dump = await database.dumpDataDir("none");
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    await closeDatabase();
  });
  const database = await PGlite.create({ parsers, loadDataDir: new Blob([readFileSync(file)]) });
  connectTo(new PGliteDialect(database));
  return { url: null, close: async () => undefined };
}

/** As on a server: counts and sums are numbers. */
const parsers = { [types.INT8]: Number, [types.NUMERIC]: Number };
