import type { ApiCall } from "./call.ts";
import {
  claimSchema,
  marketingCartAnswerSchema,
  marketingEndAnswerSchema,
  marketingOrderAnswerSchema,
  marketingProductAnswerSchema,
} from "./marketing-json.ts";

const CART_ID = "cart_Zb3kq0Vh2nTtJm9yWc4xLw";
const LINE_ID = "line_5fPq8sKd1vRrGn7uXa2eBg";

const ITEMS = {
  productID: "101",
  variantID: "5001",
  title: "Rainbow Stacker, Muted",
  imageUrl: "https://shop.example/image/products/rainbow-stacker-1.jpg?w=640",
  productUrl: "https://shop.example/p/wooden-toys/stackers/rainbow-stacker?swatch=muted",
  quantity: 2,
  price: 5450,
};
const PRODUCT = { cartProductID: LINE_ID, ...ITEMS };

const CART = {
  cartID: CART_ID,
  currency: "GBP",
  email: "grace@example.com",
  cartRecoveryUrl: `https://shop.example/cart-recovery/${CART_ID}?sig=gfr.q4Jm2Wc9yTt0Vh3kZb8xLs`,
  cartSum: 9810,
  products: [PRODUCT],
};

const ORDER = {
  orderID: "order_8Kd1vRrGn7uXa2eBg5fPqs",
  orderNumber: 31415926,
  cartID: CART_ID,
  email: "grace@example.com",
  currency: "GBP",
  orderSum: 10205,
  subTotalSum: 10900,
  discountSum: 1090,
  taxSum: 1701,
  shippingSum: 395,
  discountCode: "WELCOME10",
  createdAt: "2026-11-21T09:30:00.000Z",
  canceledDate: null,
  paymentStatus: "paid",
  fulfillmentStatus: "unfulfilled",
  products: [ITEMS],
};

const SENT = "It is told at once from the shop's own record; the marketing service hears of it in a moment.";

export const MARKETING_CALLS = {
  createMarketingCart: {
    method: "POST",
    path: "/api/omnisend/carts/create",
    tag: "marketing",
    summary: "Create a marketing record of this browser's cart",
    description: `For a customer, or a guest who agreed to it. ${SENT} The shop does this by itself.`,
    token: "session",
    limit: "change-cart",
    body: claimSchema,
    status: 201,
    answer: marketingCartAnswerSchema,
    refusals: ["cart-not-found", "marketing-record-none"],
    examples: { body: CART, answer: { data: CART } },
  },

  getMarketingCart: {
    method: "GET",
    path: "/api/omnisend/carts/{id}",
    tag: "marketing",
    summary: "Read the marketing record of this browser's cart",
    description: "Made from the shop's own figures as of now.",
    token: "session",
    status: 200,
    answer: marketingCartAnswerSchema,
    refusals: ["cart-not-found", "marketing-record-none"],
    examples: { params: { id: CART_ID }, answer: { data: CART } },
  },

  updateMarketingCart: {
    method: "PATCH",
    path: "/api/omnisend/carts/{id}/update",
    tag: "marketing",
    summary: "Send the record again",
    description: SENT,
    token: "session",
    limit: "change-cart",
    body: claimSchema,
    status: 200,
    answer: marketingCartAnswerSchema,
    refusals: ["cart-not-found", "marketing-record-none"],
    examples: { params: { id: CART_ID }, body: CART, answer: { data: CART } },
  },

  deleteMarketingCart: {
    method: "DELETE",
    path: "/api/omnisend/carts/{id}/delete",
    tag: "marketing",
    summary: "Delete the record",
    description:
      "The cart itself stays. Its next change makes a new record; emptying or ordering it ends the record by itself.",
    token: "session",
    limit: "change-cart",
    status: 200,
    answer: marketingEndAnswerSchema,
    refusals: ["cart-not-found", "marketing-record-none"],
    examples: { params: { id: CART_ID }, answer: { data: { cartID: CART_ID } } },
  },

  updateMarketingProduct: {
    method: "PATCH",
    path: "/api/omnisend/carts/{id}/products/{productId}",
    tag: "marketing",
    summary: "Send the record again, and read one of its lines",
    description: `productId is the line's cartProductID, or the productID of the first such line. ${SENT}`,
    token: "session",
    limit: "change-cart",
    body: claimSchema,
    status: 200,
    answer: marketingProductAnswerSchema,
    refusals: ["cart-not-found", "marketing-record-none", "line-not-found"],
    examples: { params: { id: CART_ID, productId: LINE_ID }, body: PRODUCT, answer: { data: PRODUCT } },
  },

  createMarketingOrder: {
    method: "POST",
    path: "/api/omnisend/orders/create",
    tag: "marketing",
    summary: "Have this browser's last paid order close the record of its cart",
    description: `The order is the session's, whatever is claimed. ${SENT}`,
    token: "session",
    limit: "change-cart",
    body: claimSchema,
    status: 201,
    answer: marketingOrderAnswerSchema,
    refusals: ["order-not-found"],
    examples: { body: ORDER, answer: { data: ORDER } },
  },
} as const satisfies Record<string, ApiCall>;
