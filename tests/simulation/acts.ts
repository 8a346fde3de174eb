/** What shoppers, the owner, the worker and the clock do: each act is one request or one piece of work. */
import { db, transact } from "#app/db/db.server.ts";
import { writeCatalogue } from "#app/db/seed/write-catalogue.server.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import { addToCart, findCart, priceCart } from "#app/models/cart/cart.server.ts";
import { applyCoupon } from "#app/models/cart/coupon.server.ts";
import { setGift } from "#app/models/cart/gift.server.ts";
import { mergeGuestCart } from "#app/models/cart/merge.server.ts";
import { setQuantity } from "#app/models/cart/update-line.server.ts";
import { setStock } from "#app/models/catalogue/inventory/stock.server.ts";
import { checkOut, type CheckoutCommand } from "#app/models/checkout/checkout.server.ts";
import { readCheckout } from "#app/models/checkout/checkout.ts";
import { confirmClaim, releaseClaim } from "#app/models/gift-list/claim-changes.server.ts";
import { claimGift, claimsOfList } from "#app/models/gift-list/claims.server.ts";
import { findGiverCart, putGiftInCart } from "#app/models/gift-list/giver-cart.server.ts";
import { orderGifts } from "#app/models/gift-list/list-checkout.server.ts";
import { findGiftList } from "#app/models/gift-list/lists.server.ts";
import { runGiftClaimSchedule } from "#app/models/gift-list/scheduled.server.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { runJob, type TryOutcome } from "#app/models/jobs/run.server.ts";
import { claimJob } from "#app/models/jobs/outbox.server.ts";
import type { JobHandlers } from "#app/models/jobs/run.server.ts";
import { cancelOrder } from "#app/models/order/cancel.server.ts";
import {
  sendOrderConfirmationEmail,
  sendOrderStatusEmail,
  sendOutOfStockRefundEmail,
} from "#app/models/order/email.server.ts";
import { reconcilePayments, releaseStaleOrders } from "#app/models/order/expire-pending-orders.server.ts";
import { alertOfBrokenInvariant } from "#app/models/order/invariants/alert.server.ts";
import type { CheckoutDetails, Order } from "#app/models/order/order.ts";
import { findOrder } from "#app/models/order/order.server.ts";
import { alertOwner } from "#app/models/order/payment/alert.server.ts";
import { receivePaymentEvent, settle } from "#app/models/order/payment/payment.server.ts";
import { makeRefund, requestRefund } from "#app/models/order/refund.server.ts";
import { requestReturn, receiveReturn } from "#app/models/order/returns/return.server.ts";
import { deliverOrder, packOrder, shipOrder } from "#app/models/order/shipments.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import {
  type AttemptId,
  type CartId,
  type GiftClaimId,
  type GiftId,
  type OrderId,
} from "#app/models/shared/ids.ts";
import { demoStore } from "#tests/support/shops/store.ts";

import type { Message } from "./outside.ts";
import { COUPONS, GIFT_LIST, GIFTS, importedCatalogue, SKUS } from "./shelf.ts";
import type { Device, Person, World } from "./world.ts";

const ORIGIN = "https://shop.example";

export type Act = (world: World) => Promise<void>;

type Visitor = Readonly<{ person: Person; device: Device }>;

function visitor(world: World): Visitor {
  const everywhere = world.people.flatMap((person) => person.devices.map((device) => ({ person, device })));
  const withBaskets = everywhere.filter(({ device }) => device.cartId !== null);
  return world.random().pick(withBaskets.length > 0 && world.random().chance(0.8) ? withBaskets : everywhere);
}

/** One of the orders that browsers know, or null. */
function anOrder(world: World): OrderId | null {
  const ids = world.people.flatMap(({ orders }) => orders);
  return ids.length === 0 ? null : world.random().pick(ids);
}

