import { noteEvents } from "#app/http/request/analytics.server.ts";
import {
  currentCart,
  currentCartId,
  assignCartToCustomer,
  holdForMarkedGuest,
} from "#app/http/request/current-cart.server.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { itemsEvent } from "#app/models/analytics/events.ts";
import { addChoice } from "#app/models/cart/add-to-cart-options.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import { setDelivery } from "#app/models/cart/delivery.server.ts";
import { setGift } from "#app/models/cart/gift-options.server.ts";
import { removeLine, setQuantity, stepQuantity } from "#app/models/cart/update-line.server.ts";
import { addParts } from "#app/models/cart/compatible-parts.server.ts";
import { removeCoupon, applyCoupon } from "#app/models/cart/coupon.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { refused } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

import {
  productAgain,
  addedRedirect,
  cartCookieHeaders,
  changedAnswer,
  panelAnswer,
  refusedAnswer,
} from "./cart-answers.server.ts";
import {
  type AddForm,
  cartFormSchema,
  type ChangeForm,
  formRefusal,
  type PartsForm,
  selectionOf,
} from "./cart-form.server.ts";

export async function answerCartForm(request: Request) {
  const cartId = await currentCartId(request);
  const form = await readForm(request, cartFormSchema);
  if (!form.ok)
    return productAgain(formRefusal(form), form.values) ?? refusedAnswer(formRefusal(form), form.values);
  switch (form.value.intent) {
    case "add":
    case "add-parts":
    case "add-set":
      return add(request, cartId, form.value);
    default:
      return change(request, cartId, form.value);
  }
}

/** Without scripts a 303 keeps a reload from adding twice. */
async function add(request: Request, cartId: CartId | null, form: AddForm | PartsForm) {
  const now = new Date();
  const added = await (form.intent === "add"
    ? addChoice(cartId, { ...form, selection: selectionOf(form) }, now)
    : addParts(cartId, partsOf(form), now));
  if (!added.ok) return productAgain(added, form) ?? refusedAnswer(added, typedIn(form));
  const { cart, lineIds, created } = added.value;
  await (created ? assignCartToCustomer : holdForMarkedGuest)(request, cart.id, now);
  const [lineId] = lineIds;
  if (!lineId) throw new Error("Something was added without a line");
  const quantity = form.intent === "add" ? form.quantity : 1;
  await noteAdded(request, linesOf(cart, lineIds), quantity);
  return form.panel ? panelAnswer(cart, lineId, now) : addedRedirect(cart, lineId, form.redirectTo);
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
  if (!cartId) return refusedAnswer(refused("cart-not-found"), {});
  if (form.intent === "estimate-delivery") return estimate(cartId, form);
  if (form.intent === "apply-coupon" || form.intent === "remove-coupon")
    return changeCoupon(request, cartId, form);
  if (form.intent === "set-gift" || form.intent === "remove-gift") return changeGift(cartId, form);
  const changed = await changeLine(cartId, form);
  await noteRemoved(request, changed.ok ? changed.value.removed : null);
  return changed.ok ? changedAnswer(changed.value) : refusedAnswer(changed, { lineId: form.lineId });
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

/** Puts a removed line back, in a new cart if the old one ended with it. */
async function undo(
  request: Request,
  cartId: CartId | null,
  { variantId, quantity, paper, message }: Extract<ChangeForm, { intent: "undo" }>,
) {
  const now = new Date();
  const added = await addToCart(cartId, [{ variantId, quantity }], now);
  if (!added.ok) return refusedAnswer(added, { variantId: String(variantId), quantity: String(quantity) });
  const { cart, created, lineIds } = added.value;
  await (created ? assignCartToCustomer : holdForMarkedGuest)(request, cart.id, now);
  const [lineId] = lineIds;
  await noteAdded(request, linesOf(cart, lineIds), quantity);
  // The line is restored even if its gift options are not available any more.
  if (lineId && (paper || message)) await setGift(cart.id, { lineId, typed: { paper, message } }, now);
  return seeOther(paths.cart(), await cartCookieHeaders(cart));
}

async function changeGift(cartId: CartId, form: GiftForm) {
  const { lineId } = form;
  const typed = form.intent === "set-gift" ? form : { paper: "", message: "" };
  const set = await setGift(cartId, { lineId, typed }, new Date());
  if (set.ok) return changedAnswer({ cart: set.value, removed: null });
  return refusedAnswer(set, { lineId, gift: { paper: typed.paper, message: typed.message } });
}

async function estimate(cartId: CartId, form: Extract<ChangeForm, { intent: "estimate-delivery" }>) {
  const set = await setDelivery(cartId, { postcode: form.postcode, method: form.method }, new Date());
  if (!set.ok) return refusedAnswer(set, { postcode: form.postcode ?? "" });
  return changedAnswer({ cart: set.value, removed: null });
}

/** Only entering codes is rate limited. */
async function changeCoupon(request: Request, cartId: CartId, form: CouponForm) {
  const now = new Date();
  const cart = await currentCart(request);
  if (!cart) return refusedAnswer(refused("cart-not-found"), {});
  if (form.intent === "remove-coupon") {
    await removeCoupon(cartId, now);
    return changedAnswer({ cart, removed: null });
  }
  const allowed = await limit("coupon", clientAddress(request));
  const entered = allowed.ok ? await applyCoupon(cart, form.coupon, now) : allowed;
  return entered.ok
    ? changedAnswer({ cart, removed: null })
    : refusedAnswer(entered, { coupon: form.coupon });
}
