import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

import { pathOf } from "#app/http/request/target.ts";

import { takes } from "./content-negotiation.server.ts";

const ASSETS = "/assets/";
const PACKED = ".br";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};
/**
 * False for an address without a dot, as pages have. Files are looked for at each request, so that one that was put there
 * meanwhile is found.
 */
export function mayBeFile(url: string): boolean {
  return pathOf(url).includes(".");
}

/** The static file handler uses the type and encoding from the headers set here and compresses nothing. */
export function offerPrecompressed(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): void {
  if (!pathname.startsWith(ASSETS)) return;
  const type = TYPES[pathname.slice(pathname.lastIndexOf(".") + 1)];
  if (!type || !existsSync(`build/client${pathname}${PACKED}`)) return;
  response.setHeader("Vary", "Accept-Encoding");
  if (!takes(request.headers["accept-encoding"]?.toString() ?? "", "br")) return;
  request.url = pathname + PACKED;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "br");
}
