/** The files of a PostgreSQL pair (deploy/): who is the primary, for whom commits wait, and where haproxy leads. */
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ask } from "#tests/support/shops/ephemeral-postgres.ts";
import { missingForPair, type PostgresPair, startPostgresPair } from "#tests/support/shops/postgres-pair.ts";

const missing = missingForPair();
const MINUTES_MS = 240_000;
/** More than haproxy takes to look at a server that was away. */
const CHECKED_MS = 5_000;

describe.skipIf(missing)(missing ?? "a primary and its standby", () => {
  let pair: PostgresPair;

  beforeAll(async () => {
    pair = await startPostgresPair();
    await ask(pair.url, "CREATE TABLE orders (id int PRIMARY KEY)");
  }, MINUTES_MS);
  afterAll(() => pair.stop());

  const place = (id: number) => ask(pair.url, `INSERT INTO orders VALUES (${id})`);
  const placed = async () => (await ask(pair.url, "SELECT id FROM orders ORDER BY id")).map(({ id }) => id);
  const served = async () => (await ask(pair.url, "SELECT inet_server_port() AS port"))[0]?.["port"];
  const waitsFor = async () =>
    (await ask(pair.url, "SHOW synchronous_standby_names"))[0]?.["synchronous_standby_names"];

  test(
    "a standby that dies holds commits up until the watchdog gives it up, and counts again once it has all",
    async () => {
      expect(await waitsFor()).toBe("shop_pair");

      await pair.killStandby();
      await place(1);

      expect(pair.decision().isCurrent).toBe(false);
      expect(await waitsFor()).toBe("");

      await pair.rebuild();
      await pair.untilCurrent();
      await expect.poll(waitsFor).toBe("shop_pair");
      await place(2);
    },
    MINUTES_MS,
  );

  test(
    "a primary that dies is replaced by its standby, and is not led to when it comes back as it was",
    async () => {
      const { primaryPort: lost } = pair.decision();

      await pair.killPrimary();
      await expect.poll(() => served().catch(() => null), { timeout: MINUTES_MS }).not.toBeNull();
      const now = pair.decision();

      expect(now.primaryPort).not.toBe(lost);
      expect(now.isCurrent).toBe(false);
      expect(await placed()).toEqual([1, 2]);
      await place(3);

      const lostUrl = await pair.startLost();
      expect(await ask(lostUrl, "SELECT pg_is_in_recovery() AS standby")).toEqual([{ standby: false }]);
      await pause(CHECKED_MS);
      expect(await Promise.all([served(), served(), served()])).toEqual([1, 2, 3].map(() => now.primaryPort));
      expect(await placed()).toEqual([1, 2, 3]);
    },
    MINUTES_MS,
  );

  test(
    "a standby that is behind is not promoted when the primary dies",
    async () => {
      const { primaryPort } = pair.decision();

      await pair.killPrimary();
      await expect
        .poll(() => pair.logs(), { timeout: MINUTES_MS })
        .toMatch(new RegExp(`no answer from 127.0.0.1:${primaryPort} \\(8 of`));

      expect(pair.decision()).toEqual({ primaryPort, isCurrent: false });
      await expect(served()).rejects.toThrow();
    },
    MINUTES_MS,
  );
});
