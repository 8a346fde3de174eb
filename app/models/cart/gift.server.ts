import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { textSchema } from "#app/models/shared/text-field.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { existingCart, findGiftRules } from "./cart.server.ts";
import type { Cart, CartLine } from "./cart.ts";
import { type GiftRules, type GiftRequest, isGiftable } from "./gift.ts";
import { findCartLines } from "./line.server.ts";
import { bumpCartVersion } from "./queries.server.ts";

export type TypedGift = Readonly<{ paper: string; message: string }>;

export type GiftCode =
  "cart-not-found" | "line-not-found" | "gift-excluded" | "gift-paper-unknown" | "gift-message";

type ForLine = Readonly<{ lineId: CartLineId; typed: TypedGift }>;

export async function setGift(
  cartId: CartId,
  { lineId, typed }: ForLine,
  now: Date,
): Promise<Result<Cart, GiftCode>> {
  const [terms, rules] = await Promise.all([findSaleTerms(), findGiftRules()]);
  return transact(async () => {
    if (!(await bumpCartVersion(cartId, now))) return refused("cart-not-found");
    const line = (await findCartLines(cartId, terms)).find(({ id }) => id === lineId);
    if (!line) return refused("line-not-found");
    const request = readGiftRequest(typed, line, rules);
    if (!request.ok) return request;
    const { paper, message } = request.value;
    await db()
      .updateTable("cart_lines")
      .set({ gift_paper: paper, gift_message: message })
      .where("id", "=", lineId)
      .execute();
    return ok(await existingCart(cartId, terms));
  });
}

function readGiftRequest(
  { paper, message }: TypedGift,
  line: CartLine,
  rules: GiftRules,
): Result<GiftRequest, GiftCode> {
  const text = textSchema(rules.messageMax).safeParse(message);
  const isEmpty = paper === "" && text.data === null;
  if (!isEmpty && !isGiftable(line, rules))
    return refused("gift-excluded", { name: fullName(line.name, line.variantLabel) });
  if (paper !== "" && !rules.papers.some(({ key }) => key === paper)) return refused("gift-paper-unknown");
  if (!text.success) return refused("gift-message", { problem: text.error.issues[0]?.message ?? "" });
  return ok({ paper: paper || null, message: text.data });
}