/** The same, mostly one whose money the provider has. */
function aPaidOrder(world: World): OrderId | null {
  const paid = [...world.outside.pages.values()].filter(({ state }) => state === "paid");
  const isAny = paid.length === 0 || world.random().chance(0.2);
  return isAny ? anOrder(world) : world.random().pick(paid).attempt.orderId;
}

async function foundOrder(world: World): Promise<Order | null> {
  const orderId = aPaidOrder(world);
  return orderId && findOrder(orderId);
}

const add: Act = async (world) => {
  const { person, device } = visitor(world);
  const item = { variantId: world.random().pick(world.variants), quantity: 1 + world.random().below(2) };
  await putIn(world, { person, device }, item);
};

/** Puts units into the basket of a browser. */
export async function putIn(
  world: World,
  { person, device }: Visitor,
  item: Readonly<{ variantId: number; quantity: number; personalisation?: string }>,
): Promise<void> {
  const before = device.cartId;
  if (before) world.allow(before, item);
  const added = await addToCart(before, [item], new Date());
  if (!added.ok) return;
  const { id } = added.value.cart;
  if (id !== before) world.allow(id, item);
  device.cartId = id;
  person.carts.add(id);
}

/** The basket of somebody, or null. */
async function aCart(world: World): Promise<Cart | null> {
  const { cartId } = visitor(world).device;
  return cartId && findCart(cartId);
}

const changeQuantity: Act = async (world) => {
  const cart = await aCart(world);
  if (!cart || cart.lines.length === 0) return;
  const { id: lineId, variantId } = world.random().pick(cart.lines);
  const quantity = world.random().below(4);
  world.allow(cart.id, { variantId, quantity });
  await setQuantity(cart.id, { lineId, quantity }, new Date());
};

const enterCoupon: Act = async (world) => {
  const cart = await aCart(world);
  if (cart) await applyCoupon(cart, world.random().pick(COUPONS), new Date());
};

const wrapGift: Act = async (world) => {
  const cart = await aCart(world);
  if (!cart || cart.lines.length === 0) return;
  const { id: lineId } = world.random().pick(cart.lines);
  const typed = { paper: world.random().pick(["kraft", "holly", ""]), message: "Happy birthday" };
  await setGift(cart.id, { lineId, typed }, new Date());
};

const logIn: Act = async (world) => {
  await mergeAtLogin(world, visitor(world));
};

export async function mergeAtLogin(world: World, { person, device }: Visitor): Promise<void> {
  if (!person.customerId) return;
  if (device.cartId) {
    // While an order of the customer's cart waits, the guest's is merged into that one.
    const own = await world.cartOf(person.customerId);
    if (own) await world.allowMerge(own, new Set([device.cartId]));
    await world.allowMerge(device.cartId, person.carts);
  }
  const { cartId } = await mergeGuestCart(person.customerId, device.cartId, new Date());
  device.cartId = cartId;
  if (cartId) person.carts.add(cartId);
}

const payAtCheckout: Act = async (world) => {
  const { person, device } = visitor(world);
  // Some press Pay again on an old page, some change the total in the form.
  const isAgain = device.lastCheckout !== null && world.random().chance(0.2);
  const command = isAgain ? device.lastCheckout : await seenCheckout(person, device.cartId);
  const tampered = world.random().chance(0.1) ? 1_000 : 0;
  if (command)
    await pressPay(world, { person, device }, { ...command, agreedTotal: command.agreedTotal - tampered });
};

const TYPED = {
  delivery_first_name: "Ann",
  delivery_last_name: "Okafor",
  delivery_address1: "14 Slad Road",
  delivery_city: "Stroud",
  delivery_country_code: "GB",
  delivery_phone: "07700 900142",
  delivery_postal_code: "GL5 1QN",
  billing: "same",
};

/** Looks at the checkout page and presses Pay. */
export async function goToPayment(world: World, { person, device }: Visitor): Promise<void> {
  const command = await seenCheckout(person, device.cartId);
  if (command) await pressPay(world, { person, device }, command);
}

