import { z } from "zod";

const PLACE = /^[a-z][a-z-]{0,19}$/;
const ID = /^[1-9]\d{0,8}$/;

/** "101" or "101@fresh": a product, and the list whose button was pressed. */
const target = z.string().transform((text, context) => {
  const [id = "", place = ""] = text.split("@");
  if (ID.test(id)) return { id: Number(id), place: PLACE.test(place) ? place : null };
  context.addIssue({ code: "custom", message: "We could not find that product" });
  return z.NEVER;
});

const common = {
  /** The page to return to without scripts. */
  from: z.string().optional(),
  /** Sent by scripts: answer with data. */
  script: z.literal("1").optional(),
  /** The products of the page whose button was pressed, "101,102". */
  products: z.string().max(100).optional(),
};

export const compareFormSchema = z.union([
  z.object({ ...common, add: target }),
  z.object({ ...common, remove: target }),
  /** `in` replaces `out`. */
  z.object({ ...common, out: target, in: target }),
  z.object({ ...common, intent: z.literal("clear") }),
]);

export type CompareForm = z.output<typeof compareFormSchema>;
export type CompareTarget = z.output<typeof target>;
