/** The API over HTTP, as its clients use it: the built shop, its guard in front. Each answer is held to the document. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { ApiContract } from "#tests/support/checks/api-contract.ts";
import { curlLines } from "#tests/support/checks/curl-lines.ts";
import { ApiClient, cartIn, overHttp, refusalOf } from "#tests/support/people/api.ts";
import { rawRequest } from "#tests/support/people/raw-http.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ITEM = { product_id: 101, variant_id: 5000 };

const shop = useShop();
let client: ApiClient;

beforeAll(async () => {
  client = await ApiClient.open(overHttp(shop.origin));
});

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

test("the addresses of a line's image and page lead there", async () => {
  const body = { line_items: [{ ...ITEM, quantity: 1 }] };
  const [line] = cartIn(await client.call("POST", "/api/carts/create", { body })).line_items.physical_items;

  const typeOf = async (path = "") => (await fetch(path)).headers.get("content-type");
  expect(await typeOf(line?.image_url)).toMatch(/^image\//);
  expect(await typeOf(line?.url)).toMatch(/^text\/html/);
});

test("answers and refusals are application/json without a parameter, and say what is left of the limits", async () => {
  for (const path of ["/api/products", "/api/openapi.json", "/api/carts/none", "/api/%zz"]) {
    const { headers } = await fetch(shop.origin + path);
    expect(headers.get("content-type"), path).toBe("application/json");
    expect(headers.get("ratelimit-policy")).toMatch(/^"any-burst";q=\d+;w=10, "any-minute";q=\d+;w=60$/);
    expect(headers.get("ratelimit")).toMatch(/^"any-burst";r=\d+;t=\d+, /);
  }
  const options = await fetch(`${shop.origin}/api/products`, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("the front server's own refusals are JSON too, in the same format", async () => {
  const body = { line_items: [{ ...ITEM, quantity: 1 }] };
  const from = { origin: shop.origin };
  const refused = async (...call: Parameters<ApiClient["call"]>) =>
    refusalOf(await client.call(...call)).slice(0, 2);
  const create = (headers: Record<string, string>) => refused("POST", "/api/carts/create", { body, headers });

  expect(await create({ origin: "https://evil.example" })).toEqual([403, "csrf-refused"]);
  expect(await create({ "sec-fetch-site": "cross-site" })).toEqual([403, "csrf-refused"]);
  expect((await client.call("POST", "/api/carts/create", { body, headers: from })).status).toBe(201);
  const large = { text: `"${"x".repeat(70_000)}"` };
  expect(await refused("POST", "/api/carts/create", large)).toEqual([413, "body-too-large"]);
  const long = `/api/products?id:in=${"1".repeat(3_000)}`;
  expect(await refused("GET", long)).toEqual([414, "address-too-long"]);
  expect(await refused("POST", "/api/carts", { body, headers: from })).toEqual([404, "NOT_FOUND"]);
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
    // In one chunk or as it is.
    const body = /\{[^]*\}/.exec(answer.body)?.[0] ?? "";
    const given = { status, headers: new Headers(fields), json: JSON.parse(body) as unknown };
    expect(contract.problems({ method, path }, given)).toEqual([]);

    expect([answer.status, contract.invalid(["components", "schemas", "Error"], given.json)]).toEqual([
      status,
      [],
    ]);
  }
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
