import { join, resolve } from "node:path";

import { config } from "#app/config.server.ts";

import { fileSnapshot } from "./content-snapshot.server.ts";
import { embeddedContent } from "./content-embedded.server.ts";
import { cachedContent } from "./cached-content.server.ts";
import type { ContentPort } from "./content-port.ts";
import { strapiSource } from "./content-strapi.server.ts";

let chosen: ContentPort | null = null;

export function content(): ContentPort {
  chosen ??= configured();
  return chosen;
}

/** Puts `port` in place of the configured one; null brings that back. For tests. */
export function connectContent(port: ContentPort | null): void {
  chosen = port;
}

function configured(): ContentPort {
  const own = embeddedContent(resolve("content"));
  if (config.content.provider === "embedded") return own;
  const source = strapiSource(config.content, { imageOrigins: config.images.remoteOrigins });
  return cachedContent({ source, copy: fileSnapshot(join(config.dataDir, "content", "copy.json")), own });
}
