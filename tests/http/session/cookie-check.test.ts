import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { json } from "@remix-run/node";
import { expect, test } from "vitest";

import { answerCookieCheck, withFirstCookie } from "#app/http/session/cookie-check.server.ts";

test.each([
  ["a form without a cookie", { method: "POST" }, { ok: true, cookieCheck: "basket" }],
  ["a form with a cookie", { method: "POST", headers: { Cookie: "a=b" } }, { ok: true }],
  ["a page without a cookie", { method: "GET" }, { ok: true }],
])("the answer to the script that sent %s names the cookie to check, or none", async (_, init, answer) => {
  const response = json({ ok: true }, { headers: { "Set-Cookie": "cart-id=abc; Path=/" } });

  const checked = await withFirstCookie(response, new Request("http://localhost:3000/cart", init));

  expect(await checked.json()).toEqual(answer);
});

test.each([
  ["/cart", 303, "location"],
  ["/cart?_data=root", 204, "x-remix-redirect"],
])("after the check of %s, the answer %i has the page in the header %s", (url, status, header) => {
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = "cart-id=abc";
  const response = new ServerResponse(request);

  answerCookieCheck(request, response, { stored: "basket", isRecent: true, url });

  expect([response.statusCode, response.getHeader(header)]).toEqual([status, "/cart"]);
});