async function pressPay(world: World, { person, device }: Visitor, command: CheckoutCommand): Promise<void> {
  device.lastCheckout = command;
  const done = await checkOut(command, new Date());
  if (done.ok) goesToPage(world, person, { ...done.value, attemptId: command.attemptId });
}

type SentToPage = Readonly<{ orderId: OrderId; url: string; attemptId: AttemptId }>;

function goesToPage(world: World, person: Person, { orderId, url, attemptId }: SentToPage): void {
  world.answers.push({ orderId, attemptId, page: url, isPaid: false });
  if (!person.orders.includes(orderId)) person.orders.push(orderId);
  person.pages.push(url.slice("/pay/".length));
}

async function seenCheckout(person: Person, cartId: CartId | null): Promise<CheckoutCommand | null> {
  const cart = cartId && (await findCart(cartId));
  if (!cart || cart.lines.length === 0) return null;
  const now = new Date();
  const postcode = TYPED.delivery_postal_code;
  const first = await priceCart(cart, { postcode, now });
  const option = first.options.find(({ unavailableReason }) => unavailableReason === null);
  if (!option) return null;
  const day = first.days[0] ?? null;
  const buyer = { customerId: person.customerId ?? cart.customerId, email: person.email };
  const { totals } = await priceCart(cart, { method: option.method, postcode, day, now, person: buyer });
  return {
    attemptId: newId("attempt"),
    cartId: cart.id,
    cartVersion: cart.version,
    agreedTotal: totals.total.minor,
    details: detailsOf(person, { method: option.method, ...(day ? { delivery_day: day } : {}) }),
    customerId: person.customerId,
    ownOrderIds: person.orders,
    returnAddresses: (id) => ({ returnUrl: `${ORIGIN}/back/${id}`, cancelUrl: `${ORIGIN}/back/${id}` }),
  };
}

