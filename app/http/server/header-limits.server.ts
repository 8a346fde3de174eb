import type { IncomingHttpHeaders } from "node:http";

/**
 * Characters, well above what browsers send: Chrome's longest Accept has 137, and Node's limit of 16 kB is
 * enough for a pattern with quadratic cost. Only headers without which a request means the same, or less, may
 * stand here.
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
  "stripe-signature": 4_096,
  // User-Agents of browsers inside other programs reach 500.
  "user-agent": 1_024,
} as const satisfies Readonly<Record<string, number>>;

const LIMITS = Object.entries(HEADER_MAX_CHARACTERS);

export function dropLongHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, maximum] of LIMITS) {
    const value = headers[name];
    if (value !== undefined && value.length > maximum) Reflect.deleteProperty(headers, name);
  }
}
