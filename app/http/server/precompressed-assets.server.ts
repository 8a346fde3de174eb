import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";

import { takes } from "./content-negotiation.server.ts";

const ASSETS = "/assets/";
const PACKED = ".br";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};
const FOLDER = resolve("build/client/assets");

let packed: ReadonlySet<string> | null = null;

/** The static file handler uses the type and encoding from the headers set here and compresses nothing. */
export function offerPrecompressed(
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): void {
  if (!pathname.startsWith(ASSETS)) return;
  const type = TYPES[pathname.slice(pathname.lastIndexOf(".") + 1)];
  if (!type || !packedFiles().has(pathname.slice(ASSETS.length) + PACKED)) return;
  response.setHeader("Vary", "Accept-Encoding");
  if (!takes(request.headers["accept-encoding"]?.toString() ?? "", "br")) return;
  request.url = pathname + PACKED;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Encoding", "br");
}

function packedFiles(): ReadonlySet<string> {
  packed ??= new Set(listFiles().filter((file) => file.endsWith(PACKED)));
  return packed;
}

function listFiles(): ReadonlyArray<string> {
  try {
    return readdirSync(FOLDER);
  } catch {
    // There is no build, as in development.
    return [];
  }
}
