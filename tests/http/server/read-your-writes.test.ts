import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** Answers one request under `settings`: the cookies that were set, and whether all is read from the primary. */
async function visit(settings: Record<string, string>, method: string, cookie?: string) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const { withReadYourWrites } = await import("#app/http/server/read-your-writes.server.ts");
  const { currentReader } = await import("#app/db/request-context.server.ts");
  const { primaryDb } = await import("#app/db/db.server.ts");
  const request = new IncomingMessage(new Socket());
  request.method = method;
  if (cookie) request.headers.cookie = cookie;
  const response = new ServerResponse(request);
  let readsPrimary = false;
  withReadYourWrites(() => {
    readsPrimary = currentReader() === primaryDb();
  })(request, response);
  return { cookies: response.getHeader("Set-Cookie"), readsPrimary };
}

const DATABASE_URL = "postgres://shop@127.0.0.1:1/shop";
const REPLICA = { DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL, DATABASE_REPLICA_LAG_SECONDS: "3" };

test("a browser that writes reads from the primary, then and for longer than the maximal replica lag", async () => {
  const wrote = await visit(REPLICA, "POST");

  expect(wrote).toEqual({
    cookies: "just-wrote=1; Max-Age=4; Path=/; HttpOnly; SameSite=Lax",
    readsPrimary: true,
  });
  expect(await visit(REPLICA, "GET", "cart-id=x; just-wrote=1")).toEqual({
    cookies: undefined,
    readsPrimary: true,
  });
  for (const cookie of [undefined, "not-just-wrote=1", "just-wrote=10"])
    expect(await visit(REPLICA, "GET", cookie)).toEqual({ cookies: undefined, readsPrimary: false });
});

test("without a replica no browser is marked", async () => {
  const cases: ReadonlyArray<Record<string, string>> = [{}, { DATABASE_URL }];
  for (const settings of cases)
    expect(await visit(settings, "POST")).toEqual({ cookies: undefined, readsPrimary: false });
});
