import { expect, test } from "vitest";

import { apiEndpoints } from "#app/http/api/api.server.ts";
import { PRODUCT_CALLS } from "#app/http/api/product-calls.ts";
import { isFailing } from "#app/http/server/db-health.server.ts";

async function answerWhen(failure: object): Promise<Response> {
  const endpoints = apiEndpoints(PRODUCT_CALLS, {
    listProducts: () => Promise.reject(Object.assign(new Error("no"), failure)),
  });
  const endpoint = new Map(endpoints).get("/api/products");
  if (!endpoint) throw new Error("No endpoint");
  return endpoint({ request: new Request("http://localhost:3000/api/products"), params: {}, context: {} });
}

test.each([
  ["PostgreSQL is shutting down", { code: "57P01" }],
  ["PostgreSQL has no room for one more", { code: "53300" }],
  ["nobody listens there", { code: "ECONNREFUSED" }],
  ["the connection is cut", { message: "Connection terminated unexpectedly" }],
  ["the SQLite file is locked", { code: "SQLITE_BUSY" }],
  ["the disk is full", { code: "SQLITE_FULL" }],
])("the API answers 503 with Retry-After while %s", async (_, failure) => {
  const answer = await answerWhen(failure);

  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "30"]);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const message = "The shop is very busy. Try again in 30 seconds";
  expect(await answer.json()).toEqual({ statusCode: 503, message, data: { message, code: "unavailable" } });
  expect(isFailing(new Date())).toBe(true);
});

test("a bug stays a 500 without Retry-After", async () => {
  const answer = await answerWhen({ code: "42P01" });

  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([500, null]);
});
