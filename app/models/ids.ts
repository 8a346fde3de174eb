/** The ids of the shop's things: random, prefixed by the thing, checked at every door. */

export type CartId = `cart_${string}`;
export type CartLineId = `line_${string}`;
export type OrderId = `order_${string}`;
export type AttemptId = `attempt_${string}`;

/** Characters after the prefix: 22 of base64url are 132 bits. */
const RANDOM = "[A-Za-z0-9_-]{22}";

const cartPattern = new RegExp(`^cart_${RANDOM}$`);
const linePattern = new RegExp(`^line_${RANDOM}$`);
const orderPattern = new RegExp(`^order_${RANDOM}$`);
const attemptPattern = new RegExp(`^attempt_${RANDOM}$`);

export const isCartId = (value: unknown): value is CartId =>
  typeof value === "string" && cartPattern.test(value);

export const isCartLineId = (value: unknown): value is CartLineId =>
  typeof value === "string" && linePattern.test(value);

export const isOrderId = (value: unknown): value is OrderId =>
  typeof value === "string" && orderPattern.test(value);

export const isAttemptId = (value: unknown): value is AttemptId =>
  typeof value === "string" && attemptPattern.test(value);
