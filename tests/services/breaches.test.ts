import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { hibpBreaches } from "#app/services/passwords/breach-hibp.server.ts";
import { breaches } from "#app/services/passwords/breach.server.ts";
import { type BreachServer, PADDED, startBreachServer } from "#tests/support/vendors/leaked-passwords.ts";

const LEAKED = "quiet larch over water";
const UNKNOWN = "three small boats upstream";

let server: BreachServer;

beforeAll(async () => {
  server = await startBreachServer([LEAKED]);
});

beforeEach(() => {
  server.be("ok");
  server.requested.length = 0;
});

afterAll(() => server.stop());

test("no service is called unless a setting enables it", async () => {
  expect(breaches().name).toBe("none");
  expect(await breaches().isLeaked(LEAKED)).toBe(false);
});

test("a leaked password is recognised, and others and padding entries are not", async () => {
  const port = hibpBreaches(server.origin);

  expect(await Promise.all([LEAKED, UNKNOWN, PADDED].map((text) => port.isLeaked(text)))).toEqual([
    true,
    false,
    false,
  ]);
});

test("the service gets only five characters of the hash", async () => {
  await hibpBreaches(server.origin).isLeaked(LEAKED);

  expect(server.requested).toEqual([
    { path: expect.stringMatching(/^\/range\/[0-9A-F]{5}$/), padding: "true" },
  ]);
});

test.each(["error", "html", "hang"] as const)(
  "a password is accepted while the service answers with: %s",
  async (fault) => {
    server.be(fault);
    const port = hibpBreaches(server.origin, { timeoutMs: 50 });

    expect(await port.isLeaked(LEAKED)).toBe(false);
  },
);

test("a service that fails three times in a row is not called for a while, and then again", async () => {
  let now = 0;
  server.be("error");
  const port = hibpBreaches(server.origin, { now: () => now });
  for (let count = 0; count < 5; count += 1) await port.isLeaked(LEAKED);
  expect(server.requested).toHaveLength(3);

  server.be("ok");
  now = 60_001;

  expect(await port.isLeaked(LEAKED)).toBe(true);
});

test("an unreachable service does not prevent choosing a password", async () => {
  const gone = await startBreachServer([LEAKED]);
  await gone.stop();

  expect(await hibpBreaches(gone.origin).isLeaked(LEAKED)).toBe(false);
});
