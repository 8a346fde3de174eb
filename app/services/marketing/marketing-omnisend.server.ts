/** Omnisend by its current version, named by a date: carts and orders are events about a contact. Amounts are decimal. */
import { createHash } from "node:crypto";

import type { OmnisendSettings } from "#app/config.server.ts";
import type { MarketingCart, MarketingProduct } from "#app/models/marketing/cart.ts";
import type { MarketingOrder } from "#app/models/marketing/order.ts";
import { decimalOf } from "#app/models/shared/decimal.ts";
import type { Resilience } from "#app/services/outgoing/resilience.server.ts";

import {
  contactBody,
  isStatus,
  omnisendClient,
  readContact,
  savedContactId,
} from "./marketing-omnisend-client.server.ts";
import type { MarketingPort, Pace, Sending, SendingOrder } from "./marketing-port.ts";

const API_VERSION = "2026-03-15";
/** Versions of the events that the service knows; its cart events have none. */
const ORDER_EVENT_VERSION = "v2";

type Connection = Readonly<{ settings: OmnisendSettings; guard: Resilience; pace: Pace }>;
type Person = Readonly<{ email: string | null; contactId: string | null }>;
type Event = Readonly<{
  eventName: string;
  eventVersion: string;
  /** Names this event: sent again it is the same one. */
  key: string;
  at: string;
  properties: object;
}>;

export function omnisend(connection: Connection): MarketingPort {
  const ask = omnisendClient(connection, {
    Authorization: `Omnisend-API-Key ${connection.settings.apiKey}`,
    "Omnisend-Version": API_VERSION,
  });
  const notify = async (person: Person, event: Event) => {
    await ask({ method: "POST", path: "events", body: eventBody(person, event) });
  };
  return {
    name: "omnisend",
    keepsCarts: false,
    saveCart: (cart, sending) => notify(personOf(cart, sending), cartEvent(cart, sending)),
    removeCart: async ({ cartId, email, contactId, version, at }) => {
      // An unknown contact gets no email either, so there is nothing to send.
      if (email === null && contactId === null) return;
      const event = { eventName: "cart emptied", eventVersion: "", key: `${cartId} ${version} emptied`, at };
      await notify({ email, contactId }, { ...event, properties: { cartID: cartId } });
    },
    findCart: async () => null,
    saveOrder: async (order, sending) => {
      for (const event of orderEvents(order, sending)) await notify(personOf(order, sending), event);
    },
    saveContact: async (contact) =>
      savedContactId(
        await ask({ method: "POST", path: "contacts", body: contactBody(contact, "statusChangedAt") }),
        "id",
      ),
    findContact: async (contactId) => {
      try {
        return readContact(await ask({ method: "GET", path: `contacts/${encodeURIComponent(contactId)}` }));
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
  };
}

function personOf(
  { email }: Readonly<{ email: string | null }>,
  { contactId }: Pick<Sending, "contactId">,
): Person {
  return { email, contactId };
}

function eventBody({ email, contactId }: Person, { key, at, ...event }: Event) {
  const contact = email === null ? { id: contactId } : { email };
  return { ...event, eventID: uuidOf(key), eventTime: at, origin: "api", contact };
}

/** The event that the service's reminders begin with; sent after every change, so that they show the cart as it is. */
function cartEvent(cart: MarketingCart, { version, at }: Sending): Event {
  const lineItems = cart.products.map(lineItem);
  const properties = {
    abandonedCheckoutURL: cart.cartRecoveryUrl,
    cartID: cart.cartID,
    currency: cart.currency,
    value: decimal(cart.cartSum),
    lineItems,
    addedItem: lineItems.at(-1),
  };
  return {
    eventName: "added product to cart",
    eventVersion: "",
    key: `${cart.cartID} ${version}`,
    at,
    properties,
  };
}

function orderEvents(order: MarketingOrder, { before, at }: SendingOrder): ReadonlyArray<Event> {
  const notified = before ? namesOf(before) : [];
  const properties = orderProperties(order);
  return namesOf(order)
    .filter((eventName) => !notified.includes(eventName))
    .map((eventName) => ({
      eventName,
      eventVersion: ORDER_EVENT_VERSION,
      key: `${order.orderID} ${eventName}`,
      at,
      properties,
    }));
}

function namesOf(order: MarketingOrder): ReadonlyArray<string> {
  return [
    "placed order",
    "paid for order",
    ...(order.fulfillmentStatus === "unfulfilled" ? [] : ["order fulfilled"]),
    ...(order.canceledDate === null ? [] : ["order canceled"]),
    ...(order.paymentStatus === "refunded" ? ["order refunded"] : []),
  ];
}

function orderProperties(order: MarketingOrder) {
  const discounts =
    order.discountCode === null
      ? []
      : [{ amount: decimal(order.discountSum), code: order.discountCode, type: "fixed" }];
  return {
    orderID: order.orderID,
    orderNumber: order.orderNumber,
    cartID: order.cartID,
    currency: order.currency,
    createdAt: order.createdAt,
    totalPrice: decimal(order.orderSum),
    subTotalPrice: decimal(order.subTotalSum),
    totalDiscount: decimal(order.discountSum),
    totalTax: decimal(order.taxSum),
    shippingPrice: decimal(order.shippingSum),
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    discounts,
    lineItems: order.products.map(lineItem),
  };
}

function lineItem(product: Omit<MarketingProduct, "cartProductID">) {
  return {
    productID: product.productID,
    productVariantID: product.variantID,
    productTitle: product.title,
    productImageURL: product.imageUrl,
    productURL: product.productUrl,
    productQuantity: product.quantity,
    productPrice: decimal(product.price),
  };
}

function decimal(minor: number): number {
  return decimalOf(minor, 2);
}

/** Names the shop's events among all names that UUIDs are made of: a random UUID, the same for ever. */
const EVENT_NAMESPACE = "6f1c2a0e-58b7-4c0d-9a43-0d5b7e3f9c21";

/** A UUID of version 5 (RFC 9562, section 5.5), always the same for the same key; the service takes versions 4 to 7. */
function uuidOf(key: string): string {
  const hash = createHash("sha1").update(Buffer.from(EVENT_NAMESPACE.replaceAll("-", ""), "hex"));
  const bytes = hash.update(key).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
