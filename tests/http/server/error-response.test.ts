/** Whom the front server turns away reads why, in a form they can read. */
import http from "node:http";
import type { AddressInfo } from "node:net";

import { expect, test } from "vitest";

import { sendRejection } from "#app/http/server/error-response.server.ts";

const REJECTION = {
  status: 429,
  reason: "rate_limited",
  title: "Please wait a moment",
  message: "Wait 9 seconds.",
  headers: { "Retry-After": "9" },
};

async function ask(path: string, method = "POST"): Promise<Response> {
  const server = http.createServer((request, response) => sendRejection(request, response, REJECTION));
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
  } finally {
    server.close();
  }
}

test("a basket form sent by script is refused in the same way as by the basket", async () => {
  const answer = await ask("/cart?index&_data=routes%2Fcart%2Fcart");

  expect([answer.status, answer.headers.get("X-Remix-Response"), answer.headers.get("Retry-After")]).toEqual([
    429,
    "yes",
    "9",
  ]);
  expect(await answer.json()).toMatchObject({
    ok: false,
    message: "Please wait a moment",
    explanation: "Wait 9 seconds.",
    lineId: null,
    coupon: null,
    postcode: null,
  });
});

test.each([
  ["/cart", "POST", "text/html"],
  ["/cart?_data=routes%2Fcart%2Fcart", "GET", "text/html"],
  ["/checkout?_data=x", "POST", "text/html"],
  ["/api/carts/create?_data=x", "POST", "application/json"],
])("%s by %s is answered with %s", async (path, method, type) => {
  const answer = await ask(path, method);

  expect(answer.headers.get("Content-Type")).toContain(type);
  expect(answer.headers.get("X-Remix-Response")).toBeNull();
});
