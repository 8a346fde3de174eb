import { join, resolve } from "node:path";

import { config } from "#app/config.server.ts";
import { newConnection } from "#app/services/connection.ts";

import { fileSnapshot } from "./content-snapshot.server.ts";
import { embeddedContent, type OwnContent } from "./content-embedded.server.ts";
import { cachedContent } from "./cached-content.server.ts";
import type { ContentPort } from "./content-port.ts";
import { strapiSource } from "./content-strapi.server.ts";
import { findPageEdits } from "./edits-embedded.server.ts";

const connection = newConnection(configured);
let own: OwnContent | null = null;

export const content = connection.current;
export const connectContent = connection.connect;

/** Null with a content server, which is only read. */
export function ownContent(): OwnContent | null {
  if (config.content.provider !== "embedded") return null;
  own ??= embeddedContent(resolve("content"), { edits: findPageEdits });
  return own;
}

function configured(): ContentPort {
  if (config.content.provider === "embedded") return ownContent() ?? embeddedContent(resolve("content"));
  const source = strapiSource(config.content, { imageOrigins: config.images.remoteOrigins });
  const copy = fileSnapshot(join(config.dataDir, "content", "copy.json"));
  return cachedContent({ source, copy, own: embeddedContent(resolve("content")) });
}
