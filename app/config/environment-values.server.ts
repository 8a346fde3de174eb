/** Kinds of values that settings have. */
import { availableParallelism } from "node:os";

import { z } from "zod";

/** A whole number from `min` to `max`; `fallback` where nothing is said. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Words separated by commas. */
export const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** How many processes; 0 or nothing: one for each core. */
export const processCount = wholeNumber(0, 0, 256).transform((count) => count || availableParallelism());
