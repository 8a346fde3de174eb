import { z } from "zod";

/** What "Undo" needs to bring a removed line back, with what the shopper typed for it. */
export const removedLineSchema = z.object({
  name: z.string(),
  variantLabel: z.string().nullable(),
  variantId: z.number(),
  quantity: z.number(),
  canUndo: z.boolean(),
  gift: z.object({ paper: z.string().nullable(), message: z.string().nullable() }).nullable(),
  /** The shopper's words on each unit, or null. */
  words: z.string().nullable(),
});

export type RemovedLine = Readonly<z.output<typeof removedLineSchema>>;
