import type { ApiCall } from "./call.ts";
import {
  cartAnswerSchema,
  createCartQuerySchema,
  lineItemSchema,
  lineItemsSchema,
  linkSchema,
} from "./cart-json.ts";

const ID = "cart_Zb3kq0Vh2nTtJm9yWc4xLw";
const ITEM_ID = "line_5fPq8sKd1vRrGn7uXa2eBg";
const CUSTOMER_ID = "customer_Qm6wTz4cYb1hNs8kPe3jVx";

const LINE = {
  id: ITEM_ID,
  product_id: 101,
  variant_id: 5001,
  name: "Rainbow Stacker, Muted",
  image_url: "https://shop.example/image/products/rainbow-stacker-1.jpg?w=640",
  url: "https://shop.example/p/wooden-toys/stackers/rainbow-stacker?swatch=muted",
  quantity: 2,
  sale_price: 54.5,
  personalisation: null,
  is_for_sale: true,
};

const CART = {
  id: ID,
  currency: { code: "GBP" },
  cart_amount: 98.1,
  base_amount: 109,
  customer_id: null,
  email: null,
  line_items: { physical_items: [LINE] },
  checkout_url: `https://shop.example/cart-recovery/${ID}?sig=gx1.Zb3kq0Vh2nTtJm9yWc4xLw`,
};

const ANSWER = { data: { id: ID, customer_id: null, cart: CART } };
const LINKED = {
  data: {
    id: ID,
    customer_id: CUSTOMER_ID,
    cart: { ...CART, customer_id: CUSTOMER_ID, email: "grace@example.com" },
  },
};
const ITEMS = { line_items: [{ product_id: 101, variant_id: 5001, quantity: 2 }] };

const ADD_REFUSALS = [
  "personalisation-needed",
  "personalisation-not-offered",
  "personalisation-empty",
  "personalisation-too-long",
  "personalisation-character",
  "variant-not-found",
  "not-for-sale",
  "insufficient-stock",
  "quantity-invalid",
  "quantity-too-small",
  "quantity-too-large",
  "cart-full",
  "cart-value-too-large",
] as const;

export const CART_CALLS = {
  createCart: {
    method: "POST",
    path: "/api/carts/create",
    tag: "carts",
    summary: "Create a cart with its first items",
    description:
      "With a token the cart is linked to the customer, as by PUT /api/carts/{id}/customer, and the answer may be an older cart of theirs. A cart keeps its currency.",
    token: "optional",
    limit: "new-cart",
    query: createCartQuerySchema,
    body: lineItemsSchema,
    isRepeatable: true,
    status: 201,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found", ...ADD_REFUSALS],
    examples: { query: { currency: "GBP" }, body: ITEMS, answer: ANSWER },
  },

  getCart: {
    method: "GET",
    path: "/api/carts/{id}",
    tag: "carts",
    summary: "Read a cart, priced as of now",
    description:
      "The id is all it takes while the cart is nobody's. A customer's cart needs their token as well; without it, it does not exist.",
    token: "optional",
    status: 200,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found"],
    examples: { params: { id: ID }, answer: ANSWER },
  },

  addItems: {
    method: "POST",
    path: "/api/carts/{id}/addItems",
    tag: "carts",
    summary: "Add items to a cart (all or none)",
    description:
      "Units of a variant that is in the cart already, with the same words on it, are added to its line. When the cart is gone the message contains “does not exists”: create a new one with the same items.",
    token: "optional",
    limit: "change-cart",
    body: lineItemsSchema,
    isRepeatable: true,
    status: 200,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found", ...ADD_REFUSALS],
    examples: { params: { id: ID }, body: ITEMS, answer: ANSWER },
  },

  updateItems: {
    method: "PUT",
    path: "/api/carts/{id}/updateItems/{itemId}",
    tag: "carts",
    summary: "Set the quantity of a line",
    description:
      "0 removes the line. Where product_id and variant_id are given they must be the line's own. A query is allowed and not looked at.",
    token: "optional",
    limit: "change-cart",
    body: lineItemSchema,
    status: 200,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found", "line-not-found", ...ADD_REFUSALS],
    examples: {
      params: { id: ID, itemId: ITEM_ID },
      body: { line_item: { product_id: 101, variant_id: 5001, quantity: 2 } },
      answer: ANSWER,
    },
  },

  deleteItems: {
    method: "DELETE",
    path: "/api/carts/{id}/deleteItems/{itemId}",
    tag: "carts",
    summary: "Remove a line",
    description:
      "The answer holds no cart after the last line: the cart is gone, and its id with it. Only while an order of it waits for its payment does the empty cart stay.",
    token: "optional",
    limit: "change-cart",
    status: 200,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found", "line-not-found"],
    examples: { params: { id: ID, itemId: ITEM_ID }, answer: { data: { id: ID, customer_id: null } } },
  },

  linkCart: {
    method: "PUT",
    path: "/api/carts/{id}/customer",
    tag: "carts",
    summary: "Link the cart to a customer",
    description:
      "customerId must be the token's own. An older cart of the customer is merged in: quantities add up, as far as there is stock. While an order of the older cart waits for its payment, this cart is merged into that one: use the id of the answer from then on. While orders of both wait, nothing is linked and customer_id stays null. Doing it again changes nothing.",
    token: "needed",
    limit: "change-cart",
    body: linkSchema,
    status: 200,
    answer: cartAnswerSchema,
    refusals: ["cart-not-found", "NOT_FOUND"],
    examples: { params: { id: ID }, body: { customerId: CUSTOMER_ID }, answer: LINKED },
  },
} as const satisfies Record<string, ApiCall>;
