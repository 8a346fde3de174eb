/** A neighbour that misbehaves: a proxy in front of a real server that delays, cuts, floods or lies, as it is told. */
import { connect, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

import { freePort } from "./listening.ts";

/** What it does to each connection from now on. "none" passes everything on. */
export const FAULTS = [
  "none",
  "down",
  "latency",
  "black-hole",
  "reset",
  "drip",
  "slow-headers",
  "cut",
  "noise",
  "garbage",
  "lie",
  "html",
  "empty",
  "huge",
  "bomb",
  "redirect",
  "too-many",
  "unauthorised",
] as const;

export type Fault = (typeof FAULTS)[number];

export type FaultProxy = Readonly<{
  port: number;
  misbehave(fault: Fault): Promise<void>;
  /** Connections of clients that are open now. */
  openSockets(): number;
  stop(): Promise<void>;
}>;

type Options = Readonly<{
  /** Where well-behaved connections lead. */
  upstream: Readonly<{ host: string; port: number }>;
  /** True for a protocol in which the server speaks first, such as SMTP. */
  speaksFirst?: boolean;
  /** How long "latency" holds everything up, in milliseconds. */
  latencyMs: number;
}>;

const DRIP_MS = 20;
const FLOOD_CHUNK = Buffer.alloc(65_536, 0x78);
/** 50 MB of nothing, in 50 kB. */
const BOMB = gzipSync(Buffer.alloc(50_000_000));

export async function startFaultProxy({
  upstream,
  speaksFirst = false,
  latencyMs,
}: Options): Promise<FaultProxy> {
  let fault: Fault = "none";
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("close", () => sockets.delete(client)).on("error", () => undefined);
    if (fault === "none" || fault === "latency") {
      pass(client, upstream, fault === "latency" ? latencyMs : 0);
      return;
    }
    const spoilt = fault;
    if (speaksFirst) spoil(client.resume(), spoilt, SMTP[spoilt]);
    else client.once("data", () => spoil(client, spoilt, HTTP[spoilt]));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const port = await freePort();
  await listen(port);
  return {
    port,
    misbehave: async (next) => {
      for (const socket of sockets) socket.destroy();
      if (next === "down" && server.listening) await close();
      if (next !== "down" && !server.listening) await listen(port);
      fault = next;
    },
    openSockets: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await close();
    },
  };
}

function pass(client: Socket, upstream: Options["upstream"], delayMs: number): void {
  const server = connect(upstream);
  const forward = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
    from.on("close", () => setTimeout(() => to.end(), delayMs)).on("error", () => undefined);
  };
  forward(client, server);
  forward(server, client);
}

type Words = Readonly<{ head: string; body?: string | Buffer; drips?: string }>;

/** Does what the fault says, and then ends the connection if an honest server would. */
function spoil(client: Socket, fault: Fault, bytes: Words | null): void {
  if (fault === "reset") client.resetAndDestroy();
  if (!bytes) return;
  client.write(bytes.head);
  if (fault === "huge") flood(client);
  else if (bytes.drips) drip(client, bytes.drips);
  else client.end(bytes.body ?? "");
}

function flood(client: Socket): void {
  const more = () => {
    while (client.writable && client.write(FLOOD_CHUNK));
  };
  client.on("drain", more);
  more();
}

function drip(client: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => client.write(text[at++ % text.length] ?? ""), DRIP_MS);
  client.on("close", () => clearInterval(timer));
}

const answer = (status: string, ...headers: ReadonlyArray<string>) =>
  [`HTTP/1.1 ${status}`, ...headers, "Connection: close", "", ""].join("\r\n");
const JSON_TYPE = "Content-Type: application/json";
const HTML = "<!doctype html><title>Sign in to the hotel's network</title>";

type Spoilt = Exclude<Fault, "none" | "latency">;

const HTTP: Record<Spoilt, Words | null> = {
  down: null,
  "black-hole": null,
  reset: null,
  drip: { head: answer("200 OK", JSON_TYPE, "Content-Length: 100000"), drips: " " },
  "slow-headers": { head: "HTTP/1.1 200 OK\r\nX-Slow: ", drips: "x" },
  cut: { head: answer("200 OK", JSON_TYPE, "Content-Length: 1000"), body: '{"hits":[{"objectID":' },
  noise: { head: "\u0000\u0001 no protocol that anybody speaks \u0002\r\n\r\n" },
  garbage: { head: answer("200 OK", JSON_TYPE), body: Buffer.from("fffe00c3280a7b22", "hex") },
  lie: { head: answer("200 OK", JSON_TYPE), body: "{}" },
  html: { head: answer("200 OK", "Content-Type: text/html"), body: HTML },
  empty: { head: answer("200 OK", JSON_TYPE, "Content-Length: 0") },
  huge: { head: answer("200 OK", JSON_TYPE) },
  bomb: { head: answer("200 OK", JSON_TYPE, "Content-Encoding: gzip"), body: BOMB },
  redirect: { head: answer("302 Found", "Location: /", "Content-Length: 0") },
  "too-many": { head: answer("429 Too Many Requests", "Retry-After: 30", "Content-Length: 0") },
  unauthorised: { head: answer("401 Unauthorized", "Content-Length: 0") },
};

const SMTP: Record<Spoilt, Words | null> = {
  down: null,
  "black-hole": null,
  reset: null,
  drip: { head: "220-", drips: "x" },
  "slow-headers": { head: "2", drips: "2" },
  cut: { head: "220 mail.exam" },
  noise: { head: "\u0000\u0001 no protocol that anybody speaks \u0002\r\n" },
  garbage: { head: "220 \u00ff\u00fe\r\n999 what\r\n" },
  lie: { head: "220 mail.example\r\n354 go on\r\n" },
  html: { head: answer("400 Bad Request"), body: HTML },
  empty: { head: "" },
  huge: { head: "220-" },
  bomb: { head: "220 mail.example\r\n", body: BOMB },
  redirect: { head: "551 User not local; please try <mail.elsewhere.example>\r\n" },
  "too-many": { head: "421 Too busy\r\n" },
  unauthorised: { head: "530 Authentication required\r\n" },
};
