/** Baskets that somebody left in another browser, for journeys: made over plain HTTP, known by their ids. */
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { OpenShop } from "#tests/support/shops/server.ts";

import { confirmedCustomer } from "./customer/customer-visitor.ts";
import { addToBasket } from "./purchase.ts";
import { Shopper } from "./shopper.ts";

/** A change waits for the next one before the marketing service hears of it. */
const RECORD_MAX_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** Leaves a basket with one unit of the variant. Answers with the path of the link that brings it back. */
export async function leaveBasket(origin: string, variantId: number): Promise<string> {
  const shopper = new Shopper(origin);
  await addToBasket(shopper, variantId);
  return `/cart-recovery/${cartIdOf(shopper)}`;
}

/** As leaveBasket, by a guest whom the marketing service knows. Answers with the signed link that its record holds. */
export async function leaveGuestsBasket(shop: OpenShop, variantId: number): Promise<string> {
  const shopper = new Shopper(shop.origin);
  await shopper.get("/cart-recovery?omnisendContactID=5f1e8d7c6b5a493827160f1e");
  await addToBasket(shopper, variantId);
  return recordedLink(shop, cartIdOf(shopper));
}

/** As leaveGuestsBasket, in the new account of `email`, which is confirmed. */
export async function leaveCustomersBasket(
  shop: OpenShop,
  email: string,
  variantId: number,
): Promise<string> {
  const shopper = await confirmedCustomer(shop, email);
  await addToBasket(shopper, variantId);
  return recordedLink(shop, cartIdOf(shopper));
}

/** Takes the basket away, as a cleaning of old ones does: what is known of it is its record. */
export function clearAway({ dataDir }: OpenShop, link: string): void {
  const id = /cart_[\w-]{22}/.exec(link)?.[0] ?? "";
  const database = new SqliteDatabase(join(dataDir, "shop.db"), { timeout: 5_000 });
  database.prepare("DELETE FROM cart_lines WHERE cart_id = ?").run(id);
  const { changes } = database.prepare("DELETE FROM carts WHERE id = ?").run(id);
  database.close();
  if (changes !== 1) throw new Error(`There was no basket ${id}`);
}

/** The path of the link in the record that the embedded marketing service was sent of this basket. */
async function recordedLink({ dataDir, logs }: OpenShop, cartId: string): Promise<string> {
  const database = new SqliteDatabase(join(dataDir, "shop.db"), { readonly: true });
  const find = database.prepare("SELECT document FROM embedded_marketing WHERE kind = 'cart' AND id = ?");
  try {
    for (const until = Date.now() + RECORD_MAX_MS; Date.now() < until;) {
      const row = find.get(cartId) as { document: string } | undefined;
      if (row) {
        const url = new URL((JSON.parse(row.document) as { cartRecoveryUrl: string }).cartRecoveryUrl);
        return url.pathname + url.search;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    database.close();
  }
  throw new Error(`The marketing service never heard of ${cartId}\n${logs()}`);
}

function cartIdOf(shopper: Shopper): string {
  return cartIdIn(shopper.cookie("cart-id") ?? "");
}

/** The id in the signed cookie: base64 of JSON, a dot, the signature. */
export function cartIdIn(cookie: string): string {
  const [value = ""] = decodeURIComponent(cookie).split(".");
  const id: unknown = JSON.parse(Buffer.from(value, "base64").toString("utf8"));
  if (typeof id !== "string") throw new Error(`There is no basket in the cookie ${cookie}`);
  return id;
}
