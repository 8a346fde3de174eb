import { expect, test } from "vitest";
import { z } from "zod";

import { plainEnglish, zodErrorText } from "#app/http/api/problem-text.ts";

const schema = z.object({
  items: z.array(z.object({ quantity: z.number().int().positive().max(9) })).min(1),
  kind: z.enum(["toy", "pram"]).optional(),
  note: z.string().max(3).optional(),
  isGift: z.boolean().optional(),
});

function problemOf(body: unknown): string {
  const parsed = schema.safeParse(body, { errorMap: plainEnglish });
  if (parsed.success) throw new Error("Nothing is wrong with this");
  return zodErrorText(parsed.error);
}

const ONE = [{ quantity: 1 }];

test.each([
  [null, "body: must be an object, not null"],
  [{}, "items: is missing"],
  [{ items: {} }, "items: must be a list, not an object"],
  [{ items: [] }, "items: must have at least 1 item"],
  [{ items: [{}] }, "items.0.quantity: is missing"],
  [{ items: [{ quantity: "2" }] }, "items.0.quantity: must be a number, not a text"],
  [{ items: [{ quantity: 1.5 }] }, "items.0.quantity: must be a whole number, not a fraction"],
  [{ items: [{ quantity: 0 }] }, "items.0.quantity: must be more than 0"],
  [{ items: [{ quantity: 10 }] }, "items.0.quantity: must be at most 9"],
  [{ items: ONE, kind: "cot" }, "kind: must be one of toy, pram"],
  [{ items: ONE, note: "oak!" }, "note: must have at most 3 characters"],
  [{ items: ONE, isGift: 1 }, "isGift: must be true or false, not a number"],
])("the problem of %j is described as %j", (body, words) => {
  expect(problemOf(body)).toBe(words);
});
