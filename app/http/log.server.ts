/** The shop's log: one JSON line for each thing worth knowing, on standard output. */
import { pino } from "pino";

import { config } from "#app/config.server.ts";

export const logger = pino({
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
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
