import { findStore } from "#app/models/store/store.server.ts";

import { giftRules, type GiftRules } from "./gift.ts";

export async function findGiftRules(): Promise<GiftRules> {
  return giftRules(await findStore());
}
