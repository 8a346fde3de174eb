import { json } from "@remix-run/node";
import { z } from "zod";

import { noteEvents } from "#app/http/request/analytics.server.ts";
import {
  assignCartToCustomer,
  currentCart,
  currentCartId,
  linkMarkedGuestCart,
} from "#app/http/request/current-cart.server.ts";
import { type FormRefusal, readForm } from "#app/http/request/form.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { refusal, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { cartIdCookie, clearCartIdCookie } from "#app/http/session/cookies.server.ts";
import { removedLineCookie } from "#app/http/session/removed-line-cookie.server.ts";
import { itemsEvent } from "#app/models/analytics/events.ts";
import { addedToCart } from "#app/models/cart/added-to-cart.ts";
import { addChoice, addParts, addToCart, priceCart } from "#app/models/cart/cart.server.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import { applyCoupon, removeCoupon } from "#app/models/cart/coupon.server.ts";
import { postcodeDetail, setDelivery } from "#app/models/cart/delivery.server.ts";
import { setGift, type TypedGift } from "#app/models/cart/gift.server.ts";
import { readQuantity, refusalExplanation } from "#app/models/cart/quantity.ts";
import type { RemovedLine } from "#app/models/cart/removed-line.ts";
import { removeLine, restoreLine, setQuantity, stepQuantity } from "#app/models/cart/update-line.server.ts";
import { PERSONALISATION_TYPED_MAX } from "#app/models/catalogue/personalisation.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type CartId, type CartLineId, isCartLineId, isSavedItemId } from "#app/models/shared/ids.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { productAgain, withAdded } from "./product-redirects.server.ts";
import { answerMove, answerRemoveSaved, answerSave } from "./saved-for-later.server.ts";

const WHOLE_NUMBER = /^[0-9]{1,9}$/;
/** Variant ids of one set: a product and up to four others. */
const ITEM_LIST = /^[0-9]{1,9}(?:,[0-9]{1,9}){0,4}$/;
const POSTCODE_MAX_CHARACTERS = 20;
const KEY_MAX_CHARACTERS = 30;
const COUPON_MAX_CHARACTERS = 100;
/** The store's settings have the real limit. */
const MESSAGE_MAX_CHARACTERS = 5_000;

const whole = z
  .string()
  .trim()
  .regex(WHOLE_NUMBER)
  .transform((text) => Number(text));
const quantity = z.string().transform(readQuantity).pipe(z.number());
const partId = z.string().max(KEY_MAX_CHARACTERS);

function partsSchema<Intent extends "add-parts" | "add-set">(intent: Intent) {
  return z.object({
    intent: z.literal(intent),
    chassis: partId,
    part: partId,
    variantId: whole,
    redirectTo: z.string().optional(),
    panel: z.literal("1").optional(),
  });
}
const lineId = z.string().refine(isCartLineId);
const savedId = z.string().refine(isSavedItemId);
const giftFields = {
  paper: z.string().max(KEY_MAX_CHARACTERS).default(""),
  message: z.string().max(MESSAGE_MAX_CHARACTERS).default(""),
};

const wordsFields = {
  personalisation: z.string().max(KEY_MAX_CHARACTERS).default(""),
  words: z.string().max(PERSONALISATION_TYPED_MAX).default(""),
};

/** No form has a field for a price. Option fields ("option-1011") have names that the schema cannot list. */
export const cartFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("add"),
      productId: whole.optional(),
      variantId: whole,
      quantity: quantity.default("1"),
      ...wordsFields,
      redirectTo: z.string().optional(),
      /** Sent by scripts: answer with the mini-basket. */
      panel: z.literal("1").optional(),
    })
    .passthrough(),
  z.object({ intent: z.literal("add-all"), items: z.string().regex(ITEM_LIST) }),
  partsSchema("add-parts"),
  partsSchema("add-set"),
  z.object({ intent: z.literal("set-quantity"), lineId, quantity }),
  z.object({ intent: z.literal("increase"), lineId }),
  z.object({ intent: z.literal("decrease"), lineId }),
  z.object({ intent: z.literal("remove"), lineId }),
  z.object({ intent: z.literal("save-for-later"), lineId }),
  z.object({ intent: z.literal("move-to-basket"), savedId }),
  z.object({ intent: z.literal("remove-saved"), savedId }),
  z.object({ intent: z.literal("undo"), variantId: whole, quantity, ...giftFields, ...wordsFields }),
  z.object({ intent: z.literal("set-gift"), lineId, ...giftFields }),
  z.object({ intent: z.literal("remove-gift"), lineId }),
  z.object({ intent: z.literal("apply-coupon"), coupon: z.string().trim().max(COUPON_MAX_CHARACTERS) }),
  z.object({ intent: z.literal("remove-coupon") }),
  z.object({
    intent: z.literal("estimate-delivery"),
    postcode: z.string().trim().max(POSTCODE_MAX_CHARACTERS).optional(),
    method: z.string().max(KEY_MAX_CHARACTERS).optional(),
  }),
]);

