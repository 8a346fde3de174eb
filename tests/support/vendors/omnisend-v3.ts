/** The wire of Omnisend's version 3: carts and orders as resources, amounts as whole minor units. */
import {
  type Answer,
  answerContact,
  type Requested,
  fieldProblems,
  isCurrency,
  isMissingOr,
  isText,
  isTime,
  isUnits,
  isUrl,
  isWhole,
  type Json,
  type StoredLine,
  OMNISEND_KEY,
  type OmnisendState,
} from "./omnisend-wire.ts";

const PRODUCTS_MAX = 500;

const LINE = {
  productID: isText,
  variantID: isText,
  title: isText,
  quantity: isUnits,
  price: isWhole,
  imageUrl: isMissingOr(isUrl),
  productUrl: isMissingOr(isUrl),
};

export function answerV3(requested: Requested, state: OmnisendState): Answer {
  if (requested.headers["x-api-key"] !== OMNISEND_KEY) return { status: 401, body: { error: "no such key" } };
  const cartId = /^\/carts\/([\w-]+)$/.exec(requested.path)?.[1];
  const orderId = /^\/orders\/([\w-]+)$/.exec(requested.path)?.[1];
  if (requested.path === "/carts" && requested.method === "POST") return createCart(requested.body, state);
  if (cartId !== undefined) return oneCart(cartId, requested, state);
  if (requested.path === "/orders" && requested.method === "POST") return createOrder(requested.body, state);
  if (orderId !== undefined) return oneOrder(orderId, requested, state);
  return (
    answerContact(requested, state, { id: "contactID", stateTime: "statusDate" }) ?? {
      status: 404,
      body: { error: "no such address" },
    }
  );
}

function createCart(body: Json | null, state: OmnisendState): Answer {
  if (state.carts.has(String(body?.["cartID"]))) return { status: 400, body: { error: "cartID is taken" } };
  return keepCart(body, state);
}

function oneCart(id: string, { method, body }: Requested, state: OmnisendState): Answer {
  if (!state.carts.has(id)) return { status: 404, body: { error: "no such cart" } };
  if (method === "GET") return { status: 200, body: state.raw.get(id) };
  if (method === "PUT") return keepCart({ ...body, cartID: id }, state);
  if (method !== "DELETE") return { status: 405, body: { error: "no such method" } };
  state.carts.delete(id);
  state.raw.delete(id);
  return { status: 204, body: null };
}

function keepCart(body: Json | null, state: OmnisendState): Answer {
  const lines = (body?.["products"] as ReadonlyArray<Json> | undefined) ?? [];
  const problems = [
    ...fieldProblems(body, {
      cartID: isText,
      currency: isCurrency,
      cartSum: isWhole,
      cartRecoveryUrl: isMissingOr(isUrl),
      email: isMissingOr(isText),
      updatedAt: isMissingOr(isTime),
    }),
    ...((body?.["email"] ?? body?.["contactID"]) ? [] : ["email or contactID is needed"]),
    ...(lines.length > PRODUCTS_MAX ? ["too many products"] : []),
    ...lines.flatMap((line) => fieldProblems(line, { cartProductID: isText, ...LINE })),
  ];
  if (problems.length > 0) return { status: 422, body: { error: problems.join("; ") } };
  const cartID = String(body?.["cartID"]);
  state.raw.set(cartID, body ?? {});
  state.carts.set(cartID, {
    cartID,
    currency: String(body?.["currency"]),
    whom: String(body?.["email"] ?? body?.["contactID"]),
    cartRecoveryUrl: String(body?.["cartRecoveryUrl"]),
    cartSum: Number(body?.["cartSum"]),
    products: lines.map(storedLine),
  });
  return { status: 200, body: { cartID, email: body?.["email"] } };
}

function storedLine(line: Json): StoredLine {
  const { productID, variantID, title, imageUrl, productUrl, quantity, price } = line as StoredLine;
  return { productID, variantID, title, imageUrl, productUrl, quantity, price };
}

function createOrder(body: Json | null, state: OmnisendState): Answer {
  if (state.orders.has(String(body?.["orderID"])))
    return { status: 400, body: { error: "orderID is taken" } };
  return keepOrder(body, state);
}

function oneOrder(id: string, { method, body }: Requested, state: OmnisendState): Answer {
  if (!state.orders.has(id)) return { status: 404, body: { error: "no such order" } };
  return method === "PUT"
    ? keepOrder({ ...body, orderID: id }, state)
    : { status: 405, body: { error: "no such method" } };
}

function keepOrder(body: Json | null, state: OmnisendState): Answer {
  const lines = (body?.["products"] as ReadonlyArray<Json> | undefined) ?? [];
  const problems = [
    ...fieldProblems(body, {
      orderID: isText,
      currency: isCurrency,
      orderSum: isWhole,
      subTotalSum: isWhole,
      discountSum: isWhole,
      taxSum: isWhole,
      shippingSum: isWhole,
      createdAt: isTime,
      cartID: isText,
      canceledDate: isMissingOr(isTime),
    }),
    ...((body?.["email"] ?? body?.["contactID"]) ? [] : ["email or contactID is needed"]),
    ...lines.flatMap((line) => fieldProblems(line, LINE)),
  ];
  if (problems.length > 0) return { status: 422, body: { error: problems.join("; ") } };
  const [orderID, cartID] = [String(body?.["orderID"]), String(body?.["cartID"])];
  const reported = [String(body?.["paymentStatus"]), String(body?.["fulfillmentStatus"])];
  // An order ends what would be written about its cart.
  if (!state.orders.has(orderID)) state.carts.delete(cartID);
  state.orders.set(orderID, { cartID, orderSum: Number(body?.["orderSum"]), reported });
  return { status: 200, body: { orderID, email: body?.["email"] } };
}
