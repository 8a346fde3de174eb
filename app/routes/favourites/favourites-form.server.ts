import { z } from "zod";

import { readFavourite } from "#app/models/wishlist/wishlist.ts";

const PLACE = /^[a-z][a-z-]{0,19}$/;
const AT_MAX = 1_000;

/** "101", "101-1003" or "101-1003@fresh": a product, its variant, and the list whose button was pressed. */
const target = z.string().transform((text, context) => {
  const [name = "", place = ""] = text.split("@");
  const favourite = readFavourite(name);
  if (favourite) return { favourite, place: PLACE.test(place) ? place : null };
  context.addIssue({ code: "custom", message: "We could not find that product" });
  return z.NEVER;
});

const common = {
  /** The page to return to without scripts. */
  from: z.string().optional(),
  /** Sent by scripts: answer with data. */
  script: z.literal("1").optional(),
};

export const favouritesFormSchema = z.union([
  z.object({ ...common, save: target }),
  z.object({ ...common, remove: target }),
  z.object({ ...common, undo: target, at: z.coerce.number().int().min(0).max(AT_MAX) }),
  z.object({ ...common, intent: z.enum(["share", "stop-sharing", "forget-gone"]) }),
]);

export type FavouritesForm = z.output<typeof favouritesFormSchema>;
export type ListTarget = z.output<typeof target>;
