/** Reads what the shop's settings say of gifts. */
import { giftRules, type GiftRules } from "./gift.ts";
import { findStore } from "./store.server.ts";

export async function findGiftRules(): Promise<GiftRules> {
  return giftRules(await findStore());
}
