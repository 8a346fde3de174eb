/** The settings of load shedding (decision 0020). */
import { z } from "zod";

import { wholeNumber } from "./environment-values.server.ts";

export const LOAD_SHEDDING_ENVIRONMENT = {
  LOAD_SHEDDING: z.enum(["on", "off"]).default("on"),
  LOAD_SHEDDING_QUEUE_MS: wholeNumber(250, 10, 10_000),
  LOAD_SHEDDING_EVENT_LOOP_LAG_MS: wholeNumber(150, 10, 10_000),
  LOAD_SHEDDING_MAX_CONCURRENT: wholeNumber(200, 1, 10_000),
};

type LoadSheddingEnvironment = z.infer<z.ZodObject<typeof LOAD_SHEDDING_ENVIRONMENT>>;

export type LoadSheddingSettings = Readonly<{
  isOn: boolean;
  /** Milliseconds in the queue from which new visitors are turned away. */
  waitMaxMs: number;
  /** Milliseconds of event loop lag from which new visitors are turned away. */
  lagMaxMs: number;
  /** Concurrent requests of this process from which new visitors are turned away. */
  requestsMax: number;
}>;

export function readLoadSheddingSettings(environment: LoadSheddingEnvironment): LoadSheddingSettings {
  return {
    isOn: environment.LOAD_SHEDDING === "on",
    waitMaxMs: environment.LOAD_SHEDDING_QUEUE_MS,
    lagMaxMs: environment.LOAD_SHEDDING_EVENT_LOOP_LAG_MS,
    requestsMax: environment.LOAD_SHEDDING_MAX_CONCURRENT,
  };
}
