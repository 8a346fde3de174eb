/** The wire of Omnisend's current version, named by a date: events about contacts, amounts as decimal numbers. */
import {
  type Answer,
  answerContact,
  type Requested,
  fieldProblems,
  isCurrency,
  isText,
  isTime,
  isUnits,
  isUrl,
  type Json,
  type StoredLine,
  OMNISEND_KEY,
  type OmnisendState,
} from "./omnisend-wire.ts";

const VERSION = "2026-03-15";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[4-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ORDER_EVENTS = [
  "placed order",
  "paid for order",
  "order fulfilled",
  "order canceled",
  "order refunded",
];
/** Pounds with at most two decimal places. */
const isAmount = (value: unknown) => typeof value === "number" && /^\d+(\.\d{1,2})?$/.test(String(value));

const LINE = {
  productID: isText,
  productVariantID: isText,
  productTitle: isText,
  productImageURL: isUrl,
  productURL: isUrl,
  productQuantity: isUnits,
  productPrice: isAmount,
};

function problem(status: number, detail: string): Answer {
  return { status, body: { type: "about:blank", title: "refused", status, detail } };
}

export function answerEvents(requested: Requested, state: OmnisendState): Answer {
  if (requested.headers.authorization !== `Omnisend-API-Key ${OMNISEND_KEY}`)
    return problem(401, "no such key");
  if (requested.headers["omnisend-version"] === undefined) return problem(400, "Omnisend-Version is needed");
  if (requested.headers["omnisend-version"] !== VERSION) return problem(410, "that version is over");
  const contact = answerContact(requested, state, { id: "id", stateTime: "statusChangedAt" });
  if (contact) return contact;
  if (requested.path !== "/events" || requested.method !== "POST") return problem(404, "no such address");
  const event = requested.body ?? {};
  const person = (event["contact"] ?? {}) as Json;
  const problems = [
    ...fieldProblems(event, {
      eventName: isText,
      origin: (origin) => origin === "api",
      eventID: (id) => UUID.test(String(id)),
      eventTime: isTime,
      eventVersion: (version) => version === (ORDER_EVENTS.includes(String(event["eventName"])) ? "v2" : ""),
    }),
    ...(isText(person["email"]) || isText(person["id"]) ? [] : ["contact is needed"]),
  ];
  if (problems.length > 0) return problem(422, problems.join("; "));
  return takeIn(event, String(person["email"] ?? person["id"]), state);
}

function takeIn(event: Json, whom: string, state: OmnisendState): Answer {
  const name = String(event["eventName"]);
  const properties = (event["properties"] ?? {}) as Json;
  if (name === "cart emptied") {
    state.carts.delete(String(properties["cartID"]));
    return { status: 202, body: null };
  }
  return name === "added product to cart"
    ? takeCart(properties, whom, state)
    : takeOrder(name, properties, state);
}

function takeCart(properties: Json, whom: string, state: OmnisendState): Answer {
  const lines = (properties["lineItems"] as ReadonlyArray<Json> | undefined) ?? [];
  const problems = [
    ...fieldProblems(properties, {
      abandonedCheckoutURL: isUrl,
      cartID: isText,
      currency: isCurrency,
      value: isAmount,
      addedItem: (item) => fieldProblems(item, LINE).length === 0,
    }),
    ...lines.flatMap((line) => fieldProblems(line, LINE)),
  ];
  if (problems.length > 0) return problem(422, problems.join("; "));
  const cartID = String(properties["cartID"]);
  state.raw.set(cartID, properties);
  state.carts.set(cartID, {
    cartID,
    currency: String(properties["currency"]),
    whom,
    cartRecoveryUrl: String(properties["abandonedCheckoutURL"]),
    cartSum: minor(properties["value"]),
    products: lines.map(storedLine),
  });
  return { status: 202, body: null };
}

function takeOrder(name: string, properties: Json, state: OmnisendState): Answer {
  if (!ORDER_EVENTS.includes(name)) return problem(422, `nobody knows ${name}`);
  const lines = (properties["lineItems"] as ReadonlyArray<Json> | undefined) ?? [];
  const problems = [
    ...fieldProblems(properties, {
      orderID: isText,
      cartID: isText,
      currency: isCurrency,
      createdAt: isTime,
      totalPrice: isAmount,
      subTotalPrice: isAmount,
      totalTax: isAmount,
      shippingPrice: isAmount,
    }),
    ...lines.flatMap((line) => fieldProblems(line, LINE)),
  ];
  if (problems.length > 0) return problem(422, problems.join("; "));
  const [orderID, cartID] = [String(properties["orderID"]), String(properties["cartID"])];
  const reported = state.orders.get(orderID)?.reported ?? [];
  if (name === "placed order") state.carts.delete(cartID);
  state.orders.set(orderID, {
    cartID,
    orderSum: minor(properties["totalPrice"]),
    reported: [...reported, name],
  });
  return { status: 202, body: null };
}

function storedLine(line: Json): StoredLine {
  return {
    productID: String(line["productID"]),
    variantID: String(line["productVariantID"]),
    title: String(line["productTitle"]),
    imageUrl: String(line["productImageURL"]),
    productUrl: String(line["productURL"]),
    quantity: Number(line["productQuantity"]),
    price: minor(line["productPrice"]),
  };
}

function minor(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}
