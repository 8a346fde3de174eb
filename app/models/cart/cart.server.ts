import { db, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { findPairing } from "#app/models/catalogue/compatibility.server.ts";
import { type Pairing, partsNeeded, type SoldPart } from "#app/models/catalogue/compatibility.ts";
import { type PersonalisationCode, parseWords } from "#app/models/catalogue/personalisation.ts";
import { optionField, type ProductOption, variantForSelection } from "#app/models/catalogue/product.ts";
import type { Person } from "#app/models/coupon/coupon-redemption.server.ts";
import { evaluateCoupon } from "#app/models/coupon/coupon.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { listFullDays } from "#app/models/shipping/delivery-slot.server.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findSaleTerms, findStore } from "#app/models/store/store.server.ts";
import type { SaleTerms } from "#app/models/store/store.ts";

import { payments } from "#app/services/payment/payment.server.ts";
import { smallestCharge } from "#app/services/payment/smallest-charge.ts";

import { type Cart, type CartLine, linesForSale } from "./cart.ts";
import { cartDeleted } from "./events.server.ts";
import { giftRules, type GiftRules } from "./gift.ts";
import {
  cartLines,
  findCartLines,
  findSaleables,
  limitsOf,
  type LineRow,
  lineRows,
  putLine,
  readOptions,
  type Saleable,
  unitsOf,
} from "./line.server.ts";
import { cartPricing, type CartPricing, type DeliveryChoice } from "./pricing.ts";
import { cartRefusal, type QuantityCode, quantityRefusal } from "./quantity.ts";
import { type CartRow, createCart, findCartRow, lockCart, setCurrency } from "./queries.server.ts";

export type CartItem = Readonly<{
  productId?: number;
  variantId: number;
  quantity: number;
  /** As typed; missing or null: none. */
  personalisation?: string | null;
  /** True: where words are offered, the shopper has to say whether they want some. */
  isChosen?: boolean;
}>;

export type AddCode =
  | PersonalisationCode
  | QuantityCode
  | "variant-not-found"
  | "not-for-sale"
  | "cart-full"
  | "cart-value-too-large";

export async function findCart(id: CartId): Promise<Cart | null> {
  return readCart(id, await findSaleTerms());
}

async function readCart(id: CartId, terms: SaleTerms): Promise<Cart | null> {
  const row = await findCartRow(id);
  return row && cartOf(row, await findCartLines(id, terms), terms);
}

function cartOf(row: CartRow, lines: ReadonlyArray<CartLine>, { currency }: SaleTerms): Cart {
  return {
    id: row.id as CartId,
    version: row.version,
    customerId: row.customer_id,
    email: row.email,
    deliveryMethod: row.delivery_method,
    deliveryPostcode: row.delivery_postcode,
    couponCode: row.coupon_code,
    formerCurrency: row.currency === currency ? null : row.currency,
    lines,
  };
}

export type Added = Readonly<{ cart: Cart; created: boolean; lineIds: ReadonlyArray<CartLineId> }>;

/** Puts all in or none, in a new cart if `cartId` is missing or gone (requirement cart-3). */
export async function addToCart(
  cartId: CartId | null,
  items: ReadonlyArray<CartItem>,
  now: Date,
): Promise<Result<Added, AddCode>> {
  const terms = await findSaleTerms();
  return transact(async () => {
    const known = cartId && (await lockCart(cartId, now));
    const put = await putItems(known ?? (await createCart(terms.currency, now)), items, { terms, now });
    return put.ok ? ok({ ...put.value, created: !known }) : put;
  });
}

/** All or none; the transaction holds `row`. */
export async function putItems(
  row: CartRow,
  items: ReadonlyArray<CartItem>,
  { terms, now }: Readonly<{ terms: SaleTerms; now: Date }>,
): Promise<Result<Pick<Added, "cart" | "lineIds">, AddCode>> {
  const cartId = row.id as CartId;
  const rows = new Map((await lineRows({ cartId })).map((line) => [line.id, line]));
  const ids = new Set([...rows.values()].map((line) => line.variant_id));
  for (const item of items) ids.add(item.variantId);
  const saleables = await findSaleables([...ids], { terms, cartId });
  const lineIds: Array<CartLineId> = [];
  for (const [index, item] of items.entries()) {
    // A millisecond apart, so that the lines keep the order of the items.
    const at = new Date(now.getTime() + index);
    const { variantId, quantity } = item;
    const saleable = saleables.get(variantId);
    const refusal = itemRefusal(item, { saleable, inCart: unitsOf([...rows.values()], variantId) });
    if (refusal) return refusal;
    const words = wordsFor(item, saleable);
    if (!words.ok) return words;
    const line = await putLine({
      id: newId("line"),
      cartId,
      variantId,
      quantity,
      personalisation: words.value,
      at: at.toISOString(),
    });
    rows.set(line.id, line);
    lineIds.push(line.id as CartLineId);
  }
  if (row.currency !== terms.currency) await setCurrency(cartId, terms.currency);
  const priced = { ...row, currency: terms.currency };
  const cart = cartOf(priced, cartLines([...rows.values()].sort(inOrder), saleables), terms);
  return cartRefusal(cart.lines, terms) ?? ok({ cart, lineIds });
}

function wordsFor(
  { personalisation: typed, isChosen = false }: CartItem,
  saleable: Saleable | undefined,
): Result<string, PersonalisationCode> {
  const rules = saleable?.personalisation;
  if (!rules) return typed ? refused("personalisation-not-offered") : ok("");
  if (typed === undefined && isChosen)
    return refused("personalisation-needed", { work: rules.name.toLowerCase() });
  return typed === undefined || typed === null ? ok("") : parseWords(typed, rules);
}

function inOrder(one: LineRow, other: LineRow): number {
  if (one.added_at !== other.added_at) return one.added_at < other.added_at ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function itemRefusal(
  { productId, quantity }: CartItem,
  { saleable, inCart }: Readonly<{ saleable: Saleable | undefined; inCart: number }>,
): Refusal<AddCode> | null {
  if (!saleable || (productId !== undefined && saleable.shown.productId !== productId)) {
    return refused("variant-not-found");
  }
  // The refusal names the product, so that the page can link to it.
  const detail = {
    name: fullName(saleable.shown.name, saleable.shown.variantLabel),
    path: saleable.shown.path,
  };
  if (!saleable.shown.isForSale) return refused("not-for-sale", detail);
  const refusal = quantityRefusal({ requested: quantity, inCart }, limitsOf(saleable));
  return refusal && refused(refusal.code, { ...refusal.detail, ...detail });
}

/** A complete `selection` wins over `variantId`, which an old page may have set. */
type CartChoice = Readonly<{
  productId?: number;
  variantId: number;
  selection: Readonly<Record<string, string>>;
  quantity: number;
  personalisation?: Readonly<{ choice: string; words: string }>;
}>;

export const WITH_WORDS = "words";
const PLAIN = "plain";

type ChoiceCode = AddCode | "variant-needed";

export async function addChoice(
  cartId: CartId | null,
  { productId, variantId, selection, quantity, personalisation }: CartChoice,
  now: Date,
): Promise<Result<Added, ChoiceCode>> {
  const chosen =
    productId === undefined || Object.keys(selection).length === 0
      ? ok(variantId)
      : await selectedVariant(productId, selection);
  if (!chosen.ok) return chosen;
  const words = personalisation && wordsIn(personalisation);
  const item = { productId, variantId: chosen.value, quantity, personalisation: words, isChosen: true };
  return addToCart(cartId, [item], now);
}

/** Words that were typed beside "plain" are lost by neither: undefined, so that the form asks. */
function wordsIn({ choice, words }: NonNullable<CartChoice["personalisation"]>): string | null | undefined {
  if (choice === PLAIN && words.trim() === "") return null;
  return choice === WITH_WORDS ? words : undefined;
}

async function selectedVariant(
  productId: number,
  selection: CartChoice["selection"],
): Promise<Result<number, "variant-needed" | "variant-not-found">> {
  const [options, variants] = await Promise.all([
    listOptions(productId),
    db()
      .selectFrom("variants")
      .select(["id", "options"])
      .where("product_id", "=", productId)
      .where("is_visible", "=", 1)
      .execute(),
  ]);
  if (options.length === 0 || variants.length === 0) return refused("variant-not-found");
  const product = {
    options,
    variants: variants.map((row) => ({ id: row.id, options: readOptions(row.options) })),
  };
  const choice = variantForSelection(product, selection);
  if (choice.kind === "found") return ok(choice.variant.id);
  return choice.kind === "incomplete" && selection[optionField(choice.option.id)] === undefined
    ? refused("variant-needed", { option: choice.option.name })
    : refused("variant-not-found");
}

async function listOptions(productId: number): Promise<ReadonlyArray<ProductOption>> {
  const [options, values] = await Promise.all([
    db()
      .selectFrom("product_options")
      .select(["id", "name", "type"])
      .where("product_id", "=", productId)
      .orderBy("position")
      .execute(),
    db()
      .selectFrom("product_option_values")
      .innerJoin("product_options", "product_options.id", "product_option_values.option_id")
      .select(["option_id", "key", "label", "hex"])
      .where("product_options.product_id", "=", productId)
      .where("product_option_values.is_visible", "=", 1)
      .execute(),
  ]);
  return options.map((option) => ({
    ...option,
    values: values
      .filter((value) => value.option_id === option.id)
      .map(({ key, label, hex }) => ({ key, label, hex })),
  }));
}

type PartsChoice = Readonly<{
  chassisId: string;
  partId: string;
  variantId: number | null;
}>;

type PartsCode = AddCode | "does-not-fit" | "parts-not-sold";

/** All or nothing; the adapter is looked up, never taken from the form. */
export async function addParts(
  cartId: CartId | null,
  { chassisId, partId, variantId }: PartsChoice,
  now: Date,
): Promise<Result<Added, PartsCode>> {
  const found = await findPairing(chassisId, partId);
  if (!found) return refused("variant-not-found");
  const { pairing, chassisProduct } = found;
  if (pairing.result === "no") return refused("does-not-fit", { name: pairing.part.name });
  const items = itemsFor(pairing, { variantId, productId: chassisProduct ?? undefined });
  if (items === null) return refused("parts-not-sold");
  const added = await addToCart(cartId, items, now);
  return added.ok || items.length < 2 ? added : refused(added.code, { ...added.detail, isOneOfSeveral: 1 });
}

type Chassis = Readonly<{ variantId: number | null; productId: number | undefined }>;

function itemsFor(pairing: Pairing, { variantId, productId }: Chassis): ReadonlyArray<CartItem> | null {
  const parts = partsNeeded(pairing);
  if (parts === null) return null;
  const needed = parts.map((part) => ({ ...idsOf(part), quantity: 1 }));
  const items = variantId === null ? needed : [{ productId, variantId, quantity: 1 }, ...needed];
  return items.length === 0 ? null : items;
}

function idsOf({ productId, variantId }: SoldPart) {
  return { productId, variantId };
}

type Buyer = Readonly<{ person?: Person }>;

export async function priceCart(
  cart: Cart,
  { person = { customerId: cart.customerId, email: null }, ...choice }: DeliveryChoice & Buyer,
): Promise<CartPricing> {
  const { couponCode, lines, id: cartId } = cart;
  const [rules, gift] = await Promise.all([findDeliveryRules(), findGiftRules()]);
  const [fullDays, coupon] = await Promise.all([
    listFullDays(lines, rules, { cartId, now: choice.now }),
    couponCode === null
      ? null
      : evaluateCoupon(couponCode, { cartId, lines: linesForSale(lines), person, now: choice.now }),
  ]);
  const { method = cart.deliveryMethod, postcode = cart.deliveryPostcode } = choice;
  const smallest = smallestCharge(payments().name, rules.currency);
  const destination = { ...choice, method, postcode, coupon, fullDays };
  return cartPricing(lines, destination, { ...rules, gift, smallestCharge: smallest });
}

export async function findGiftRules(): Promise<GiftRules> {
  return giftRules(await findStore());
}

export async function deleteCart(cartId: CartId, now: Date = new Date()): Promise<void> {
  await cartDeleted.publish({ cartId, now });
  await db().deleteFrom("cart_lines").where("cart_id", "=", cartId).execute();
  await db().deleteFrom("carts").where("id", "=", cartId).execute();
}

/** The cart after a change, which prices it in the shop's currency. */
export async function existingCart(id: CartId, terms: SaleTerms): Promise<Cart> {
  const cart = await readCart(id, terms);
  if (!cart) throw new Error(`The cart ${id} vanished inside its own transaction`);
  if (cart.formerCurrency === null) return cart;
  await setCurrency(id, terms.currency);
  return { ...cart, formerCurrency: null };
}