type CartForm = z.output<typeof cartFormSchema>;
type AddForm = Extract<CartForm, { intent: "add" }>;
type PartsForm = Extract<CartForm, { intent: "add-parts" | "add-set" }>;
type SavedForm = Extract<CartForm, { intent: "save-for-later" | "move-to-basket" | "remove-saved" }>;
type SetForm = Extract<CartForm, { intent: "add-all" }>;
type ChangeForm = Exclude<CartForm, AddForm | PartsForm | SavedForm | SetForm>;

const OPTION_FIELD = /^option-\d+$/;

function selectionOf(form: AddForm): Readonly<Record<string, string>> {
  const given = Object.entries(form).flatMap(([name, value]) =>
    OPTION_FIELD.test(name) && typeof value === "string" ? [[name, value] as const] : [],
  );
  return Object.fromEntries(given);
}

const FIELD_REFUSALS = [
  ["quantity", "quantity-invalid"],
  ["savedId", "saved-item-not-found"],
  ["items", "variant-not-found"],
  ["words", "personalisation-hidden"],
  ["lineId", "line-not-found"],
  ["variantId", "variant-not-found"],
  ["productId", "variant-not-found"],
  ["coupon", "coupon-unknown"],
] as const satisfies ReadonlyArray<readonly [string, ShopErrorCode]>;

async function formRefusal({ errors, values }: FormRefusal) {
  const intent = values["intent"] ?? "";
  if (!INTENTS.includes(intent)) return refused("unknown-action");
  const known = FIELD_REFUSALS.find(([field]) => field in errors);
  if (known) return refused(known[1]);
  if (!("postcode" in errors)) return refused("invalid-form");
  return refused("postcode-invalid", postcodeDetail((await findStore()).country));
}

const INTENTS: ReadonlyArray<string> = cartFormSchema.options.map((option) => option.shape.intent.value);

/** Where the form came from; a product's own page shows its refusals itself. */
type Origin = Readonly<{ isProductPage?: boolean }>;

export async function answerCartForm(request: Request, { isProductPage = false }: Origin = {}) {
  const cartId = await currentCartId(request);
  const form = await readForm(request, cartFormSchema);
  if (!form.ok) {
    const refusal = await formRefusal(form);
    const again = isProductPage ? null : productAgain(refusal, form.values);
    return again ?? refusedAnswer(refusal, form.values);
  }
  const given = form.value;
  if (isAdd(given)) return add(request, cartId, { form: given, isProductPage });
  if (given.intent === "add-all") return addAll(request, cartId, given);
  return isSaved(given) ? answerSaved(request, cartId, given) : change(request, cartId, given);
}

function isAdd(form: CartForm): form is AddForm | PartsForm {
  return ["add", "add-parts", "add-set"].includes(form.intent);
}

function isSaved(form: Exclude<CartForm, AddForm | PartsForm | SetForm>): form is SavedForm {
  return ["save-for-later", "move-to-basket", "remove-saved"].includes(form.intent);
}

async function answerSaved(request: Request, cartId: CartId | null, form: SavedForm) {
  const done = await changeSaved(request, cartId, form);
  if (done instanceof Response) return done;
  return refusedAnswer(done, form.intent === "save-for-later" ? { lineId: form.lineId } : {});
}

async function changeSaved(request: Request, cartId: CartId | null, form: SavedForm) {
  switch (form.intent) {
    case "save-for-later":
      return cartId ? answerSave(request, { cartId, lineId: form.lineId }) : refused("cart-not-found");
    case "move-to-basket":
      return answerMove(request, { cartId, savedId: form.savedId });
    case "remove-saved":
      return answerRemoveSaved(request, form.savedId);
  }
}

/** Without scripts a 303 keeps a reload from adding twice. */
async function add(
  request: Request,
  cartId: CartId | null,
  { form, isProductPage }: Origin & Readonly<{ form: AddForm | PartsForm }>,
) {
  const now = new Date();
  const added = await (form.intent === "add"
    ? addChoice(cartId, { ...form, selection: selectionOf(form), personalisation: wordsOf(form) }, now)
    : addParts(cartId, partsOf(form), now));
  if (!added.ok) {
    const again = isProductPage ? null : productAgain(added, form);
    return again ?? refusedAnswer(added, typedIn(form));
  }
  const { cart, lineIds, created } = added.value;
  await (created ? assignCartToCustomer : linkMarkedGuestCart)(request, cart.id, now);
  const quantity = form.intent === "add" ? form.quantity : 1;
  await noteAdded(request, linesOf(cart, lineIds), quantity);
  return form.panel ? panelAnswer(cart, lineIds, now) : addedRedirect(cart, lineIds, form.redirectTo);
}

