import { pino } from "pino";

import { config } from "#app/config.server.ts";

/** The time of the last line, cached because several thousand lines a second share few milliseconds. */
let last = { ms: 0, text: "" };

function timestamp(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return last.text;
}

/** Ids that give access to a cart, a shared list or a test payment. */
const OPENING_ID = /\b(cart|list|test)_[\w-]{8,}/g;
const LINK_SECRET = /\b(token|k|sig|proof)=[\w.%-]+/gi;

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
