/** How long the headers of a request may be that something takes apart: the shop, Express, or what they are built on. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * In characters, well above what browsers send: Chrome's longest Accept has 137. Node bounds the whole head at 16 kB
 * (`maxHeaderSize`), and 16 kB are enough for a pattern whose work grows with the square of the length. Only headers
 * without which a request means the same, or less, stand here.
 */
export const HEADER_MAX_CHARACTERS = {
  accept: 256,
  "accept-encoding": 256,
  "cache-control": 256,
  "content-type": 256,
  "if-match": 1_024,
  "if-modified-since": 64,
  "if-none-match": 1_024,
  "if-range": 256,
  "if-unmodified-since": 64,
  "payment-signature": 1_024,
  purpose: 64,
  range: 256,
  referer: 4_096,
  "sec-purpose": 64,
  // One signature for each secret that is in use.
  "stripe-signature": 4_096,
  // Names of browsers inside other programs come to 500.
  "user-agent": 1_024,
} as const satisfies Readonly<Record<string, number>>;

const LIMITS = Object.entries(HEADER_MAX_CHARACTERS);

/** Takes each header out of `headers` that is longer than it may be: it counts as not sent. */
export function dropLongHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, maximum] of LIMITS) {
    const value = headers[name];
    if (value !== undefined && value.length > maximum) Reflect.deleteProperty(headers, name);
  }
}
