/** Files are looked for where there may be one, and nowhere else. */
import { readdirSync } from "node:fs";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";

import { expect, test } from "vitest";

import { leanFiles, silenceAccessLog } from "#app/http/remix/static-file-filter.server.ts";

type Handler = (...given: ReadonlyArray<unknown>) => void;
type Express = {
  (): RequestListener & { use: (handler: Handler) => void };
  static: (folder: string) => Handler;
};
/** The one that remix-serve brings. */
const ofServe = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
const express = ofServe("express") as Express;

async function statusOf(app: RequestListener, path: string): Promise<number | undefined> {
  const server = http.createServer(app).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await new Promise((resolve, reject) => {
      http
        .get({ port, host: "127.0.0.1", path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
        .on("error", reject);
    });
  } finally {
    server.close();
  }
}

function newApp() {
  const app = express();
  let asked = 0;
  const files = express.static("public");
  // Named as Express names it: that is how it is found.
  function serveStatic(...given: ReadonlyArray<unknown>): void {
    asked += 1;
    files(...given);
  }
  app.use(serveStatic);
  return { app, asked: () => asked };
}

test.each(["/robots", "/c/prams", "/", "/p/a/b?picture=2.5", "/fonts"])("%s is no file", async (path) => {
  const { app, asked } = newApp();

  expect(leanFiles(app)).toBe(1);
  expect(await statusOf(app, path)).toBe(404);
  expect(asked()).toBe(0);
});

test("a file is found as before, with a query as well", async () => {
  const [file] = readdirSync("public").filter((name) => name.endsWith(".svg"));
  const { app, asked } = newApp();
  leanFiles(app);

  expect(await statusOf(app, `/${file}`)).toBe(200);
  expect(await statusOf(app, `/${file}?v=1`)).toBe(200);
  expect(asked()).toBe(2);
});

test("every file that is served has a dot in its name", () => {
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

  expect(files.length).toBeGreaterThan(3);
  expect(files.filter(({ name }) => !name.includes("."))).toEqual([]);
});

test("something that is not Express is left as it is", () => {
  expect(leanFiles(() => undefined)).toBe(0);
  expect(leanFiles(undefined)).toBe(0);
});

test("the access log of remix-serve, which prints whole addresses, writes nothing", async () => {
  const { app } = newApp();
  const lines: Array<string> = [];
  // Named as morgan names it.
  app.use(function logger(request, _response, next) {
    lines.push((request as Request).url);
    (next as () => void)();
  });

  expect(await statusOf(app, "/orders?k=before")).toBe(404);
  expect(silenceAccessLog(app)).toBe(1);
  expect(await statusOf(app, "/orders?k=secret")).toBe(404);
  expect(lines).toEqual(["/orders?k=before"]);
  expect(silenceAccessLog(() => undefined)).toBe(0);
});
