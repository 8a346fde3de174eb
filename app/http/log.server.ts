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

export const logger = pino({
  level: config.logLevel,
  base: null,
  timestamp,
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
