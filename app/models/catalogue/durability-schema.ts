import { z } from "zod";

import { DURABILITY_TEXT_MAX, isLabelledYears, LABELLED_YEARS } from "./durability.ts";

const field = z.string().trim().min(1, "must not be empty").max(DURABILITY_TEXT_MAX, "is too long");

export const durabilitySchema = z
  .object({
    brand: field,
    model: field,
    years: z.number().refine(isLabelledYears, `must be ${LABELLED_YEARS}`),
  })
  .strict();