function detailsOf(person: Person, typed: Readonly<Record<string, string>>): CheckoutDetails {
  const read = readCheckout({ email: person.email, ...TYPED, ...typed }, demoStore.places);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

/** Somebody pays at one of the pages that they know, newest first; sometimes the card is declined or the bank thinks. */
const payPage: Act = async (world) => {
  const pages = world.people.flatMap((person) => person.pages);
  const page = world.random().chance(0.7) ? pages.at(-1) : pages[world.random().below(pages.length)];
  const decision = world.random().pick(["paid", "paid", "paid", "declined", "processing"] as const);
  if (page) world.outside.decide(page, decision);
};

const bankDecides: Act = async (world) => {
  const waiting = [...world.outside.pages.values()].filter(({ state }) => state === "processing");
  const page = waiting[0];
  if (page) world.outside.decide(page.id, world.random().chance(0.7) ? "paid" : "declined");
};

const comeBack: Act = async (world) => {
  const orderId = anOrder(world);
  if (orderId) await returnPage(world, orderId);
};

export async function returnPage(world: World, orderId: OrderId): Promise<void> {
  const settled = await settle(orderId, new Date());
  const attemptId = world.answers.find((one) => one.orderId === orderId)?.attemptId;
  if (settled?.order.paidAt && attemptId)
    world.answers.push({ orderId, attemptId, page: null, isPaid: true });
}

const cancelAs =
  (by: "customer" | "owner"): Act =>
  async (world) => {
    const orderId = anOrder(world);
    if (orderId) await cancelOrder(orderId, { by, reason: "changed my mind", now: new Date() });
  };

const refundSome: Act = async (world) => {
  const order = await foundOrder(world);
  if (!order) return;
  const units = order.lines.map(({ quantity }) => world.random().below(quantity + 1));
  // A second click of the owner has the same key.
  const key = `owner-${world.random().below(4)}`;
  const refund = { units, delivery: world.random().chance(0.3) };
  const isRestocked = world.random().chance(0.5);
  const request = { key, refund, isRestocked, reason: "damaged", by: "owner", now: new Date() } as const;
  await requestRefund(order.id, request);
};

const send: Act = async (world) => {
  const order = await foundOrder(world);
  if (!order) return;
  const units = world.random().chance(0.6)
    ? null
    : order.lines.map(({ quantity }) => world.random().below(quantity + 1));
  const key = `parcel-${world.random().below(3)}`;
  if (world.random().chance(0.3)) await packOrder(order.id, { by: "owner", now: new Date() });
  const parcel = { carrier: "royal-mail", number: "AB12", url: null, units, key };
  await shipOrder(order.id, { ...parcel, by: "owner", now: new Date() });
};

const arrive: Act = async (world) => {
  const orderId = aPaidOrder(world);
  if (orderId) await deliverOrder(orderId, { by: "owner", now: new Date() });
};

const announceReturn: Act = async (world) => {
  const order = await foundOrder(world);
  if (!order) return;
  const lines = order.lines.map(({ quantity }) => ({
    units: world.random().below(quantity + 1),
    reason: "unwanted",
  }));
  const key = `return-${world.random().below(3)}`;
  await requestReturn(order.id, { key, lines, note: "", by: "customer", now: new Date() });
};

const takeReturn: Act = async (world) => {
  const rows = await db().selectFrom("order_returns").select("number").orderBy("number").execute();
  if (rows.length === 0) return;
  const { number } = world.random().pick(rows);
  const isRestocked = world.random().chance(0.5);
  const wear = world.random().chance(0.5)
    ? { minor: 1 + world.random().below(3_000), reason: "Scratched" }
    : null;
  await receiveReturn(number, { isRestocked, hasDelivery: null, wear, by: "owner", now: new Date() });
};

/** One of all browsers, as a giver is known by it. */
function aGiver(world: World) {
  const person = world.random().pick(world.people);
  const deviceHash = `${person.email} ${world.random().below(2)}`;
  return { person, deviceHash, giver: { giverName: person.email, email: person.email, message: null } };
}

type Giver = ReturnType<typeof aGiver>;

const chooseGift: Act = async (world) => {
  const { id, quantity } = world.random().pick(GIFTS);
  await chooseUnits(aGiver(world), { giftId: id, units: 1 + world.random().below(quantity) });
};

/** Puts units of a gift into the giver's cart for the list. */
export async function chooseUnits(
  { deviceHash, giver }: Pick<Giver, "deviceHash" | "giver">,
  { giftId, units }: Readonly<{ giftId: GiftId; units: number }>,
): Promise<void> {
  const now = new Date();
  const list = await findGiftList(GIFT_LIST, now);
  const gift = GIFTS.find(({ id }) => id === giftId);
  if (!list || !gift) throw new Error("The list is gone");
  const chosen = { list, giftId, variantId: gift.variantId, words: null, units, isExtra: false };
  await putGiftInCart({ ...chosen, giver, deviceHash }, now);
}

const payForGifts: Act = async (world) => {
  await goToGiftPayment(world, aGiver(world));
};

/** Looks at the checkout of the list and presses Pay. */
export async function goToGiftPayment(world: World, { person, deviceHash }: Giver): Promise<void> {
  const giving = await findGiverCart(GIFT_LIST, deviceHash, new Date());
  const command = giving && (await seenCheckout(person, giving.cart.id));
  if (!giving || !command) return;
  const details = { ...command.details, giftList: { listId: GIFT_LIST, sentTo: null } };
  const done = await orderGifts({ ...giving, deviceHash }, { ...command, details }, new Date());
  if (done.ok) goesToPage(world, person, { ...done.value, attemptId: command.attemptId });
}

const reserveGift: Act = async (world) => {
  const { deviceHash, giver } = aGiver(world);
  const list = await findGiftList(GIFT_LIST, new Date());
  const { id: giftId, quantity } = world.random().pick(GIFTS);
  const units = 1 + world.random().below(quantity);
  const way = world.random().chance(0.7) ? "reservation" : "elsewhere";
  const isEmailConfirmed = world.random().chance(0.7);
  if (list) await claimGift(list, { giftId, way, units, ...giver, deviceHash, isEmailConfirmed }, new Date());
};

/** A giver opens the link of an email, and confirms a claim or lets it go. */
const changeClaim: Act = async (world) => {
  const claims = await claimsOfList(GIFT_LIST);
  if (claims.length === 0) return;
  const id = world.random().pick(claims).id as GiftClaimId;
  await (world.random().chance(0.4) ? confirmClaim(id, new Date()) : releaseClaim(id, new Date()));
};

const tendClaims: Act = async () => {
  await runGiftClaimSchedule(new Date());
};

const countStock: Act = async (world) => {
  await setStock(world.random().pick(SKUS), world.random().below(6), { reason: "counted", now: new Date() });
};

const importCatalogue: Act = async (world) => {
  const writing = importedCatalogue(world.random());
  await transact(async () => {
    await writeCatalogue({ ...writing, now: new Date() });
    return { ok: true };
  });
};

const endStale: Act = async () => {
  await releaseStaleOrders(new Date());
};
const reconcile: Act = async () => {
  await reconcilePayments(new Date());
};

const nothing = async () => undefined;

const HANDLERS: JobHandlers = {
  "order-confirmation": sendOrderConfirmationEmail(ORIGIN),
  "order-refunded": sendOutOfStockRefundEmail(ORIGIN),
  "order-refund": makeRefund,
  "order-email": sendOrderStatusEmail(ORIGIN),
  "payment-alert": alertOwner(ORIGIN),
  "invariant-alert": alertOfBrokenInvariant(ORIGIN),
  "new-order-email": nothing,
  "stock-alert-batch": nothing,
  "marketing-cart": nothing,
  "marketing-order": nothing,
  "gift-list-email": nothing,
};

/** The worker takes one job that is due. */
const work: Act = async (world) => {
  const owner = `worker-${newId("worker")}`;
  const job = await claimJob(owner, new Date());
  if (!job) return;
  const options = {
    random: () => world.random().next(),
    // That another worker has taken a job over is no fault.
    onError: (error: unknown, _: Job | null, outcome: TryOutcome) => {
      if (outcome !== "lost") world.noteFailure(`the job ${job.kind}`, error);
    },
  };
  await runJob(job, { owner, handlers: HANDLERS, options, unrecorded: new Set(), isEnding: () => true });
};

/** The webhook: one event reaches the shop. */
export const deliver =
  ({ event }: Message): Act =>
  async () => {
    await receivePaymentEvent(event, new Date());
  };

/** Each act and how often it is chosen. */
export const ACTS = {
  add: [add, 10],
  changeQuantity: [changeQuantity, 3],
  enterCoupon: [enterCoupon, 10],
  wrapGift: [wrapGift, 2],
  logIn: [logIn, 6],
  payAtCheckout: [payAtCheckout, 24],
  payPage: [payPage, 24],
  bankDecides: [bankDecides, 3],
  comeBack: [comeBack, 8],
  cancelByCustomer: [cancelAs("customer"), 4],
  cancelByOwner: [cancelAs("owner"), 3],
  refundSome: [refundSome, 9],
  send: [send, 6],
  arrive: [arrive, 6],
  announceReturn: [announceReturn, 6],
  takeReturn: [takeReturn, 4],
  chooseGift: [chooseGift, 6],
  payForGifts: [payForGifts, 10],
  reserveGift: [reserveGift, 2],
  changeClaim: [changeClaim, 4],
  tendClaims: [tendClaims, 2],
  countStock: [countStock, 4],
  importCatalogue: [importCatalogue, 0.1],
  endStale: [endStale, 4],
  reconcile: [reconcile, 4],
  work: [work, 12],
} as const satisfies Record<string, readonly [Act, number]>;

export type ActName = keyof typeof ACTS;
