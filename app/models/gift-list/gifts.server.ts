import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import { findSaleables, personalised, type Saleable } from "#app/models/cart/line.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import {
  chosenText,
  parseWords,
  personalisedPrice,
  type PersonalisationCode,
} from "#app/models/catalogue/personalisation.ts";
import type { DeliveryLine } from "#app/models/shipping/shipping.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findSaleTerms } from "#app/models/store/store.server.ts";

import { findSiblings, type Sibling } from "./gift-colours.server.ts";
import { GIFT_QUANTITY_MAX, GIFTS_MAX } from "./gift-list.ts";
import { lockGiftList } from "./lists.server.ts";

export type GiftRow = Selectable<Database["gift_list_gifts"]>;

/** "discontinued": givers cannot choose it; "sold-out": they can reserve it. */
export type GiftSale = "on-sale" | "sold-out" | "discontinued";

export type ListedGift = Readonly<{
  id: GiftId;
  productId: number;
  variantId: number;
  name: string;
  variantLabel: string | null;
  words: string | null;
  path: string | null;
  image: CartLine["image"] | null;
  ageText: string | null;
  warnings: ReadonlyArray<string>;
  price: CartLine["price"] | null;
  sale: GiftSale;
  available: number;
  isTwoPerson: boolean;
  delivery: DeliveryLine | null;
  quantity: number;
  quantityMaximum: number;
  note: string | null;
  isAnyColour: boolean;
  isMostNeeded: boolean;
  /** Only where any colour will do, and only what can be bought now. */
  colours: ReadonlyArray<GiftColour>;
}>;

export type GiftColour = Readonly<{
  variantId: number;
  label: string;
  price: CartLine["price"];
  available: number;
}>;

export async function listGifts(listId: GiftListId): Promise<ReadonlyArray<ListedGift>> {
  const rows = await giftRows(listId);
  return shownGifts(rows, rows);
}