async function addAll(request: Request, cartId: CartId | null, { items }: SetForm) {
  const now = new Date();
  const list = items.split(",").map((id) => ({ variantId: Number(id), quantity: 1 }));
  const added = await addToCart(cartId, list, now);
  if (!added.ok) return refusedAnswer(refused(added.code, { ...added.detail, isOneOfSeveral: 1 }), {});
  const { cart, lineIds, created } = added.value;
  await (created ? assignCartToCustomer : linkMarkedGuestCart)(request, cart.id, now);
  await noteAdded(request, linesOf(cart, lineIds), 1);
  return seeOther(paths.cart(), await cartCookieHeaders(cart));
}

function wordsOf({ personalisation: choice, words }: AddForm) {
  return { choice, words };
}

function linesOf({ lines }: Cart, ids: ReadonlyArray<string>): ReadonlyArray<CartLine> {
  return lines.filter(({ id }) => ids.includes(id));
}

/** Counts the quantity added, not the quantity in the line. */
function noteAdded(request: Request, lines: ReadonlyArray<CartLine>, quantity: number) {
  const added = lines.map((line) => ({ ...line, quantity }));
  return noteEvents(request, itemsEvent("add_to_cart", added));
}

function partsOf({ intent, chassis, part, variantId }: PartsForm) {
  return { chassisId: chassis, partId: part, variantId: intent === "add-set" ? variantId : null };
}

function typedIn(form: AddForm | PartsForm) {
  if (form.intent !== "add") return { part: form.part };
  return { variantId: String(form.variantId), quantity: String(form.quantity) };
}

async function noteRemoved(request: Request, line: CartLine | null): Promise<void> {
  if (line) await noteEvents(request, itemsEvent("remove_from_cart", [line]));
}

async function change(request: Request, cartId: CartId | null, form: ChangeForm) {
  if (form.intent === "undo") return undo(request, cartId, form);
  if (!cartId) return unlessAgain(request, form, refusedAnswer(refused("cart-not-found"), {}));
  if (form.intent === "estimate-delivery") return estimate(request, cartId, form);
  if (form.intent === "apply-coupon" || form.intent === "remove-coupon")
    return changeCoupon(request, cartId, form);
  if (form.intent === "set-gift" || form.intent === "remove-gift") return changeGift(request, cartId, form);
  const changed = await changeLine(cartId, form);
  await noteRemoved(request, changed.ok ? changed.value.removed : null);
  if (changed.ok) return changedAnswer(request, changed.value);
  return unlessAgain(request, form, refusedAnswer(changed, { lineId: form.lineId }));
}

/** A removal that is sent twice, by a second press or from a page that Back brought, is no error. */
function unlessAgain(request: Request, { intent }: ChangeForm, refusal: ReturnType<typeof refusedAnswer>) {
  return intent === "remove" && isDocument(request) ? seeOther(paths.cart()) : refusal;
}

type CouponForm = Extract<ChangeForm, { intent: "apply-coupon" | "remove-coupon" }>;
type GiftForm = Extract<ChangeForm, { intent: "set-gift" | "remove-gift" }>;
type LineForm = Exclude<
  ChangeForm,
  { intent: "undo" | "estimate-delivery" | CouponForm["intent"] | GiftForm["intent"] }
>;

function changeLine(cartId: CartId, form: LineForm) {
  const now = new Date();
  switch (form.intent) {
    case "set-quantity":
      return setQuantity(cartId, form, now);
    case "increase":
      return stepQuantity(cartId, { lineId: form.lineId, by: 1 }, now);
    case "decrease":
      return stepQuantity(cartId, { lineId: form.lineId, by: -1 }, now);
    case "remove":
      return removeLine(cartId, form.lineId, now);
  }
}

async function undo(
  request: Request,
  cartId: CartId | null,
  { variantId, quantity, paper, message, words }: Extract<ChangeForm, { intent: "undo" }>,
) {
  const now = new Date();
  const personalisation = words || null;
  const customerId = (await findVisitor(request))?.id ?? null;
  const done = await restoreLine({ cartId, customerId }, { variantId, quantity, personalisation }, now);
  if (!done.ok) return refusedAnswer(done, { variantId: String(variantId), quantity: String(quantity) });
  if (!done.value) return seeOther(paths.cart());
  const { cart, lineIds } = done.value.added;
  if (!customerId) await linkMarkedGuestCart(request, cart.id, now);
  const [lineId] = lineIds;
  await noteAdded(request, linesOf(cart, lineIds), done.value.quantity);
  // The line is restored even if its gift options are not available any more.
  if (lineId && (paper || message)) await setGift(cart.id, { lineId, typed: { paper, message } }, now);
  return seeOther(paths.cart(), await cartCookieHeaders(cart));
}

