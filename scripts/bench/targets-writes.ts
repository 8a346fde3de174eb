/** Writes: baskets that are filled, and the way through the till. */
import { join } from "node:path";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import { parcelVariantsOn } from "#tests/storm/catalogue-driver.ts";
import type { Ground } from "#tests/storm/engine.ts";
import { addToBasket, filledCheckout, parcelVariants } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

import { requestText } from "./load.ts";
import type { Target } from "./measure.ts";
import type { ShopStack } from "./stack.ts";

const SEE_OTHER = 303;
/** Enough for every shopper of a run. */
const PLENTY = 1_000_000;

export const ADD = "add to basket, POST";
const CHECKOUT_POST = "place an order, POST";

/** How many shoppers each round has. */
export type Crowd = Readonly<{ baskets: number; tills: number }>;

/** Puts units on the shelf, and answers with variants that go by parcel. Before anything is measured. */
export function stockUp({ shop }: ShopStack): ReadonlyArray<number> {
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  const variants = parcelVariants(database, 4);
  const ids = variants.join();
  database.exec(`UPDATE variants SET on_hand = ${PLENTY} WHERE id IN (${ids})`);
  database.exec("UPDATE catalogue_version SET version = version + 1");
  database.close();
  return variants;
}

/** The same on a ground, before a shop opens on it. */
export async function stockUpGround(ground: Ground): Promise<ReadonlyArray<number>> {
  const ids = await parcelVariantsOn(ground, 4);
  await ground.db.updateTable("variants").set({ on_hand: PLENTY }).where("id", "in", ids).execute();
  return ids;
}

/** A new basket each, a second product into the same baskets, the till of a filled basket, and an order placed. */
export function writeTargets(
  stack: ShopStack,
  variants: ReadonlyArray<number>,
  { baskets, tills }: Crowd,
): ReadonlyArray<Target> {
  const { port } = stack;
  const [first = 0, ...others] = variants;
  const form = (variantId: number) => ({ intent: "add", variantId: String(variantId), quantity: "1" });
  const add = (variantId: number, cookie = "") =>
    requestText({ port, path: "/cart", form: form(variantId), cookie });
  let cookies: ReadonlyArray<string> = [];
  return [
    {
      name: "add to basket, POST, the first thing",
      stack,
      status: SEE_OTHER,
      isOnce: true,
      requests: () => Array.from({ length: baskets }, () => add(first)),
      keepsCookies: (reported) => (cookies = reported),
    },
    {
      name: ADD,
      stack,
      status: SEE_OTHER,
      isOnce: true,
      requests: () => cookies.flatMap((cookie) => others.map((id) => add(id, cookie))),
    },
    {
      name: "checkout page",
      stack,
      status: 200,
      requests: () => cookies.map((cookie) => requestText({ port, path: "/checkout", cookie })),
    },
    {
      name: CHECKOUT_POST,
      stack,
      status: SEE_OTHER,
      isOnce: true,
      requests: () => Promise.all(Array.from({ length: tills }, () => filledTill(stack, first))),
    },
  ];
}

/** The request with which a shopper who has filled in everything places an order. */
async function filledTill({ port, shop }: ShopStack, variantId: number): Promise<string> {
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, variantId);
  const form = await filledCheckout(shopper);
  return requestText({ port, path: "/checkout", cookie: shopper.cookieHeader(), form });
}
