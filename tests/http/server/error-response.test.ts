/** Whom the front server turns away reads why, in a form they can read. */
import { expect, test } from "vitest";

import { sendRejection } from "#app/http/server/error-response.server.ts";
import { listen } from "#tests/support/shops/listening.ts";

const REJECTION = {
  status: 429,
  reason: "rate_limited",
  title: "Please wait a moment",
  message: "Wait 9 seconds.",
  headers: { "Retry-After": "9" },
};

async function ask(path: string, method = "POST") {
  const { url, close } = await listen((request, response) => sendRejection(request, response, REJECTION));
  try {
    const answer = await fetch(url + path, { method });
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  } finally {
    await close();
  }
}

test("a basket form sent by script is refused in the same way as by the basket", async () => {
  const answer = await ask("/cart?index&_data=routes%2Fcart%2Fcart");

  expect([answer.status, answer.headers.get("X-Remix-Response"), answer.headers.get("Retry-After")]).toEqual([
    429,
    "yes",
    "9",
  ]);
  expect(JSON.parse(answer.body)).toMatchObject({
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
