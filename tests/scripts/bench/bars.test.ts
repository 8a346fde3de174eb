import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { barsOf } from "#scripts/bench/bars.ts";
import { withPart } from "#scripts/bench/document.ts";
import { requestText } from "#scripts/bench/load.ts";
import { ceilingName, COLD_LISTING, fastName, hotName } from "#scripts/bench/targets-pages.ts";
import { ADD } from "#scripts/bench/targets-writes.ts";

const cpu = (median: number) => ({ cpu: { median, min: median, max: median } });

describe("the bars of a row", () => {
  const measured = new Map([
    [ceilingName("express", "listing"), cpu(0.2)],
    [hotName("listing"), cpu(0.7)],
    [fastName("listing"), cpu(0.1)],
    [COLD_LISTING, cpu(6.1)],
    [ADD, cpu(3)],
    ["checkout page", cpu(9)],
  ]);

  test.each([
    { name: hotName("listing"), met: [true, false] },
    { name: fastName("listing"), met: [true, true] },
    { name: COLD_LISTING, met: [false] },
    { name: ADD, met: [true] },
    { name: "checkout page", met: [] },
    { name: hotName("product"), met: [] },
  ])("$name", ({ name, met }) => {
    expect(barsOf(name, measured).map(({ isMet }) => isMet)).toEqual(met);
  });
});

test("a request has its cookie and ETag only where there are some, and ends after its head", () => {
  const text = requestText({ port: 80, path: "/c/x", cookie: "a=b", etag: '"tag"' });

  expect(text).toMatch(/^GET \/c\/x HTTP\/1\.1\r\nHost: localhost:80\r\n/);
  expect(text).toContain("\r\nCookie: a=b\r\n");
  expect(text).toContain('\r\nIf-None-Match: "tag"\r\n');
  expect(text.endsWith("\r\n\r\n")).toBe(true);
  expect(requestText({ port: 80, path: "/" })).not.toMatch(/^Cookie:/m);
});

test("a request that posts a form has a Content-Length", () => {
  const text = requestText({ port: 80, path: "/cart", form: { intent: "add", name: "é" } });

  expect(text).toContain("\r\nContent-Length: 22\r\n");
  expect(text.endsWith("\r\n\r\nintent=add&name=%C3%A9")).toBe(true);
});

describe("the document", () => {
  const text = readFileSync("docs/performance.md", "utf8");

  test.each(["bench", "growth", "pages"] as const)("has a placeholder for %s", (part) => {
    const written = withPart(text, part, "THE NEW TABLE");

    expect(written).toContain(`<!-- ${part}: start -->\n\nTHE NEW TABLE\n\n<!-- ${part}: end -->`);
    expect(withPart(written, part, "ANOTHER")).not.toContain("THE NEW TABLE");
  });

  test("without a placeholder is not written", () => {
    expect(() => withPart("words", "bench", "x")).toThrow("no place for bench");
  });
});
