/** How the shop reaches a PostgreSQL server: TLS, time-outs, the queue for a connection, conflicts. */
import { readFileSync } from "node:fs";

import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type PostgresSettings, readConfig } from "#app/config.server.ts";
import { closeDatabase, connectTo, db, transact } from "#app/db/db.server.ts";
import { isUnavailable } from "#app/db/dialect.server.ts";
import { connectionSettings, openPool } from "#app/db/postgres-pool.server.ts";
import { ok } from "#app/models/shared/result.ts";
import {
  ask,
  type Certificate,
  makeCertificate,
  NO_BINARIES,
  type OwnPostgres,
  postgresBinaries,
  startOwnPostgres,
} from "#tests/support/shops/ephemeral-postgres.ts";

const DEFAULTS = readConfig({
  SESSION_SECRETS: "s".repeat(40),
  PAYMENT_WEBHOOK_SECRETS: "p".repeat(40),
}).postgres;

const connect = (url: string, changes: Partial<PostgresSettings> = {}) =>
  new Kysely<Record<string, never>>({
    dialect: new PostgresDialect({ pool: async () => openPool(url, { ...DEFAULTS, ...changes }) }),
  });

type Connected = ReturnType<typeof connect>;

/** Does `work` with connections of its own. */
async function asking<Value>(
  url: string,
  changes: Partial<PostgresSettings>,
  work: (database: Connected) => Promise<Value>,
): Promise<Value> {
  const database = connect(url, changes);
  return work(database).finally(() => database.destroy());
}