async function changeGift(request: Request, cartId: CartId, form: GiftForm) {
  const { lineId } = form;
  const typed = form.intent === "set-gift" ? form : { paper: "", message: "" };
  const set = await setGift(cartId, { lineId, typed }, new Date());
  if (set.ok) return changedAnswer(request, { cart: set.value, removed: null });
  return refusedAnswer(set, { lineId, gift: { paper: typed.paper, message: typed.message } });
}

async function estimate(
  request: Request,
  cartId: CartId,
  form: Extract<ChangeForm, { intent: "estimate-delivery" }>,
) {
  const set = await setDelivery(cartId, { postcode: form.postcode, method: form.method }, new Date());
  if (!set.ok) return refusedAnswer(set, { postcode: form.postcode ?? "" });
  return changedAnswer(request, { cart: set.value, removed: null });
}

async function changeCoupon(request: Request, cartId: CartId, form: CouponForm) {
  const now = new Date();
  const cart = await currentCart(request);
  if (!cart) return refusedAnswer(refused("cart-not-found"), {});
  if (form.intent === "remove-coupon") {
    await removeCoupon(cartId, now);
    return changedAnswer(request, { cart, removed: null });
  }
  const allowed = await limit("coupon", clientAddress(request));
  const entered = allowed.ok ? await applyCoupon(cart, form.coupon, now) : allowed;
  return entered.ok
    ? changedAnswer(request, { cart, removed: null })
    : refusedAnswer(entered, { coupon: form.coupon });
}

async function cartCookieHeaders(cart: Pick<Cart, "id"> | null): Promise<HeadersInit> {
  return { "Set-Cookie": cart ? await cartIdCookie(cart.id) : await clearCartIdCookie() };
}

type Changed = Readonly<{ cart: Cart | null; removed: CartLine | null }>;

/** Without scripts a 303, so that a reload repeats nothing. */
async function changedAnswer(request: Request, { cart, removed }: Changed) {
  const headers = new Headers(await cartCookieHeaders(cart));
  const line = removed && removedLine(removed);
  const cookie = line && (await removedLineCookie(line));
  // What is too long for a cookie can be undone from this answer alone.
  if (!isDocument(request) || (line && !cookie))
    return json({ ok: true as const, removed: line }, { headers });
  if (cookie) headers.append("Set-Cookie", cookie);
  return seeOther(paths.cart(), headers);
}

function removedLine(removed: CartLine): RemovedLine {
  return {
    name: removed.name,
    variantLabel: removed.variantLabel,
    variantId: removed.variantId,
    quantity: removed.quantity,
    canUndo: removed.isForSale,
    gift: removed.gift,
    words: removed.personalisation?.text ?? null,
  };
}

/** Scripts accept anything. */
function isDocument({ headers }: Request): boolean {
  return headers.get("Accept")?.includes("text/html") ?? false;
}

export async function refusedAnswer(
  refused: Refusal<ShopErrorCode>,
  typed: Readonly<{
    lineId?: string;
    quantity?: string;
    variantId?: string;
    postcode?: string;
    coupon?: string;
    gift?: TypedGift;
    part?: string;
  }>,
) {
  const path = refused.detail["path"];
  const answer = refusal(refused, {
    explanation: refusalExplanation(refused),
    lineId: typed.lineId ?? null,
    postcode: typed.postcode ?? null,
    coupon: typed.coupon ?? null,
    gift: typed.gift ?? null,
    part: typed.part ?? null,
    retry:
      typeof path === "string" ? { path, name: String(refused.detail["name"]), ...retryFields(typed) } : null,
  });
  if (refused.code === "cart-not-found") answer.headers.append("Set-Cookie", await clearCartIdCookie());
  return answer;
}

function retryFields({ variantId = "", quantity = "" }: Readonly<{ variantId?: string; quantity?: string }>) {
  return { variantId, quantity };
}

/** As data, because a redirect would make the fetcher leave the page. */
async function panelAnswer(cart: Cart, lineIds: ReadonlyArray<CartLineId>, now: Date) {
  const added = addedToCart(cart, lineIds, await priceCart(cart, { now }));
  return json({ ok: true as const, added }, { headers: await cartCookieHeaders(cart) });
}

async function addedRedirect(cart: Cart, lineIds: ReadonlyArray<CartLineId>, redirectTo: string | undefined) {
  const target = safeRedirect(redirectTo, paths.cart());
  return seeOther(withAdded(target, linesOf(cart, lineIds)), await cartCookieHeaders(cart));
}
