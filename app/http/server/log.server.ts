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

/** Warnings of libraries and of the shop become lines of the log. Call it once, in a process that serves. */
export function logWarnings(): void {
  // The only listener of before is Node's own, which writes text.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => logger.warn({ warning: name }, message));
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
