/**
 * What the shop is measured against, as a process of its own: a server that has nothing to do but to send a page that
 * is ready, by Express or by node:http alone. Arguments: "express" or "http", and a folder of pages (pages-on-disk).
 */
import { readdirSync, readFileSync } from "node:fs";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Express = () => RequestListener & {
  use: (handler: unknown) => void;
  get: (path: string, handler: Handler) => void;
};

/** remix-serve's own Express and compression. */
const ofServe = createRequire(createRequire(import.meta.url).resolve("@remix-run/serve/package.json"));

const [kind = "", folder = ""] = process.argv.slice(2);
const listener = kind === "express" ? expressListener() : plainListener();
const server = http.createServer(listener);
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

/** The pages of the folder: whole, and compressed as the shop sent them. */
function pages() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => {
      const name = file.slice(0, -".html".length);
      return {
        name,
        html: readFileSync(join(folder, file)),
        packed: readFileSync(join(folder, `${name}.br`)),
      };
    });
}

function sendReady(response: ServerResponse, packed: Buffer): void {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Encoding": "br",
    "Content-Length": packed.byteLength,
  });
  response.end(packed);
}

function expressListener(): RequestListener {
  const express = ofServe("express") as Express;
  const compression = ofServe("compression") as () => unknown;
  const ready = express();
  const onTheFly = express();
  onTheFly.use(compression());
  for (const { name, html, packed } of pages()) {
    ready.get(`/ready/${name}`, (_, response) => sendReady(response, packed));
    onTheFly.get(`/gzip/${name}`, (_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(html);
    });
  }
  return (request, response) => {
    const isReady = request.url?.startsWith("/ready/");
    if (!isReady) request.headers["accept-encoding"] = "gzip";
    (isReady ? ready : onTheFly)(request, response);
  };
}

function plainListener(): RequestListener {
  const known = new Map(
    pages().flatMap(({ name, html, packed }): Array<[string, Handler]> => [
      [`/ready/${name}`, (_, response) => sendReady(response, packed)],
      [
        `/gzip/${name}`,
        (_, response) => {
          const body = gzipSync(html);
          response.writeHead(200, {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Encoding": "gzip",
            "Content-Length": body.byteLength,
          });
          response.end(body);
        },
      ],
    ]),
  );
  return (request, response) => {
    const handler = known.get(request.url ?? "");
    if (handler) handler(request, response);
    else response.end("Hello, world\n");
  };
}
