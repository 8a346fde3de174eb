/** Every refusal a shopper may read: code → HTTP status and words. `{name}` in a message is filled from the detail. */
import type { Refusal } from "#app/models/shared/result.ts";

type ShopError = Readonly<{ status: number; message: string }>;

/** Words of a field whose text holds what no keyboard types. */
export const UNUSABLE_CHARACTER_MESSAGE = "Remove the characters that cannot be used here";

/** A browser points to a basket that is gone. Nobody notes how it went, so no cause is claimed. */
export const BASKET_GONE =
  "Your basket is no longer there. It may have been emptied in another window, or not used for 90 days";

export const SHOP_ERRORS = {
  // Requests
  "invalid-form": { status: 422, message: "Some details need another look" },
  "unknown-action": { status: 400, message: "This form asks for something the shop does not know" },
  "rate-limited": {
    status: 429,
    message: "That was a lot at once. Try again in {retryAfterSeconds} seconds",
  },
  "looks-automatic": { status: 422, message: "Leave the hidden field empty and send the form again" },
  "not-found": { status: 404, message: "That is not here any more" },

  // Redirects, for the owner
  "redirect-malformed": {
    status: 422,
    message: "{address} is not an address of this shop, such as /c/prams",
  },
  "redirect-loop": { status: 409, message: "That would lead in a circle: {chain}" },

  // Cart
  "cart-not-found": { status: 404, message: BASKET_GONE },
  "cart-empty": { status: 409, message: "Your basket is empty" },
  "cart-full": { status: 409, message: "Your basket holds as many different items as it can" },
  "line-not-found": { status: 404, message: "That item is no longer in your basket" },
  "product-not-found": { status: 404, message: "That product is no longer sold here" },
  "variant-not-found": { status: 404, message: "That option is no longer sold here" },
  "variant-needed": { status: 422, message: "Choose an option first" },
  "insufficient-stock": { status: 409, message: "Insufficient stock" },
  "sold-out": { status: 409, message: "Sold out" },
  "not-for-sale": { status: 409, message: "That product cannot be bought at the moment" },
  "quantity-invalid": { status: 422, message: "Choose a whole number" },
  "quantity-too-small": { status: 409, message: "The smallest order of these is {minimum}" },
  "does-not-fit": { status: 409, message: "Those two do not fit together" },
  "parts-not-sold": { status: 409, message: "We do not sell the part that these two need" },
  "cart-value-too-large": { status: 409, message: "Please split an order of this size, or call us" },
  "quantity-too-large": { status: 409, message: "You can order at most {maximum} of these" },

  // Marketing, for programs
  "marketing-record-none": {
    status: 404,
    message: "There is no marketing record of this basket: it is empty, or nobody agreed to one",
  },

  // Gifts
  "gift-excluded": {
    status: 409,
    message: "We cannot wrap {name}: two people carry it in. A message at the checkout goes on a tag",
  },
  "gift-paper-unknown": { status: 422, message: "Choose one of our papers" },
  "gift-message": { status: 422, message: "{problem}" },

  // Delivery
  "delivery-unavailable": { status: 409, message: "We cannot deliver this basket to that postcode" },
  "delivery-day-needed": { status: 422, message: "Choose a day for the delivery" },
  "delivery-day-gone": {
    status: 409,
    message: "That day can no longer be had. Choose another one",
  },
  "delivery-method-unknown": { status: 422, message: "Choose a delivery option" },
  "postcode-invalid": { status: 422, message: "Enter a full UK postcode, such as BS1 4DJ" },

  // Reviews and back-in-stock alerts
  "review-outranked": {
    status: 409,
    message: "Review {id} of the same address is published, and more is known of its author",
  },
  "alert-not-needed": {
    status: 409,
    message: "It is back in stock already, so there is nothing to wait for",
  },
  "stock-is-held": { status: 409, message: "Orders hold {reserved} of these, so there cannot be fewer" },

  // Account
  "address-book-full": {
    status: 409,
    message: "You have {maximum} addresses, which is as many as we keep. Delete one first",
  },

  // Coupons
  "coupon-unknown": { status: 404, message: "We do not know that coupon. Check how it is written" },
  "coupon-not-yet": { status: 409, message: "That coupon does not work yet" },
  "coupon-ended": { status: 409, message: "That coupon has ended" },
  "coupon-used-up": { status: 409, message: "That coupon has been used as often as it can be" },
  "coupon-used-by-you": {
    status: 409,
    message: "You have used that coupon already. It works once for each customer",
  },
  "coupon-emails": {
    status: 429,
    message:
      "That discount code has been tried with several email addresses here. You have not been charged. Remove the code, or log in to use it",
  },
  "coupon-first-order": { status: 409, message: "That coupon is for a first order" },
  "coupon-no-match": { status: 409, message: "Nothing in your basket goes with that coupon: {name}" },
  "coupon-minimum": {
    status: 409,
    message: "That coupon works from {minimum} of goods. {missing} more and it does",
  },

  "coupon-code-taken": { status: 409, message: "There is a coupon {code} already" },
  "coupon-terms": { status: 422, message: "{problem}" },

  // Favourites and comparing
  "favourites-empty": { status: 409, message: "There is nothing on your list to share yet" },
  "shared-list-not-found": { status: 404, message: "That list is not shared any more" },

  // Checkout, orders and payment
  "total-changed": { status: 409, message: "The total has changed since you saw it. Check it, then pay" },
  "arrival-changed": {
    status: 409,
    message: "The delivery date has changed since you saw it. Check it, then pay",
  },
  "cart-changed": { status: 409, message: "Your basket changed since you saw it. Check it, then pay" },
  "attempt-over": {
    status: 409,
    message: "That payment was given up. You have not been charged. Check, then pay again",
  },
  "already-ordered": { status: 409, message: "This basket is already ordered and paid for" },
  "payment-under-way": {
    status: 409,
    message: "A payment for this basket is on its way. Please don’t pay again",
  },
  "order-not-found": { status: 404, message: "We cannot find that order" },
  "order-state-conflict": { status: 409, message: "This order has moved on in the meantime" },
  "payment-unavailable": {
    status: 503,
    message: "The payment page cannot be reached. You have not been charged",
  },
  "payment-declined": { status: 402, message: "The payment was declined. You have not been charged" },
  "refund-failed": { status: 502, message: "The refund could not be made" },
  "refund-units": { status: 409, message: "Of line {line} only {left} can still be refunded" },
  "refund-delivery": { status: 409, message: "The delivery of this order is refunded already" },
  "refund-nothing": { status: 422, message: "Say what is to be refunded" },
  "refund-too-much": { status: 409, message: "That is more than was paid and not refunded yet" },
  "dispatch-units": { status: 409, message: "Of {name} only {left} can still be sent" },
  "dispatch-nothing": { status: 409, message: "There is nothing left to send" },
  "cancel-too-late": {
    status: 409,
    message:
      "This order is being sent, so it cannot be cancelled here any more. You can return it once it is with you",
  },
  "return-nothing": { status: 422, message: "Choose what you want to return" },
  "return-units": { status: 409, message: "Of {name} only {left} can be returned" },
  "return-reason": { status: 422, message: "Choose a reason" },
  "return-too-late": { status: 409, message: "The days to return this order are over" },
  "return-not-found": { status: 404, message: "There is no return with that number" },

  // Accounts
  "login-refused": { status: 401, message: "The e-mail address or the password is not right." },
  "login-slow-down": {
    status: 429,
    message:
      "There were too many tries. Wait {retryAfterSeconds} seconds, then try again, or choose a new password by e-mail",
  },
  busy: { status: 503, message: "A lot of people are logging in. Wait a moment, then try again" },
  "session-expired": {
    status: 401,
    message: "You were away for a while, so we logged you out. Log in again",
  },
  "password-wrong": { status: 422, message: "That is not your password" },
  "password-too-short": { status: 422, message: "Use at least {minimum} characters" },
  "password-too-long": { status: 422, message: "Use at most {maximum} characters" },
  "password-common": { status: 422, message: "That password is easy to guess. Choose another" },
  "password-leaked": {
    status: 422,
    message: "That password has been found in a data breach elsewhere. Choose another",
  },
  "password-own-email": { status: 422, message: "Leave your e-mail address out of your password" },
  "link-invalid": {
    status: 410,
    message: "This link no longer works. It may be too old, or used already",
  },
  "email-unchanged": { status: 422, message: "That is your e-mail address already" },
  "email-known": { status: 409, message: "There is an account with that e-mail address already" },
  // The codes of the specification, under its own names
  NOT_VERIFIED: { status: 403, message: "Confirm your e-mail address first. We can send you the link again" },
  EXPIRED: { status: 410, message: "This link is too old. Ask for a new one" },
  INVALID: { status: 410, message: "This link is not valid. It may have been used already" },
  CUSTOMER_EXPIRED: { status: 401, message: "You were away for a while, so we logged you out. Log in again" },
  NOT_FOUND: { status: 404, message: "That is not here any more" },
} as const satisfies Record<string, ShopError>;

export type ShopErrorCode = keyof typeof SHOP_ERRORS;

/** The status and words of `refusal`, the details filled in. */
export function shopError(refusal: Pick<Refusal<ShopErrorCode>, "code" | "detail">): ShopError {
  const { status, message } = SHOP_ERRORS[refusal.code];
  const words = message.replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.detail[name] ?? ""));
  return { status, message: words };
}
