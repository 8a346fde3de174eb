/** The API over HTTP, as its clients use it: the built shop, its guard in front. Each answer is held to the document. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { ApiContract } from "#tests/support/checks/api-contract.ts";
import { curlLines } from "#tests/support/checks/curl-lines.ts";
import {
  ApiClient,
  type Answered,
  cartData,
  cartIn,
  overHttp,
  refusalOf,
} from "#tests/support/people/api.ts";
import { rawRequest } from "#tests/support/people/raw-http.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ITEM = { product_id: 101, variant_id: 5000 };

let shop: RunningShop;
let client: ApiClient;

beforeAll(async () => {
  shop = await startShop();
  client = await ApiClient.open(overHttp(shop.origin));
});

afterAll(async () => {
  await shop.stop();
});

/** Does something to the shop's database behind its back. */
function behindItsBack(statement: string): void {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  database.prepare(statement).run();
  database.close();
}

test("the steps that docs/api.md describes work", async () => {
  const lines = curlLines(readFileSync(join(ROOT, "docs/api.md"), "utf8"));
  const known: Record<string, string> = { SHOP: "" };
  const calls = new Set<string>();
  for (const { request, status, keeps } of lines) {
    const { method, path, headers, body } = request(known);

    const answered = await client.call(method, path, body === null ? { headers } : { headers, text: body });

    expect([method, path, answered.status]).toEqual([method, path, status]);
    for (const [name, place] of keeps) known[name] = String(at(answered.json, place));
    calls.add(`${method} ${path.replace(/\?.*/, "").replaceAll(/(?:cart|line)_[\w-]{22}/g, "{id}")}`);
  }
  expect(calls.size).toBe(11);
});

function at(value: unknown, place: string): unknown {
  return place.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);
}

function create(quantity: number): Promise<Answered> {
  return client.call("POST", "/api/carts/create", { body: { line_items: [{ ...ITEM, quantity }] } });
}

test("an unknown cart, too little stock, the last line and an expired token, over HTTP", async () => {
  const made = await create(1);
  const { id } = cartIn(made);
  const line = cartIn(made).line_items.physical_items[0]!;
  behindItsBack("UPDATE variants SET on_hand = 3, reserved = 0 WHERE id = 5000");
  const body = { line_items: [{ ...ITEM, quantity: 3 }] };
  const person = {
    first_name: "Ida",
    last_name: "Marsh",
    email: "ida@example.com",
    password: "quiet larch over water",
  };
  await client.call("POST", "/api/customers/create", { body: person });
  const login = await client.call("POST", "/api/customers/login", { body: person });
  const { customer_token: token } = login.json as { customer_token: string };

  const tooMany = await client.call("POST", `/api/carts/${id}/addItems`, { body });
  const ended = await client.call("DELETE", `/api/carts/${id}/deleteItems/${line.id}`);
  const vanished = await client.call("POST", `/api/carts/${id}/addItems`, { body });
  const again = await client.call("POST", "/api/carts/create", { body });
  behindItsBack("UPDATE customer_sessions SET last_seen_at = '2020-01-01T00:00:00.000Z'");
  const expired = await client.call("GET", "/api/customers", { token });

  expect(refusalOf(tooMany)).toEqual([
    409,
    "insufficient-stock",
    "Rainbow Stacker, Muted does not have sufficient stock: 3 left",
  ]);
  expect(cartData(ended)).toEqual({ id, customer_id: null });
  expect(refusalOf(vanished)).toEqual([404, "cart-not-found", "The cart does not exists"]);
  expect(again.status).toBe(201);
  expect(refusalOf(expired).slice(0, 2)).toEqual([401, "CUSTOMER_EXPIRED"]);
  for (const [path, type] of [
    [line.image_url, "image/"],
    [line.url, "text/html"],
  ] as const)
    expect((await fetch(path)).headers.get("content-type")).toContain(type);
});

test("the front server's own refusals are JSON too, in the same format", async () => {
  const body = { line_items: [{ ...ITEM, quantity: 1 }] };
  const post = (headers: Record<string, string>) =>
    client.call("POST", "/api/carts/create", { body, headers });

  expect(refusalOf(await post({ origin: "https://evil.example" })).slice(0, 2)).toEqual([
    403,
    "csrf-refused",
  ]);
  expect(refusalOf(await post({ "sec-fetch-site": "cross-site" })).slice(0, 2)).toEqual([
    403,
    "csrf-refused",
  ]);
  expect((await post({ origin: shop.origin })).status).toBe(201);
  const large = await client.call("POST", "/api/carts/create", { text: `"${"x".repeat(70_000)}"` });
  expect(refusalOf(large).slice(0, 2)).toEqual([413, "body-too-large"]);
  const long = await client.call("GET", `/api/products?id:in=${"1".repeat(3_000)}`);
  expect(refusalOf(long).slice(0, 2)).toEqual([414, "address-too-long"]);
  const unknown = await client.call("POST", "/api/carts", { body, headers: { origin: shop.origin } });
  expect(refusalOf(unknown).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
});

test("invalid calls are answered in JSON as well: chunks, unknown methods, malformed addresses", async () => {
  const head = `Host: localhost:${shop.port}\r\nConnection: close\r\n`;
  const requests = [
    [411, `POST /api/carts/create HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [405, `OPTIONS /api/carts/create HTTP/1.1\r\n${head}\r\n`],
    [400, `GET /api/carts/%00 HTTP/1.1\r\n${head}\r\n`],
    [421, `GET /api/products HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
  ] as const;
  const contract = new ApiContract(client.document);
  for (const [status, text] of requests) {
    const answer = await rawRequest(shop.port, text);
    const [method = "", path = ""] = text.split(" ", 2);
    const fields = answer.head
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(": ", 2) as [string, string]);
    const given = { status, headers: new Headers(fields), json: JSON.parse(answer.body) as unknown };
    expect(contract.problems({ method, path }, given)).toEqual([]);

    expect([
      answer.status,
      contract.invalid(["components", "schemas", "Error"], JSON.parse(answer.body)),
    ]).toEqual([status, []]);
  }
});

test("a shop in production lists only visible products", async () => {
  behindItsBack("UPDATE products SET is_visible = 0 WHERE id = 102");

  const { json } = await client.call("GET", "/api/products?id:in=101,102&exclude_fields=description");

  expect((json as { data: ReadonlyArray<{ id: number }> }).data.map(({ id }) => id)).toEqual([101]);
});

describe("the parts of the build", () => {
  const folder = join(ROOT, "build/server");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const built = names.map((name) => ({
    name: basename(name),
    text: readFileSync(join(folder, name), "utf8"),
  }));

  test("the OpenAPI library is loaded with the first request for the document, not at the start", () => {
    const users = built.filter(({ text }) => text.includes("zod-to-openapi")).map(({ name }) => name);

    // The build before has left its own.
    expect(users.filter((name) => !/^openapi\.server-/.test(name))).toEqual([]);
    const user = `(?:${users.join("|")})`;
    const loads = new RegExp(`import\\(["'][^"']*/${user}`);
    expect(built.filter(({ text }) => loads.test(text))).not.toEqual([]);
    expect(built.filter(({ text }) => new RegExp(`from ["'][^"']*/${user}`).test(text))).toEqual([]);
  });

  test("no part imports the entry, which would start a second shop", () => {
    const askers = built.filter(({ text }) => /(?:from|import\() ?["'][./]+\/index\.js["']/.test(text));

    expect(askers.map(({ name }) => name)).toEqual([]);
  });
});
