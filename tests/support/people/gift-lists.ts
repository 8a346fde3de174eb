/** A family's list with gifts on it, and what the emails about it say. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { checkOut } from "#app/models/checkout/checkout.server.ts";
import { newListToken, openListLink } from "#app/models/gift-list/access.server.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import type { EditedList, GiftList } from "#app/models/gift-list/gift-list.ts";
import { sendGiftListEmail } from "#app/models/gift-list/email.server.ts";
import { addGift } from "#app/models/gift-list/gifts.server.ts";
import { readGiftList } from "#app/models/gift-list/list-form.ts";
import { createGiftList, findGiftList } from "#app/models/gift-list/lists.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { findFulfilmentHistory } from "#app/models/order/fulfilment.server.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { settle } from "#app/models/order/payment/payment.server.ts";
import { decideTestPayment } from "#app/models/order/payment/test-payment.server.ts";
import type { GiftId, GiftListId } from "#app/models/shared/ids.ts";
import { addDays } from "#app/models/shared/local-date.ts";
import { NOW } from "#tests/support/now.ts";
import { cartWith, commandFor, details, parcelVariant } from "#tests/support/people/checkout.ts";
import { demoStore } from "#tests/support/shops/store.ts";

export const FAMILY_DEVICE = "family-device-hash";
/** In nothing that the shop says of itself. */
export const HIDDEN = { street: "77 Quillfeather Lane", town: "Zennorbridge", postcode: "GL5 1QN" } as const;

const today = new Date().toISOString().slice(0, 10);

export const LIST_FORM = {
  occasion: "baby",
  name: "Hannah and Tom’s baby",
  event_day: addDays(today, 60),
  month_only: "on",
  words: "Second-hand is lovely too.",
  first_name: "Hannah",
  last_name: "Quillfeather",
  email: "hannah@example.org",
  sent_to: "home",
  address1: HIDDEN.street,
  city: HIDDEN.town,
  postal_code: HIDDEN.postcode,
  country_code: "GB",
  phone: "07700 900142",
  surprise: "hidden",
} as const;

/** An open list of the family. */
export async function openGiftList(changes: Readonly<Record<string, string>> = {}): Promise<EditedList> {
  const now = new Date();
  const draft = await draftGiftList(changes);
  const token = await newListToken(draft, "confirm", now);
  const opened = await openListLink(token, FAMILY_DEVICE, now);
  if (!opened.ok) throw new Error(opened.code);
  return ownerOf(draft.id);
}

/** The list as its owner has it. */
export async function ownerOf(id: GiftListId): Promise<EditedList> {
  const list = await findGiftList(id, new Date());
  if (!list) throw new Error("There is no list");
  return { ...list, role: "owner", coOwnerId: null };
}

export async function draftGiftList(changes: Readonly<Record<string, string>> = {}): Promise<EditedList> {
  const now = new Date();
  const read = readGiftList({ ...LIST_FORM, ...changes }, { today, places: demoStore.places });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const made = await createGiftList(read.value, FAMILY_DEVICE, now);
  if (!made.ok) throw new Error(made.code);
  return ownerOf(made.value);
}

export async function giftOn(
  list: EditedList,
  variantId: number,
  quantity = 1,
  words: string | null = null,
): Promise<GiftId> {
  const gift = { variantId, words, quantity, note: null, isAnyColour: false };
  const added = await addGift(list.id, gift, new Date());
  if (!added.ok) throw new Error(added.code);
  return added.value.id;
}

/** An open list with one gift. */
export async function listWithGift(
  { units = 1, stock = 5 }: Readonly<{ units?: number; stock?: number }> = {},
  changes: Readonly<Record<string, string>> = {},
) {
  const list = await openGiftList(changes);
  const variantId = await parcelVariant(stock);
  return { list, variantId, gift: await giftOn(list, variantId, units) };
}

/** Somebody who gives, with a browser of their own. */
export function giver(name: string) {
  return { giverName: name, email: `${name.toLowerCase()}@example.org`, deviceHash: name };
}

/** Margaret reserves one unit and has not confirmed her address, unless `changes` say otherwise. */
export function claimOne(
  list: GiftList,
  giftId: GiftId,
  changes: Partial<Parameters<typeof claimGift>[1]> = {},
  now = new Date(),
) {
  const one = { giftId, way: "reservation", units: 1, message: null, isEmailConfirmed: false } as const;
  return claimGift(list, { ...one, ...giver("Margaret"), ...changes }, now);
}

