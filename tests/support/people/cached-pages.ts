/** Asks a running shop for pages, and tells whether its fast lane answered. */
import { brotliDecompressSync } from "node:zlib";

import type { OpenShop } from "#tests/support/shops/server.ts";

import { rawRequest } from "./raw-http.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) Chrome/128.0.0.0 Safari/537.36";
const REQUEST_ID = /^x-request-id: [0-9a-f]{32}$/im;
const MINUTE_MS = 60_000;

export type CachedPageHeaders = Readonly<Record<string, string>>;
/** What comes over the wire, but for what is another with every answer: its date and its id. */
export type CachedPageAnswer = Readonly<{ head: ReadonlyArray<string>; body: string; isFast: boolean }>;
type CachedPageClient = (
  path: string,
  headers?: CachedPageHeaders,
  method?: string,
) => Promise<CachedPageAnswer>;

/** Asks `shop`, as a person's browser unless the headers say another. */
export function cachedPageClient(shop: OpenShop): CachedPageClient {
  const hits = async () => {
    const state = (await (await fetch(`${shop.origin}/health`)).json()) as {
      responseCache: { hits: number };
    };
    return state.responseCache.hits;
  };
  return async (path, headers = {}, method = "GET") => {
    const before = await hits();
    const all = { Host: `localhost:${shop.port}`, "User-Agent": PERSON, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
    const { head, body } = await rawRequest(shop.port, text);
    if (!REQUEST_ID.test(head)) throw new Error(`An answer without an id: ${head}`);
    const known = head.split("\r\n").filter((line) => !/^(?:date|x-request-id):/i.test(line));
    return { head: known, body, isFast: (await hits()) > before };
  };
}

/** The answers to `asks`, one after the other, all within one minute by the clock: the lane forgets with each. */
export async function withinOneMinute<Asks extends ReadonlyArray<() => Promise<unknown>>>(
  asks: () => readonly [...Asks],
) {
  for (;;) {
    const minute = minuteNow();
    const answers: Array<unknown> = [];
    for (const one of asks()) answers.push(await one());
    if (minuteNow() === minute) return answers as { [Place in keyof Asks]: Awaited<ReturnType<Asks[Place]>> };
  }
}

const minuteNow = () => Math.floor(Date.now() / MINUTE_MS);

/** The answer of the fast lane to what was asked before. It makes a page anew that has just been packed smaller. */
export async function fastAnswer(ask: () => Promise<CachedPageAnswer>): Promise<CachedPageAnswer> {
  const answer = await ask();
  return answer.isFast ? answer : ask();
}

/** Head and unpacked body. A page that is asked for often is packed again, smaller, at a moment that nobody knows. */
export function bytesOf({ head, body }: CachedPageAnswer) {
  if (!head.some((line) => /^content-encoding: br$/i.test(line))) return { head, body };
  const page = body === "" ? "" : brotliDecompressSync(Buffer.from(body, "latin1")).toString("latin1");
  const lines = head.filter((line) => !/^content-length:/i.test(line));
  return { head: lines.map((line) => line.replace(/^(etag: .*)-small"$/i, '$1"')), body: page };
}