/** What went wrong in `work`. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

test("sslmode in an address means the same as in PostgreSQL's own tools", () => {
  const ca = { file: "/ca.pem", pem: "the authority" };
  const tls = (query: string, settings = DEFAULTS) =>
    connectionSettings(`postgres://shop@db.example/shop${query}`, settings).ssl;

  expect(tls("")).toBe(false);
  expect(tls("?sslmode=disable", { ...DEFAULTS, ca })).toBe(false);
  expect(tls("?sslmode=require")).toEqual({ rejectUnauthorized: false });
  expect(tls("?sslmode=require", { ...DEFAULTS, ca })).toMatchObject({
    ca: ca.pem,
    rejectUnauthorized: true,
  });
  expect(tls("?sslmode=verify-full")).toEqual({ rejectUnauthorized: true });
  expect(
    connectionSettings("postgres://db/shop?sslmode=verify-full&application_name=x").connectionString,
  ).toBe("postgres://db/shop?application_name=x");
});

describe.skipIf(!postgresBinaries())(postgresBinaries() ? "a server of its own" : NO_BINARIES, () => {
  let server: OwnPostgres;
  let certificate: Certificate | null;

  beforeAll(async () => {
    certificate = makeCertificate();
    const tls = certificate
      ? { ssl: "on", ssl_cert_file: certificate.certFile, ssl_key_file: certificate.keyFile }
      : null;
    server = await startOwnPostgres({ max_connections: "8", superuser_reserved_connections: "4", ...tls });
    await ask(server.url, "CREATE TABLE counts (id int PRIMARY KEY, count int NOT NULL)");
    await ask(server.url, "INSERT INTO counts VALUES (1, 0), (2, 0)");
    await ask(server.url, "CREATE ROLE shop LOGIN; GRANT ALL ON counts TO shop");
  });
  afterAll(() => server.stop());

  const asShop = () => server.url.replace("postgres@", "shop@");

  test("accepts TLS only with the right authority and the right host name", async (context) => {
    if (!certificate) context.skip("openssl is not installed");
    const own = pemOf(certificate);
    const other = pemOf(makeCertificate());
    const at = (host: string, mode: string) => `${server.url.replace("127.0.0.1", host)}?sslmode=${mode}`;
    const query = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    const encrypted = (url: string, ca: PostgresSettings["ca"]) =>
      asking(url, { ca }, (database) => query.execute(database)).then(
        ({ rows }) => rows[0]?.ssl,
        (error: unknown) => (error as { code?: string }).code,
      );

    expect(await encrypted(server.url, null)).toBe(false);
    expect(await encrypted(at("localhost", "verify-full"), own)).toBe(true);
    expect(await encrypted(at("localhost", "verify-full"), other)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await encrypted(at("localhost", "verify-full"), null)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await encrypted(at("127.0.0.1", "verify-full"), own)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    expect(await encrypted(at("127.0.0.1", "verify-ca"), own)).toBe(true);
    expect(await encrypted(at("127.0.0.1", "require"), other)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await encrypted(at("127.0.0.1", "require"), null)).toBe(true);
  });

  test("compiles no query, however much it is estimated to cost", async () => {
    const answer = await asking(server.url, {}, (database) =>
      sql<{ jit: string }>`select current_setting('jit') as jit`.execute(database),
    );

    expect(answer.rows).toEqual([{ jit: "off" }]);
  });

  test("cancels long statements, limits waits for a lock, and ends idle transactions", async () => {
    // One limit each: on a busy machine a short one would come before the one that is meant.
    const [slow, locked, idle] = [
      await asking(server.url, { statementTimeoutMs: 300 }, (short) =>
        failureOf(sql`select pg_sleep(5)`.execute(short)),
      ),
      await asking(server.url, { lockTimeoutMs: 100 }, (impatient) =>
        failureOf(
          impatient.transaction().execute(async (holder) => {
            await sql`update counts set count = 1 where id = 1`.execute(holder);
            const refused = await failureOf(sql`update counts set count = 2 where id = 1`.execute(impatient));
            throw refused as Error;
          }),
        ),
      ),
      await asking(server.url, { idleTransactionTimeoutMs: 200 }, (strict) =>
        failureOf(
          strict.transaction().execute(async (sleeper) => {
            await sql`select 1`.execute(sleeper);
            await new Promise((resolve) => setTimeout(resolve, 500));
            await sql`select 1`.execute(sleeper);
          }),
        ),
      ),
    ];

    expect(slow).toMatchObject({ code: "57014" });
    expect(locked).toMatchObject({ code: "55P03" });
    expect(idle).toBeInstanceOf(Error);
    expect([slow, locked, idle].map(isUnavailable)).toEqual([true, true, true]);
  });

  test.each([
    ["the pool's", () => server.url, { poolMax: 1 }],
    ["the server's", asShop, { poolMax: 10 }],
  ])(
    "queues requests for %s connections, and answers 503 with Retry-After after the limit",
    async (_, url, pool) => {
      // Longer than a busy machine takes to connect, and shorter than what is held.
      const database = connect(url(), { connectTimeoutMs: 1_500, ...pool });
      const holding = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database);

      const all = await Promise.all(Array.from({ length: 12 }, () => failureOf(holding(0.01))));
      expect(all).toEqual(all.map(() => null));

      const late = await Promise.all(Array.from({ length: 12 }, () => failureOf(holding(4))));
      const refused = late.filter((error) => error !== null);
      expect(refused.length).toBeGreaterThanOrEqual(8);
      expect(refused.map(isUnavailable)).toEqual(refused.map(() => true));

      expect(await failureOf(holding(0))).toBeNull();
      await database.destroy();
    },
  );

  test("allows a longer wait in a queue that moves", async () => {
    const database = connect(server.url, { connectTimeoutMs: 1_500, poolMax: 1 });
    const brief = () => sql`select pg_sleep(0.05)`.execute(database);

    const all = await Promise.all(Array.from({ length: 50 }, () => failureOf(brief())));
    await database.destroy();

    expect(all).toEqual(all.map(() => null));
  });

  test("reports a server that does not answer, or is missing, as unavailable", async () => {
    const nowhere = server.url.replace(String(server.port), "1");
    const failure = await asking(nowhere, {}, (gone) => failureOf(sql`select 1`.execute(gone)));
    expect(isUnavailable(failure)).toBe(true);
  });

  test("reports a server that takes no writes as unavailable, and does not use its connection again", async () => {
    await ask(server.url, "CREATE ROLE standby LOGIN; GRANT ALL ON counts TO standby");
    await ask(server.url, "ALTER ROLE standby SET default_transaction_read_only = on");
    const database = connect(server.url.replace("postgres@", "standby@"), { poolMax: 1 });
    const connection = async () => (await sql`select pg_backend_pid() as pid`.execute(database)).rows[0];

    const before = await connection();
    await failureOf(sql`select 1 / 0`.execute(database));
    const afterAnother = await connection();
    const refused = await failureOf(sql`update counts set count = 2 where id = 1`.execute(database));
    const after = await connection();
    await database.destroy();

    expect(afterAnother).toEqual(before);
    expect(refused).toMatchObject({ code: "25006" });
    expect(isUnavailable(refused)).toBe(true);
    expect(after).not.toEqual(before);
  });

  describe("transact()", () => {
    beforeAll(() => {
      connectTo(new PostgresDialect({ pool: async () => openPool(server.url, DEFAULTS) }));
    });
    afterAll(closeDatabase);

    const add = (id: number) => sql`update counts set count = count + 1 where id = ${id}`.execute(db());
    const counts = async () =>
      (await ask(server.url, "SELECT count FROM counts ORDER BY id")).map(({ count }) => Number(count));

    /** Two transactions at once that each hold what the other wants next. Answers with the codes of their failures. */
    async function collide(
      first: readonly [() => Promise<unknown>, () => Promise<unknown>],
      second: readonly [() => Promise<unknown>, () => Promise<unknown>],
    ) {
      await ask(server.url, "UPDATE counts SET count = 0");
      const codes: Array<string> = [];
      let begun = 0;
      const bothHaveBegun = meeting(2);
      const run = ([begin, go]: typeof first) =>
        transact(async () => {
          await begin();
          if ((begun += 1) <= 2) await bothHaveBegun();
          await go().catch((error: unknown) => {
            codes.push((error as { code: string }).code);
            throw error;
          });
          return ok({});
        });
      await Promise.all([run(first), run(second)]);
      return codes;
    }

    test("retries after a deadlock (40P01)", async () => {
      const [one, other] = [() => add(1), () => add(2)];
      const codes = await collide([one, other], [other, one]);

      // On a busy machine the second try may meet the other one again.
      expect(codes.length).toBeGreaterThan(0);
      expect(new Set(codes)).toEqual(new Set(["40P01"]));
      expect(await counts()).toEqual([2, 2]);
    });

    test("retries after a serialization failure (40001)", async () => {
      const look = async () => {
        await sql`set transaction isolation level repeatable read`.execute(db());
        await sql`select count from counts`.execute(db());
      };
      const codes = await collide([look, () => add(1)], [look, () => add(1)]);

      expect(codes).toEqual(["40001"]);
      expect(await counts()).toEqual([2, 0]);
    });
  });
});

/** A place where `size` wait for each other. */
function meeting(size: number): () => Promise<void> {
  let here = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    here += 1;
    if (here === size) open();
    return all;
  };
}

function pemOf(certificate: Certificate | null): PostgresSettings["ca"] {
  const file = certificate?.certFile ?? "";
  return { file, pem: readFileSync(file, "utf8") };
}
