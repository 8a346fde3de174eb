/** Files are found whenever they are put there, and none is looked for at a page's address. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { mayBeFile, offerPrecompressed } from "#app/http/server/static-files.server.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";

const project = process.cwd();
beforeAll(() => {
  process.chdir(newFolder());
});
afterAll(() => {
  process.chdir(project);
});

/** What is sent in place of `pathname`. */
function sentFor(pathname: string): string | undefined {
  const request = { url: pathname, headers: { "accept-encoding": "br" } } as unknown as IncomingMessage;
  offerPrecompressed(request, { setHeader: () => undefined } as unknown as ServerResponse, pathname);
  return request.url;
}

test("a packed script is sent as soon as its folder can be read, though it could not be before", () => {
  expect(sentFor("/assets/root.js")).toBe("/assets/root.js");

  mkdirSync("new/assets", { recursive: true });
  writeFileSync("new/assets/root.js.br", "");
  mkdirSync("build");
  renameSync("new", "build/client");
  expect(sentFor("/assets/root.js")).toBe("/assets/root.js.br");
  expect(sentFor("/assets/other.js")).toBe("/assets/other.js");

  writeFileSync("build/client/assets/other.js.br", "");
  expect(sentFor("/assets/other.js")).toBe("/assets/other.js.br");
});

test.each([
  ["/favicon.svg", true],
  ["/.well-known/assetlinks", true],
  ["/leaflets/size-chart.pdf?v=2", true],
  ["/c/wooden-toys", false],
  ["/search?q=no.5", false],
  ["/", false],
])("%s may be a file: %s", (url, may) => {
  expect(mayBeFile(url)).toBe(may);
});
