/** The family of a list in their browser, and a giver who pays. */
import { db } from "#app/db/db.server.ts";
import type { GiftList } from "#app/models/gift-list/gift-list.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import type { OrderId } from "#app/models/shared/ids.ts";
import { action as pay, loader as checkout } from "#app/routes/checkout/list-checkout.tsx";
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

const GIVER = {
  giver_name: "Margaret Okafor",
  gift_message: "For the first nights",
  email: "margaret@example.org",
} as const;
export const BILLING = {
  billing_first_name: "Margaret",
  billing_last_name: "Okafor",
  billing_address1: "3 Orchard Way",
  billing_city: "Ludlow",
  billing_postal_code: "SY8 1AA",
  billing_country_code: "GB",
};

type Page = Readonly<{
  view: {
    attemptId: string;
    cartVersion: number;
    totals: { total: { minor: number } };
    confirmedDelivery: string;
    chosenMethod: string;
  };
}>;

/** The fields of their checkout as its page has them. */
export async function checkoutFields(browser: Browser, one: GiftList) {
  const answer = await browser.get(checkout, `/checkout/gift-list/${one.id}`, { listId: one.id });
  const { page } = (await answer.json()) as { page: Page };
  const { attemptId, cartVersion, totals, confirmedDelivery, chosenMethod } = page.view;
  return {
    attempt: attemptId,
    cartVersion: String(cartVersion),
    agreedTotal: String(totals.total.minor),
    confirmedDelivery,
    method: chosenMethod,
    ...GIVER,
    ...BILLING,
    intent: "pay",
  };
}

/** The giver sends the checkout of their gifts for the list. */
export async function payFor(browser: Browser, one: GiftList, changes: Record<string, string> = {}) {
  const fields = await checkoutFields(browser, one);
  return browser.post(pay, `/checkout/gift-list/${one.id}`, { ...fields, ...changes }, { listId: one.id });
}

/** The order that was placed last. */
export async function onlyOrder(): Promise<OrderId> {
  const { id } = await db()
    .selectFrom("orders")
    .select("id")
    .orderBy("placed_at", "desc")
    .executeTakeFirstOrThrow();
  return id as OrderId;
}

/** The test provider says that the money has come. */
export async function payTheMoney(orderId: OrderId): Promise<void> {
  await db().updateTable("embedded_payments").set({ status: "paid" }).execute();
  await settle(orderId, new Date());
}