/** The same, which must not be refused. */
export async function claimed(...[list, giftId, changes, now]: Parameters<typeof claimOne>) {
  const done = await claimOne(list, giftId, changes, now);
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

/** Whom emails are for. */
export const addressees = (emails: ReadonlyArray<Email>) =>
  emails.map(({ to }) => to?.[0]?.address ?? "").sort();

const ORIGIN = "http://localhost:3000";
export const GIFT_HANDLERS = { "gift-list-email": sendGiftListEmail(ORIGIN) } as const;

/** Noon in UTC, so many days from now: a family's daily email is sent from 9 in the morning. */
export function noonIn(days: number): Date {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T12:00:00Z`);
}

/** Sends what is queued about gift lists, and answers with the emails. */
export async function giftListEmails(): Promise<ReadonlyArray<Email>> {
  rmSync(folder, { recursive: true, force: true });
  await runDueJobs(GIFT_HANDLERS, { now: () => new Date(Date.now() + 60_000) });
  return readEmails();
}

const folder = join(config.dataDir, "mail");

/** All emails in the folder, whatever they are about. */
export async function readEmails(): Promise<ReadonlyArray<Email>> {
  try {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .sort();
    return await Promise.all(files.map((name) => new PostalMime().parse(readFileSync(join(folder, name)))));
  } catch {
    return [];
  }
}

/** The address of the first link to `path` in the email, without origin. */
export function linkTo(email: Email | undefined, path: string): string {
  const [found] = new RegExp(`${path}\\?token=[\\w-]+`).exec(email?.text ?? "") ?? [];
  if (!found) throw new Error(`The email has no link to ${path}`);
  return found;
}

const MARGARET = { giver_name: "Margaret Okafor", email: "margaret@example.org", message: null };

type SpareOrder = Readonly<{
  /** Of another gift of the list in the order too, after the spare one: whether Ray has given that as well. */
  other?: "given" | "wanted" | null;
  coupon?: string | null;
  method?: string;
  /** What happens between Ray's gift and Margaret's money. */
  before?: (paymentId: string) => Promise<unknown>;
}>;

/** An order of Margaret for a gift that Ray has given before her money comes. */
export async function orderOfSpareGift({
  other = null,
  coupon = null,
  method = "standard",
  before,
}: SpareOrder = {}) {
  const now = new Date();
  const list = await openGiftList();
  const [variant, otherVariant] = [await parcelVariant(9), await parcelVariant(9, 1)];
  const gifts = [{ variant, gift: await giftOn(list, variant) }];
  if (other !== null) gifts.push({ variant: otherVariant, gift: await giftOn(list, otherVariant) });
  const cart = await cartWith(Object.fromEntries(gifts.map((one) => [one.variant, 1])));
  if (coupon !== null) await applyCoupon(cart, coupon, NOW);
  const typed = { ...details({ method }), giftList: { listId: list.id, sentTo: null } };
  const done = await checkOut(await commandFor(cart.id, typed), NOW);
  if (!done.ok) throw new Error(done.code);
  const { orderId, url } = done.value;
  await db()
    .insertInto("gift_list_carts")
    .values({
      ...MARGARET,
      cart_id: cart.id,
      list_id: list.id,
      device_hash: "m",
      updated_at: now.toISOString(),
    })
    .execute();
  await db()
    .insertInto("gift_list_cart_gifts")
    .values(
      gifts.map((one) => ({ cart_id: cart.id, variant_id: one.variant, gift_id: one.gift, is_extra: 0 })),
    )
    .execute();
  const ray = { giverName: "Ray", email: "ray@example.org", message: null, deviceHash: "r" };
  const request = { way: "elsewhere", units: 1, isEmailConfirmed: true } as const;
  for (const { gift: giftId } of other === "given" ? gifts : gifts.slice(0, 1)) {
    const claimed = await claimGift(list, { giftId, ...request, ...ray }, now);
    if (!claimed.ok) throw new Error(claimed.code);
  }
  const paymentId = url.split("/").at(-1) ?? "";
  await before?.(paymentId);
  await decideTestPayment(paymentId, { decision: "pay" }, now);
  await settle(orderId, now);
  const order = await findOrder(orderId);
  if (!order) throw new Error("There is no order");
  const position = order.lines.findIndex(({ variantId }) => variantId === variant);
  const { lines } = await findFulfilmentHistory(orderId);
  return { list, order, orderId, paymentId, variant, position, lineId: lines[position]?.id ?? "" };
}
