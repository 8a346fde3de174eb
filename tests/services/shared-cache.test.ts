import { afterEach, beforeEach, expect, test } from "vitest";

import { purgedKeys } from "#app/models/catalogue/surrogate-key.ts";
import { cloudflare } from "#app/services/shared-cache/shared-cache-cloudflare.server.ts";
import { fastly } from "#app/services/shared-cache/shared-cache-fastly.server.ts";
import type { SharedCachePort } from "#app/services/shared-cache/shared-cache-port.ts";
import { varnish } from "#app/services/shared-cache/shared-cache-varnish.server.ts";
import { type PurgeServer, startPurgeServer } from "#tests/support/vendors/purge-service.ts";

let server: PurgeServer;

beforeEach(async () => {
  server = await startPurgeServer();
});

afterEach(() => server.stop());

const KEYS = ["product-101", "category-prams"];
const MANY = Array.from({ length: 150 }, (_, index) => `product-${index}`);

const IDS = Array.from({ length: 200 }, (_, index) => 1_000 + index);
const PATHS = Array.from({ length: 300 }, (_, index) => `wooden-toys/building/category-${index}`);

const hosted = (provider: "fastly" | "cloudflare") => ({
  provider,
  apiBase: server.origin,
  id: "shop1",
  token: "a-token-that-may-purge",
});

test("Varnish gets the keys as one pattern, at each of its addresses", async () => {
  await varnish([server.origin, server.origin]).purge(KEYS);

  expect(
    server.requested.map(({ method, path, headers }) => [method, path, headers["x-purge-keys"]]),
  ).toEqual([
    ["PURGE", "/", "(product-101|category-prams)"],
    ["PURGE", "/", "(product-101|category-prams)"],
  ]);
});

test.each([
  ["everything is to be dropped", "everything" as const],
  ["its header could not take all keys", purgedKeys({ ids: IDS, categoryPaths: PATHS, brandSlugs: [] })],
])("Varnish gets a pattern that the keys of every page match where %s", async (_, purge) => {
  await varnish([server.origin]).purge(purge);

  expect(server.requested[0]?.headers["x-purge-keys"]).toBe(".+");
});

test("Fastly gets the keys in a header, with its token", async () => {
  await fastly(hosted("fastly")).purge(KEYS);

  expect(server.requested).toMatchObject([
    {
      method: "POST",
      path: "/service/shop1/purge",
      headers: { "fastly-key": "a-token-that-may-purge", "surrogate-key": "product-101 category-prams" },
    },
  ]);
});

test.each([
  ["everything", "everything"],
  ["more keys than one call takes", Array.from({ length: 257 }, (_, index) => `product-${index}`)],
] as const)("Fastly drops all pages for %s", async (_, purge) => {
  await fastly(hosted("fastly")).purge(purge);

  expect(server.requested.map(({ path }) => path)).toEqual(["/service/shop1/purge_all"]);
});

test("Cloudflare gets at most a hundred tags in one call", async () => {
  server.answer(200, '{"success":true}');

  await cloudflare(hosted("cloudflare")).purge(MANY);

  expect(server.requested).toMatchObject([
    { path: "/zones/shop1/purge_cache", headers: { authorization: "Bearer a-token-that-may-purge" } },
    { path: "/zones/shop1/purge_cache" },
  ]);
  expect(server.requested.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { tags: MANY.slice(0, 100) },
    { tags: MANY.slice(100) },
  ]);
});

test("Cloudflare drops all pages for everything", async () => {
  server.answer(200, '{"success":true}');

  await cloudflare(hosted("cloudflare")).purge("everything");

  expect(server.requested.map(({ body }) => body)).toEqual(['{"purge_everything":true}']);
});

test.each<readonly [string, () => SharedCachePort]>([
  ["Varnish", () => varnish([server.origin])],
  ["Fastly", () => fastly(hosted("fastly"))],
  ["Cloudflare", () => cloudflare(hosted("cloudflare"))],
])("a purge that %s refuses throws, with the time to wait", async (_, port) => {
  server.answer(429, "{}");

  await expect(port().purge(KEYS)).rejects.toMatchObject({
    problem: "refused",
    status: 429,
    retryAfterMs: 7_000,
  });
});

test.each(['{"success":false}', "<html>"])(
  "an answer of Cloudflare that says %s is no success",
  async (body) => {
    server.answer(200, body);

    await expect(cloudflare(hosted("cloudflare")).purge(KEYS)).rejects.toMatchObject({ problem: "refused" });
  },
);

test("a cache that is away throws, so that the job is tried again", async () => {
  const { origin } = server;
  await server.stop();

  await expect(varnish([origin]).purge(KEYS)).rejects.toMatchObject({ problem: "unreachable" });
  server = await startPurgeServer();
});
