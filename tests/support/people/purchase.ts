/** A purchase over plain HTTP, step by step, and the stock that it needs. */
import type { SqliteDatabase } from "#app/db/sqlite-database.server.ts";

import { type Answer, type Fields, hiddenFields, type Shopper } from "./shopper.ts";

/** What a shopper types at the till. Everything goes by standard delivery. */
const TYPED: Fields = {
  email: "hannah@example.com",
  delivery_first_name: "Hannah",
  delivery_last_name: "Okafor",
  delivery_address1: "14 Slad Road",
  delivery_city: "Stroud",
  delivery_country_code: "GB",
  delivery_phone: "07700 900142",
  delivery_postal_code: "GL5 1QN",
  method: "standard",
  billing: "same",
};

export function addToBasket(shopper: Shopper, variantId: number, quantity = 1): Promise<Answer> {
  return shopper.post("/cart", {
    intent: "add",
    variantId: String(variantId),
    quantity: String(quantity),
  });
}

/** The till's form as the page gives it, with everything typed. Throws when the till is not open. */
export async function filledCheckout(shopper: Shopper): Promise<Fields> {
  const first = await shopper.get("/checkout");
  if (first.status !== 200) throw new Error(`The till is not open: ${first.status} ${first.location ?? ""}`);
  // The total to pay depends on where the items go: the page is priced anew before it is agreed to.
  const fields = { ...hiddenFields(first.body), ...TYPED };
  const priced = await shopper.post("/checkout", { ...fields, intent: "update" });
  if (priced.status !== 200) throw new Error(`The till does not price: ${priced.status}`);
  return { ...hiddenFields(priced.body), ...TYPED, ...firstDay(priced.body), intent: "pay" };
}

/** The first delivery day that the till offers, where the items need one. */
function firstDay(html: string): Fields {
  const select = /<select[^>]*name="delivery_day"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "";
  const day = /<option value="(\d{4}-\d{2}-\d{2})"/.exec(select)?.[1];
  return day ? { delivery_day: day } : {};
}

/** From the basket to the hosted payment page. Answers with its path. */
export async function goToPayment(shopper: Shopper): Promise<string> {
  const answer = await shopper.post("/checkout", await filledCheckout(shopper));
  if (answer.status !== 303 || !answer.location?.startsWith("/test-payment/"))
    throw new Error(`No way to pay: ${answer.status} ${answer.location ?? textOf(answer.body)}`);
  return answer.location;
}

export function payAt(shopper: Shopper, paymentPath: string): Promise<Answer> {
  return shopper.post(paymentPath, { intent: "pay" });
}

/** The words of a page, for messages and counts: no tags, no scripts, one space between words. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Ids of `count` variants that go by parcel and can be bought one at a time. */
export function parcelVariants(database: SqliteDatabase, count: number): ReadonlyArray<number> {
  const rows = database
    .prepare(
      `SELECT variants.id FROM variants JOIN products ON products.id = variants.product_id
       WHERE products.delivery_class = 'small' AND products.availability = 'available' AND products.is_visible = 1
         AND products.order_quantity_minimum <= 1 AND products.order_quantity_maximum >= 5
       ORDER BY variants.id LIMIT ?`,
    )
    .all(count) as ReadonlyArray<{ id: number }>;
  if (rows.length < count) throw new Error(`The demo catalogue has only ${rows.length} such variants`);
  return rows.map(({ id }) => id);
}
