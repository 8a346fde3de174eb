/** Streams XML while it is written, so that its length does not matter. */
import { Readable } from "node:stream";

import { createReadableStreamFromReadable } from "@remix-run/node";

/** Search engines fetch sitemap and feed about once a day. */
const AN_HOUR = "public, max-age=3600";

export const XML_HEADERS = {
  "Content-Type": "application/xml; charset=utf-8",
  "Cache-Control": AN_HOUR,
} as const;

export function xmlStream(chunks: AsyncIterable<string>): Response {
  return new Response(createReadableStreamFromReadable(Readable.from(chunks, { objectMode: false })), {
    headers: XML_HEADERS,
  });
}
