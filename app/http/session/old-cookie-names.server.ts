/** Renames cookies without the prefix `__Host-` (decision 0004). Goes with the release after the prefix's. */
import type { IncomingMessage, ServerResponse } from "node:http";

import { config } from "#app/config.server.ts";

import { sentName, shopCookies } from "./cookies.server.ts";

type Pair = Readonly<{ name: string; value: string }>;

/** An existing new name wins. */
export function renameOldCookies(request: IncomingMessage, response: ServerResponse): void {
  if (!config.isHttps || request.headers.cookie === undefined) return;
  const made = shopCookies();
  const pairs = request.headers.cookie.split(";").map(pairOf);
  const old = pairs.filter(({ name }) => made.has(name));
  if (old.length === 0) return;
  const known = new Set(pairs.map(({ name }) => name));
  const isOnly = ({ name }: Pair) => old.filter((other) => other.name === name).length === 1;
  const renamed = old
    .filter(({ name }) => !known.has(sentName(name)))
    .map(({ name, value }) => ({ old: name, name: sentName(name), value }));
  // Of several values nobody knows yet which one verifies: the browser keeps them, and each request tries them all.
  const moving = old.filter(isOnly);
  for (const { old: name, name: sent, value } of renamed) {
    if (!moving.some((pair) => pair.name === name)) continue;
    const age = `Max-Age=${made.get(name) ?? 0}`;
    response.appendHeader("Set-Cookie", `${sent}=${value}; ${age}; Path=/; HttpOnly; Secure; SameSite=Lax`);
  }
  for (const { name } of moving) response.appendHeader("Set-Cookie", `${name}=; Path=/; Max-Age=0`);
  const others = pairs.filter((pair) => !old.includes(pair));
  request.headers.cookie = [...others, ...renamed].map(({ name, value }) => `${name}=${value}`).join("; ");
}

function pairOf(text: string): Pair {
  const [name = "", ...value] = text.split("=");
  return { name: name.trim(), value: value.join("=").trim() };
}
