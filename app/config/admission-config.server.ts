/** The settings of load shedding (decision 0020). */
import { z } from "zod";

import { wholeNumber } from "./environment-values.server.ts";

export const ADMISSION_ENVIRONMENT = {
  ADMISSION: z.enum(["on", "off"]).default("on"),
  ADMISSION_WAIT_MS: wholeNumber(250, 10, 10_000),
  ADMISSION_LAG_MS: wholeNumber(150, 10, 10_000),
  ADMISSION_REQUESTS: wholeNumber(200, 1, 10_000),
};

type AdmissionEnvironment = z.infer<z.ZodObject<typeof ADMISSION_ENVIRONMENT>>;

export type AdmissionSettings = Readonly<{
  isOn: boolean;
  /** What whoever comes now would wait until it is their turn, in milliseconds, from which nobody new is let in. */
  waitMaxMs: number;
  /** Lag of the event loop, in milliseconds, from which nobody new is let in. */
  lagMaxMs: number;
  /** Requests under way in this process, from which nobody new is let in. */
  requestsMax: number;
}>;

export function readAdmissionSettings(environment: AdmissionEnvironment): AdmissionSettings {
  return {
    isOn: environment.ADMISSION === "on",
    waitMaxMs: environment.ADMISSION_WAIT_MS,
    lagMaxMs: environment.ADMISSION_LAG_MS,
    requestsMax: environment.ADMISSION_REQUESTS,
  };
}
