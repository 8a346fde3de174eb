/** The shop's log: one JSON line for each thing worth knowing, on standard output. */
import { pino } from "pino";

import { config } from "#app/config.server.ts";

/** Of the last line: several thousand a second share few milliseconds. */
let last = { ms: 0, text: "" };

/** The time of a line as pino wants it: ISO 8601, UTC. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return last.text;
}

/** Ids that open something for whoever has them: a basket, a shared list, a payment at the test provider. */
const OPENING_ID = /\b(cart|list|test)_[\w-]{8,}/g;
/** A secret of a link, in the words of an error for example. */
const LINK_SECRET = /\b(token|k|sig|proof)=[\w.%-]+/gi;

/** `line` without what would open something for whoever reads the log. */
export function withoutSecrets(line: string): string {
  return line.replace(OPENING_ID, "$1_[removed]").replace(LINK_SECRET, "$1=[removed]");
}

export const logger = pino({
  level: config.logLevel,
  base: null,
  timestamp,
  hooks: { streamWrite: withoutSecrets },
  redact: {
    paths: [
      "*.password",
      "*.token",
      "*.cookie",
      "*.authorization",
      "*.email",
      "password",
      "token",
      "cookie",
      "authorization",
      "email",
    ],
    censor: "[removed]",
  },
});
