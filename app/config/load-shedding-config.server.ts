/** Load shedding (decision 0020): from each of these values on, a process turns new visitors away. */
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
  waitMaxMs: number;
  lagMaxMs: number;
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
