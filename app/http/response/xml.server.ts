/** XML that is sent while it is being written, so that its length does not matter. */
import { Readable } from "node:stream";

import { createReadableStreamFromReadable } from "@remix-run/node";

/** For sitemap and feed: search engines come by the day, not by the minute. */
const AN_HOUR = "public, max-age=3600";

export const XML_HEADERS = {
  "Content-Type": "application/xml; charset=utf-8",
  "Cache-Control": AN_HOUR,
} as const;

/** 200 with `chunks` as they come. */
export function xmlStream(chunks: AsyncIterable<string>): Response {
  return new Response(createReadableStreamFromReadable(Readable.from(chunks, { objectMode: false })), {
    headers: XML_HEADERS,
  });
}
