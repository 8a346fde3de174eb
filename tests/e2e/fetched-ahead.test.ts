/** What test browsers fetch ahead: nothing, unless a test asks for it; else requests would pass Playwright by. */
import http from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { paths } from "#app/paths.ts";
import { visit } from "#tests/support/people/visit.ts";

const NEXT = "/next";
const RULES = JSON.stringify({
  prerender: [{ where: { href_matches: `${NEXT}*` }, eagerness: "moderate" }],
});

/** Each request for the next page, with what the browser says it is for; "" if somebody asked for it. */
const purposes: Array<string> = [];
const site = http.createServer(({ url, headers }, response) => {
  if (url === paths.speculationRules())
    return void response.setHeader("Content-Type", "application/speculationrules+json").end(RULES);
  if (url === NEXT) purposes.push(String(headers["sec-purpose"] ?? ""));
  response.setHeader("Content-Type", "text/html");
  response.setHeader("Speculation-Rules", `"${paths.speculationRules()}"`);
  response.end(`<!doctype html><title>A page</title><h1>${url}</h1><a href="${NEXT}">Next</a>`);
});

let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  site.closeAllConnections();
  site.close();
});

beforeEach(() => {
  purposes.length = 0;
});

test.each(["off", "aborted"] as const)(
  "with scripts %s, a link that is pressed is requested once, and Playwright sees it",
  async (mode) => {
    const { page } = await visit(mode);
    const seen: Array<string> = [];
    page.on("request", (request) => seen.push(new URL(request.url()).pathname));
    await page.goto(origin, { waitUntil: "networkidle" });
    await page.getByRole("link").click();
    await page.waitForURL(origin + NEXT);

    expect(purposes).toEqual([""]);
    expect(seen).toContain(NEXT);
  },
);

test("a test that asks for it gets pages fetched ahead", async () => {
  const { page } = await visit("off", { fetchesAhead: true });
  await page.goto(origin, { waitUntil: "networkidle" });
  await page.getByRole("link").hover();

  await expect.poll(() => purposes).toEqual(["prefetch;prerender"]);
});
