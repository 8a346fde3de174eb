/** Chooses where articles, pages and words come from: the content folder of the repository. */
import { resolve } from "node:path";

import { embeddedContent } from "./content-embedded.server.ts";
import type { ContentPort } from "./content-port.ts";

let chosen: ContentPort | null = null;

export function content(): ContentPort {
  chosen ??= embeddedContent(resolve("content"));
  return chosen;
}
