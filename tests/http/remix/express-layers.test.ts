/** The access log of remix-serve is found and says nothing; its files are found, and looked for nowhere else. */
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";

import { expect, test } from "vitest";

import { limitStaticFiles, silenceAccessLog } from "#app/http/remix/express-layers.server.ts";
import { listen } from "#tests/support/shops/listening.ts";

type Handler = (...given: ReadonlyArray<unknown>) => void;
type Express = (() => RequestListener & { use: (handler: Handler) => void }) &
  Readonly<{ static: (folder: string) => Handler }>;
type Morgan = (format: string, options: Readonly<{ stream: { write: (line: string) => void } }>) => Handler;
/** Both are the ones that remix-serve brings. */
const ofServe = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));
const express = ofServe("express") as Express;
const morgan = ofServe("morgan") as Morgan;

async function statusOf(app: RequestListener, path: string): Promise<number> {
  const { url, close } = await listen(app);
  const { status } = await fetch(url + path);
  await close();
  return status;
}

test("the access log of remix-serve, which would print whole addresses, writes nothing", async () => {
  const app = express();
  const lines: Array<string> = [];
  app.use(morgan(":url", { stream: { write: (line) => lines.push(line.trim()) } }));

  expect(await statusOf(app, "/orders?k=before")).toBe(404);
  expect(silenceAccessLog(app)).toBe(1);
  expect(await statusOf(app, "/orders?k=secret")).toBe(404);
  expect(lines).toEqual(["/orders?k=before"]);
  expect(silenceAccessLog(() => undefined)).toBe(0);
});

test("files are looked for only where there may be one", async () => {
  const app = express();
  app.use(express.static("app/http"));
  const requested: Array<string> = [];

  expect(await statusOf(app, "/remix/express-layers.server.ts")).toBe(200);
  const mayBeFile = (url: string) => {
    requested.push(url);
    return url.startsWith("/remix/");
  };
  expect(limitStaticFiles(app, mayBeFile)).toBe(1);
  expect(await statusOf(app, "/remix/express-layers.server.ts?v=1")).toBe(200);
  expect(await statusOf(app, "/response/html.server.ts")).toBe(404);
  expect(requested).toEqual(["/remix/express-layers.server.ts?v=1", "/response/html.server.ts"]);
  expect(limitStaticFiles(() => undefined, mayBeFile)).toBe(0);
});
