/** Brings a picture from another host: only from listed ones, never from a private address, never much, never for long. */
import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";

import ipaddr from "ipaddr.js";

import { SourceRefused, UnreadablePicture } from "./image-errors.ts";

const MAX_BYTES = 10_000_000;
/** For everything together: names, redirects and the last byte. */
const PATIENCE_MS = 5_000;
const REDIRECTS_MAX = 3;

export type RemoteRules = Readonly<{
  /** Where pictures may come from, such as "https://cdn.example". */
  origins: ReadonlyArray<string>;
  /** The addresses of a name; the system's resolver where nothing is said. */
  resolve?: (host: string) => Promise<ReadonlyArray<string>>;
  /** Whether a connection may go to an address; public ones only where nothing is said. */
  isAllowed?: (address: string) => boolean;
  patienceMs?: number;
}>;

/**
 * The body of `address`, or null when nobody answers with one. Throws SourceRefused when the address, a redirect or
 * what their names resolve to is off limits, UnreadablePicture when it is too large.
 */
export async function fetchRemote(address: string, rules: RemoteRules): Promise<Uint8Array | null> {
  const signal = AbortSignal.timeout(rules.patienceMs ?? PATIENCE_MS);
  let next = address;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const url = listed(next, rules.origins);
    const answer = await ask(url, await pinnedAddress(url, rules, signal), signal);
    if (!(answer instanceof URL)) return answer;
    next = answer.href;
  }
  return null;
}

/** True for an address of the public internet, in whatever way it is written. */
export function isPublicAddress(address: string): boolean {
  // "process" unwraps IPv4 inside IPv6, such as ::ffff:7f00:1.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

function listed(address: string, origins: ReadonlyArray<string>): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !origins.includes(url.origin) || url.username || url.password)
    throw new SourceRefused("Pictures come from listed hosts only");
  return url;
}

/**
 * The one address that the connection will go to. It is looked up once and used as it was checked: a name that
 * answers otherwise a moment later (DNS rebinding) is not asked again.
 */
async function pinnedAddress(url: URL, rules: RemoteRules, signal: AbortSignal): Promise<string | null> {
  const { resolve = systemAddresses, isAllowed = isPublicAddress } = rules;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : await Promise.race([resolve(host).catch(() => []), ended(signal)]);
  if (!found.every(isAllowed))
    throw new SourceRefused("The host of this picture is not on the public internet");
  return found[0] ?? null;
}

async function systemAddresses(host: string): Promise<ReadonlyArray<string>> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Nothing, once `signal` has fired. */
function ended(signal: AbortSignal): Promise<ReadonlyArray<string>> {
  return new Promise((settle) => signal.addEventListener("abort", () => settle([]), { once: true }));
}

/** The body, where a redirect leads, or null. */
async function ask(url: URL, address: string | null, signal: AbortSignal): Promise<Uint8Array | URL | null> {
  if (!address) return null;
  try {
    const response = await open(url, address, signal);
    if (response.statusCode === 200) return await collect(response);
    response.destroy();
    return redirectOf(response, url);
  } catch (error) {
    if (error instanceof UnreadablePicture) throw error;
    return null;
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const location = headers.location ?? "";
  const isRedirect = statusCode >= 300 && statusCode < 400 && location !== "";
  return isRedirect && URL.canParse(location, from) ? new URL(location, from) : null;
}

function open(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, options, answer) => {
    const family = isIP(address);
    if (options.all) answer(null, [{ address, family }]);
    else answer(null, address, family);
  };
  const client = url.protocol === "https:" ? https : http;
  const headers = { Accept: "image/avif,image/webp,image/jpeg,image/png", "Accept-Encoding": "identity" };
  return new Promise((settle, reject) => {
    client.get(url, { agent: false, lookup: pinned, signal, headers }, settle).once("error", reject);
  });
}

async function collect(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Array<Buffer> = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES) throw new UnreadablePicture("The picture is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
