import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";

import { pathOf } from "#app/http/request/target.ts";

import { takes } from "./content-negotiation.server.ts";

const ASSETS = "/assets/";
const PACKED = ".br";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};
/** What remix-serve sends files from. */
const FOLDERS = ["build/client", "public"];

let packed: ReadonlySet<string> | null = null;
let roots: ReadonlySet<string> | null = null;

/** False for an address whose first part names nothing that these folders held at first. */
export function mayBeFile(url: string): boolean {
  roots ??= new Set(FOLDERS.flatMap(listFiles));
  return roots.has(pathOf(url).split("/", 2)[1] ?? "");
}

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
  packed ??= new Set(listFiles("build/client/assets").filter((file) => file.endsWith(PACKED)));
  return packed;
}

function listFiles(folder: string): ReadonlyArray<string> {
  try {
    return readdirSync(resolve(folder));
  } catch {
    // There is no build, as in development.
    return [];
  }
}
