/** The family of a list in their browser. */
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { action as giftLists } from "#app/routes/gift-lists/gift-lists.tsx";
import { action as useLink, loader as linkPage } from "#app/routes/gift-lists/link.tsx";

import { Browser } from "./browser.ts";
import { giftListEmails, linkTo } from "./gift-lists.ts";

/** A browser in which the lists of the family are open. Sends what is queued about gift lists. */
export async function familyOf(one: GiftList): Promise<Browser> {
  const family = new Browser();
  await giftListEmails();
  await family.post(giftLists, "/gift-lists", { intent: "send-link", email: one.email });
  await family.get(linkPage, linkTo((await giftListEmails())[0], "/gift-lists/link"));
  await family.post(useLink, "/gift-lists/link", {});
  return family;
}