export function giftRows(listId: GiftListId) {
  return db()
    .selectFrom("gift_list_gifts")
    .selectAll()
    .where("list_id", "=", listId)
    .where("removed_at", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Also one that was taken off. */
export async function findGift(
  listId: GiftListId,
  giftId: GiftId,
): Promise<(ListedGift & Readonly<{ isRemoved: boolean }>) | null> {
  const [row, listed] = await Promise.all([
    db()
      .selectFrom("gift_list_gifts")
      .selectAll()
      .where("id", "=", giftId)
      .where("list_id", "=", listId)
      .executeTakeFirst(),
    giftRows(listId),
  ]);
  if (!row) return null;
  const [gift] = await shownGifts([row], listed);
  return gift ? { ...gift, isRemoved: row.removed_at !== null } : null;
}

/** By id, also of gifts that were taken off. */
export async function findGiftImages(listId: GiftListId): Promise<ReadonlyMap<string, ListedGift["image"]>> {
  const rows = await db().selectFrom("gift_list_gifts").selectAll().where("list_id", "=", listId).execute();
  return new Map((await shownGifts(rows, [])).map(({ id, image }) => [id, image]));
}

async function shownGifts(
  rows: ReadonlyArray<GiftRow>,
  listed: ReadonlyArray<GiftRow>,
): Promise<ReadonlyArray<ListedGift>> {
  const [terms, siblings] = await Promise.all([
    findSaleTerms(),
    findSiblings(rows.filter((row) => row.is_any_colour === 1).map((row) => row.product_id)),
  ]);
  const ids = [...rows.map((row) => row.variant_id), ...siblings.map(({ variantId }) => variantId)];
  const saleables = await findSaleables([...new Set(ids)], { terms, cartId: null });
  return rows.map((row) => {
    const saleable = saleables.get(row.variant_id);
    const own = {
      id: row.id as GiftId,
      productId: row.product_id,
      variantId: row.variant_id,
      words: row.personalisation || null,
      quantity: row.quantity,
      note: row.note,
      isAnyColour: row.is_any_colour === 1,
      isMostNeeded: row.is_most_needed === 1,
    };
    const written = saleable && withWords(saleable, own.words);
    if (!saleable?.shown.isForSale || !written?.ok)
      return { ...own, ...GONE, name: row.name, variantLabel: row.variant_label };
    const { name, path, image, ageText, warnings, stock, available } = saleable.shown;
    const colours = coloursOf(row, { listed, siblings, saleables });
    return {
      ...own,
      ...written.value,
      ...{ name, path, image, ageText, warnings, colours },
      ...offerOf(canBeBought(stock) ? available : 0, colours),
      isTwoPerson: saleable.shown.deliveryClass === "two_person",
      delivery: own.words === null ? saleable.shown : personalised(saleable, own.words),
      quantityMaximum: Math.min(GIFT_QUANTITY_MAX, saleable.productMaximum),
    };
  });
}

function offerOf(own: number, colours: ReadonlyArray<GiftColour>): Pick<ListedGift, "available" | "sale"> {
  const available = own > 0 ? own : Math.max(0, ...colours.map((colour) => colour.available));
  return { available, sale: available > 0 ? "on-sale" : "sold-out" };
}

type Around = Readonly<{
  listed: ReadonlyArray<GiftRow>;
  siblings: ReadonlyArray<Sibling>;
  saleables: ReadonlyMap<number, Saleable>;
}>;

/** Without what stands on the list as a gift of its own: it would be two gifts in one line of the giver's cart. */
function coloursOf(row: GiftRow, { listed, siblings, saleables }: Around): ReadonlyArray<GiftColour> {
  if (row.is_any_colour !== 1 || row.personalisation !== "") return [];
  const own = siblings.find(({ variantId }) => variantId === row.variant_id);
  const others = listed.filter((other) => other.variant_id !== row.variant_id);
  return siblings
    .filter(({ productId }) => productId === row.product_id)
    .filter(({ apartFromColour }) => apartFromColour === own?.apartFromColour)
    .filter(({ variantId }) => !others.some((other) => other.variant_id === variantId))
    .flatMap(({ variantId, label }) => {
      const shown = saleables.get(variantId)?.shown;
      if (label === null || !shown?.isForSale || !canBeBought(shown.stock)) return [];
      return [{ variantId, label, price: shown.price, available: shown.available }];
    });
}

type Written = Pick<ListedGift, "words" | "variantLabel"> & Readonly<{ price: CartLine["price"] }>;

export function withWords(
  { shown, personalisation: rules }: Saleable,
  words: string | null,
): Result<Written, PersonalisationCode> {
  const { variantLabel, price } = shown;
  if (words === null) return ok({ words, variantLabel, price });
  if (!rules) return refused("personalisation-not-offered");
  const parsed = parseWords(words, rules);
  if (!parsed.ok) return parsed;
  return ok({
    words: parsed.value,
    variantLabel: chosenText(variantLabel, { name: rules.name, text: parsed.value }),
    price: personalisedPrice(price, rules.price),
  });
}

const GONE = {
  path: null,
  image: null,
  ageText: null,
  warnings: [],
  price: null,
  sale: "discontinued",
  available: 0,
  isTwoPerson: false,
  delivery: null,
  colours: [],
  quantityMaximum: GIFT_QUANTITY_MAX,
} as const;

export async function findProductForGift(variantId: number, words: string | null) {
  const terms = await findSaleTerms();
  const saleable = (await findSaleables([variantId], { terms, cartId: null })).get(variantId);
  if (!saleable?.shown.isForSale) return null;
  const { name, path, image } = saleable.shown;
  const written = withWords(saleable, words);
  const variantLabel = written.ok ? written.value.variantLabel : saleable.shown.variantLabel;
  return { name: fullName(name, variantLabel), path, image };
}

export async function findFirstVariant(productId: number): Promise<number | null> {
  const row = await db()
    .selectFrom("variants")
    .select("id")
    .where("product_id", "=", productId)
    .where("is_visible", "=", 1)
    .orderBy("position")
    .orderBy("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type GiftToAdd = Readonly<{
  variantId: number;
  words: string | null;
  quantity: number;
  note: string | null;
  isAnyColour: boolean;
}>;

type AddedGift = Readonly<{
  id: GiftId;
  name: string;
  isNew: boolean;
  quantity: number;
}>;

type AddGiftCode =
  "variant-not-found" | "not-for-sale" | "gift-list-full" | "gift-other-words" | PersonalisationCode;

/** The same variant again raises its number; with other words it is refused. */
export async function addGift(
  listId: GiftListId,
  { variantId, words, quantity, note, isAnyColour }: GiftToAdd,
  now: Date,
): Promise<Result<AddedGift, AddGiftCode>> {
  const terms = await findSaleTerms();
  const saleable = (await findSaleables([variantId], { terms, cartId: null })).get(variantId);
  if (!saleable) return refused("variant-not-found");
  if (!saleable.shown.isForSale) return refused("not-for-sale");
  const maximum = Math.max(1, Math.min(GIFT_QUANTITY_MAX, saleable.productMaximum));
  const { name, productId } = saleable.shown;
  const written = withWords(saleable, words);
  if (!written.ok) return written;
  const { variantLabel } = written.value;
  const personalisation = written.value.words ?? "";
  const shownName = fullName(name, variantLabel);
  return transact(async () => {
    await lockGiftList(listId, now);
    const rows = await giftRows(listId);
    const known = rows.find((row) => row.variant_id === variantId);
    if (known) {
      if (known.personalisation !== personalisation) return refused("gift-other-words", { name });
      const raised = Math.min(maximum, known.quantity + quantity);
      await updateGift(known.id, { quantity: raised, ...(note === null ? {} : { note }) });
      return ok({ id: known.id as GiftId, name: shownName, isNew: false, quantity: raised });
    }
    if (rows.length >= GIFTS_MAX) return refused("gift-list-full");
    const id = newId("gift");
    await db()
      .insertInto("gift_list_gifts")
      .values({
        id,
        list_id: listId,
        product_id: productId,
        variant_id: variantId,
        name,
        variant_label: variantLabel,
        personalisation,
        quantity: Math.min(maximum, quantity),
        note,
        is_any_colour: isAnyColour ? 1 : 0,
        is_most_needed: 0,
        position: (rows.at(-1)?.position ?? 0) + 1,
        added_at: now.toISOString(),
        removed_at: null,
      })
      .execute();
    return ok({ id, name: shownName, isNew: true, quantity: Math.min(maximum, quantity) });
  });
}

export async function updateGift(
  id: string,
  values: Partial<
    Pick<
      GiftRow,
      | ("quantity" | "note" | "is_any_colour" | "is_most_needed" | "position")
      | ("personalisation" | "variant_label")
    >
  >,
): Promise<void> {
  await db().updateTable("gift_list_gifts").set(values).where("id", "=", id).execute();
}
