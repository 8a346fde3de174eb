/** `{name}` in a text is filled from the detail. */
import type { Refusal } from "#app/models/shared/result.ts";

import { CATALOGUE_ERRORS } from "./catalogue-errors.ts";
import { COUPON_ERRORS } from "./coupon-errors.ts";
import { DELIVERY_ERRORS } from "./delivery-errors.ts";
import { FILE_ERRORS } from "./file-errors.ts";
import { workBegun } from "./made-for-you.ts";
import { MADE_PRODUCT_ERRORS } from "./made-product-errors.ts";
import { ORDER_STEP_ERRORS } from "./order-step-errors.ts";
import { PAGE_ERRORS } from "./page-errors.ts";
import { PASSKEY_ERRORS } from "./passkey-errors.ts";
import { REDIRECT_ERRORS } from "./redirect-errors.ts";
import { SETTING_ERRORS } from "./setting-errors.ts";
import { VARIANT_ERRORS } from "./variant-errors.ts";

type ShopError = Readonly<{ status: number; message: string }>;

export const UNUSABLE_CHARACTER_MESSAGE = "Remove any hidden or special characters";

/** The reason is not known, so none is named. */
export const BASKET_GONE =
  "Your basket is no longer there. It may have been emptied in another window, or not used for 90 days";

export const SHOP_ERRORS = {
  "invalid-form": { status: 422, message: "Check the details below" },
  "unknown-action": { status: 400, message: "We did not recognise that action. Go back and try again" },
  "rate-limited": {
    status: 429,
    message: "You have tried too many times. Wait {retryAfterSeconds} seconds and try again",
  },
  "honeypot-filled": { status: 422, message: "Leave the hidden field empty and send the form again" },
  "not-found": { status: 404, message: "We could not find that. It may have been removed" },

  ...REDIRECT_ERRORS,
  ...CATALOGUE_ERRORS,
  ...DELIVERY_ERRORS,

  "cart-not-found": { status: 404, message: BASKET_GONE },
  "cart-empty": { status: 409, message: "Your basket is empty" },
  "cart-full": { status: 409, message: "Your basket is full. Remove an item to add another" },
  "saved-item-not-found": { status: 404, message: "That item is no longer saved for later" },
  "line-not-found": { status: 404, message: "That item is no longer in your basket" },
  "product-not-found": { status: 404, message: "We no longer sell that product" },
  "sale-not-lower": { status: 422, message: "The sale price must be less than the price" },
  "own-sale-not-lower": { status: 422, message: "A variant’s sale price must be less than its price" },
  "toy-unsafe": { status: 422, message: "A toy must state its age and carry its warnings" },
  "slug-malformed": { status: 422, message: "Use small letters, digits and single hyphens" },
  "slug-taken": { status: 409, message: "Another product has this address" },
  "barcode-malformed": { status: 422, message: "{barcode} is not a barcode: look at its digits again" },
  "barcode-taken": { status: 409, message: "Another variant has the barcode {barcode}" },
  "images-none": { status: 422, message: "A product needs an image. Add one, or use a removed one again" },
  "image-text-missing": { status: 422, message: "Describe each image" },
  "images-too-many": { status: 422, message: "A product has up to {maximum} images. Remove some first" },
  "variant-not-found": { status: 404, message: "We no longer sell that option" },
  "personalisation-needed": { status: 422, message: "Choose {work}, or plain without words" },
  "personalisation-empty": { status: 422, message: "Type the words, or choose plain" },
  "personalisation-too-long": {
    status: 422,
    message: "Use up to {maximum} letters. You have {length}",
  },
  "personalisation-character": {
    status: 422,
    message: "We cannot write {character}. Use letters, numbers and {marks}",
  },
  "personalisation-hidden": { status: 422, message: UNUSABLE_CHARACTER_MESSAGE },
  "words-in-work": {
    status: 409,
    message: `${workBegun()}, so the words can no longer be changed`,
  },
  "words-changed": {
    status: 409,
    message: "The buyer has changed the words since you opened this page. Read the new ones first",
  },
  "personalisation-not-offered": { status: 409, message: "We do not put words on that product" },
  "gift-listed": { status: 409, message: "That one is on the list already" },
  "gift-other-words": {
    status: 409,
    message: "{name} is on the list already, with other words or none. Take it off first, and add it again",
  },
  "return-personalised": {
    status: 409,
    message: "{name} was made for you, so you cannot return it unless it is faulty",
  },
  "variant-needed": { status: 422, message: "Choose an option first" },
  "insufficient-stock": { status: 409, message: "Insufficient stock" },
  "sold-out": { status: 409, message: "Sold out" },
  "not-for-sale": { status: 409, message: "You cannot buy that product at the moment" },
  "quantity-invalid": { status: 422, message: "Choose a whole number from 1" },
  "quantity-too-small": { status: 409, message: "The minimum quantity is {minimum}" },
  "does-not-fit": { status: 409, message: "Those two products do not fit together" },
  "parts-not-sold": { status: 409, message: "We do not sell the part needed to join these two" },
  "cart-value-too-large": {
    status: 409,
    message: "This order is too large to place online. Split it into smaller orders, or call us",
  },
  "quantity-too-large": { status: 409, message: "The maximum quantity is {maximum}" },

  "marketing-record-none": {
    status: 404,
    message:
      "There is no marketing record for this basket. It is empty, or the shopper has not agreed to one",
  },

  "gift-excluded": {
    status: 409,
    message:
      "We cannot gift-wrap {name}: it comes by two-person delivery. Add a gift message at checkout and we’ll tie it on a tag",
  },
  "gift-paper-unknown": { status: 422, message: "Choose a wrapping paper" },
  "gift-message": { status: 422, message: "{problem}" },

  "delivery-unavailable": { status: 409, message: "We cannot deliver this basket to that {postcode}" },
  "method-unavailable": { status: 409, message: "{reason} Choose another delivery option" },
  "product-safety": {
    status: 409,
    message:
      "We cannot send these to {place}, because we do not have all the safety contacts that the law asks for there: {names}. Remove them from your basket, or enter another address",
  },
  "delivery-day-needed": { status: 422, message: "Choose a delivery day" },
  "delivery-day-gone": {
    status: 409,
    message: "That day is no longer available. Choose another",
  },
  "delivery-method-unknown": { status: 422, message: "Choose a delivery option" },
  "postcode-invalid": { status: 422, message: "Enter a full {name}, such as {example}" },

  "photos-too-many": { status: 422, message: "Choose up to {maximum} photographs. You chose {count}" },
  "photo-too-large": { status: 422, message: "“{photo}” is larger than {maximum} MB. Choose a smaller one" },
  "not-a-photo": {
    status: 422,
    message: "“{photo}” is not an image we can open. Choose a JPEG, PNG, WebP or AVIF",
  },
  "photo-heic": {
    status: 422,
    message:
      "“{photo}” is a HEIC photograph, which we cannot open. Save it as a JPEG first. On an iPhone: Settings, Camera, Formats, Most Compatible",
  },
  "photo-broken": { status: 422, message: "“{photo}” is damaged, so we cannot open it. Choose another" },
  "photo-too-many-pixels": {
    status: 422,
    message: "“{photo}” has too many pixels. Choose one of up to 50 megapixels",
  },
  "photo-moves": { status: 422, message: "“{photo}” is an animation. Choose a still image" },
  "photos-busy": {
    status: 503,
    message:
      "We are receiving too many photographs at once. Wait a minute, choose yours again and send your review",
  },
  "photos-full": {
    status: 503,
    message: "We cannot take more photographs today. Please send your review without them",
  },
  "photos-failed": {
    status: 503,
    message: "We could not save your photographs. Please choose them again and send your review",
  },
  "message-changed": { status: 409, message: "Somebody else was faster, and nothing was done" },
  "message-without-words": {
    status: 409,
    message: "The shop does not keep this message. Answer it from the mailbox",
  },
  "images-busy": {
    status: 503,
    message: "We are receiving too many images at once. Wait a minute and choose yours again",
  },
  "changed-meanwhile": { status: 409, message: "This has changed meanwhile, and nothing was done" },
  "review-outranked": {
    status: 409,
    message: "Review {id} from the same email address has been published, and we know more about its author",
  },
  "alert-not-needed": {
    status: 409,
    message: "It is already back in stock, so you do not need an alert",
  },
  "stock-is-held": {
    status: 409,
    message: "Orders have reserved {reserved} of these, so you cannot set fewer",
  },

  "address-book-full": {
    status: 409,
    message: "You have {maximum} saved addresses, which is the maximum. Delete one first",
  },

  "coupon-unknown": {
    status: 404,
    message: "We do not recognise that discount code. Check it and try again",
  },
  "coupon-not-yet": { status: 409, message: "That discount code is not valid yet" },
  "coupon-ended": { status: 409, message: "That discount code has expired" },
  "coupon-used-up": { status: 409, message: "That discount code has been fully used" },
  "coupon-in-use": {
    status: 409,
    message:
      "That discount code is in use in another checkout until {until}. It is free again sooner if the payment there is cancelled",
  },
  "coupon-used-by-you": {
    status: 409,
    message: "You have already used that discount code. It works once for each customer",
  },
  "coupon-emails": {
    status: 429,
    message:
      "That discount code has been tried with several email addresses here. You have not been charged. Remove the code, or log in to use it",
  },
  "coupon-first-order": { status: 409, message: "That discount code is for first orders only" },
  "coupon-currency": { status: 409, message: "That discount code is for prices in {currency} only" },
  "coupon-no-match": {
    status: 409,
    message: "That discount code does not apply to anything in your basket: {name}",
  },
  "coupon-minimum": {
    status: 409,
    message: "Spend {missing} more to use that discount code. It needs a minimum of {minimum}",
  },

  ...COUPON_ERRORS,

  "favourites-empty": { status: 409, message: "You have no favourites to share yet" },
  "shared-list-not-found": { status: 404, message: "Those favourites are no longer shared" },

  "gift-list-not-found": { status: 404, message: "We could not find that gift list" },
  "gift-list-limit": {
    status: 409,
    message: "You already have five open lists. Close one to make another",
  },
  "gift-list-parcels": {
    status: 409,
    message: "Gifts are still on their way: {count}. You can delete the list when they have arrived",
  },
  "gift-list-returns": {
    status: 409,
    message: "Gifts are on their way back: {count}. You can delete the list when you have the credit",
  },
  "gift-list-owner-only": { status: 403, message: "Only the owner of the list can do that" },
  "gift-list-not-open": { status: 409, message: "You can invite others while the list is open" },
  "gift-list-emails": {
    status: 429,
    message: "We send 20 emails a day for one list, and they have all been sent. Try again tomorrow",
  },
  "co-owner-known": { status: 409, message: "The list is open to that email address already" },
  "co-owners-limit": {
    status: 409,
    message: "Two people can look after the list with you. Remove one, or an invitation, first",
  },
  "co-owner-not-found": { status: 404, message: "That person does not look after the list any more" },
  "gift-list-full": { status: 409, message: "The list is full. Take something off to add this" },
  "gift-not-found": { status: 404, message: "That is no longer on the list" },
  "gift-most-needed": { status: 409, message: "You can mark up to five gifts as most wanted" },
  "gift-taken": { status: 409, message: "Someone has just taken the {name}" },
  "gift-units": { status: 409, message: "Only {left} of the {name} are still wanted" },
  "gift-claims-limit": {
    status: 409,
    message: "You have reserved five gifts on this list, which is the maximum. Let one go first",
  },
  "claim-changed": { status: 409, message: "Somebody has changed that claim meanwhile. Nothing was done" },
  "gift-list-changed": {
    status: 409,
    message: "The list moves or has moved to another address meanwhile. Nothing was sent",
  },
  "claim-not-found": { status: 404, message: "That gift is no longer yours to change" },

  "total-changed": { status: 409, message: "The total has changed. Check it, then pay" },
  "arrival-changed": {
    status: 409,
    message: "The delivery date has changed. Check it, then pay",
  },
  "cart-changed": { status: 409, message: "Your basket has changed. Check it, then pay" },
  "attempt-over": {
    status: 409,
    message: "That payment was cancelled. You have not been charged. Check your order, then pay again",
  },
  "already-ordered": { status: 409, message: "You have already ordered and paid for this basket" },
  "payment-under-way": {
    status: 409,
    message: "A payment for this basket is already in progress. Please do not pay again",
  },
  "order-not-found": { status: 404, message: "We cannot find that order" },
  "order-lookup-failed": {
    status: 404,
    message: "We cannot find that order. Check the order number, email address and {postcode}",
  },
  "order-state-conflict": { status: 409, message: "This order has changed. Check it and try again" },
  "payment-unavailable": {
    status: 503,
    message: "We cannot reach the payment page. You have not been charged. Try again in a few minutes",
  },
  "payment-too-small": {
    status: 409,
    message:
      "What is left to pay is less than our payment provider takes. Add something to your basket, or remove the discount code",
  },
  "payment-too-large": {
    status: 409,
    message:
      "The total is more than our payment provider takes at once. Take something out of your basket and order it separately, or call us",
  },
  "payment-stopped": {
    status: 503,
    message:
      "We cannot take payments at the moment because of a problem on our side. You have not been charged, and your basket is saved. Try again later, or call us",
  },
  "sums-differ": {
    status: 503,
    message:
      "The amounts of this order do not add up, so we have changed nothing. You have not been charged. We will look into it: try again later, or call us",
  },
  "payment-declined": { status: 402, message: "Your payment was declined. You have not been charged" },
  "refund-failed": { status: 502, message: "We could not make the refund" },
  "refund-units": { status: 409, message: "Only {left} of line {line} can still be refunded" },
  "refund-delivery": { status: 409, message: "Delivery has already been refunded for this order" },
  "refund-nothing": { status: 422, message: "Choose what to refund" },
  "refund-too-much": { status: 409, message: "That is more than is left to refund" },
  "shipment-quantity": { status: 409, message: "Only {left} of {name} can still be sent" },
  "shipment-empty": { status: 409, message: "There is nothing left to send" },
  "no-preorder": { status: 409, message: "This product is not a pre-order" },
  "charge-claim": {
    status: 422,
    message:
      "Leave out when a card is charged, because the shop itself says so beside the button: “{sentence}”",
  },
  "preorder-moved": {
    status: 409,
    message: "The day has moved again. Check the new day, then choose whether you wait for it",
  },
  "preorder-sent": { status: 409, message: "It has already been sent or cancelled" },
  "cancel-work-begun": {
    status: 409,
    message: `${workBegun("part of this order")}, so you can no longer cancel it here`,
  },
  "cancel-too-late": {
    status: 409,
    message:
      "We are already sending this order, so you cannot cancel it here. You can return it once it arrives",
  },
  "withdrawal-nothing": { status: 422, message: "Choose the items of the contract you withdraw from" },
  "cancel-payment-pending": {
    status: 409,
    message:
      "The bank is still deciding about this payment, so we cannot cancel the order yet. Try again once it has decided",
  },
  "return-nothing": { status: 422, message: "Choose what you want to return" },
  "return-units": { status: 409, message: "Only {left} of {name} can be returned" },
  "return-reason": { status: 422, message: "Choose a reason" },
  "return-too-late": { status: 409, message: "The time to return this order has passed" },
  "return-not-found": { status: 404, message: "We cannot find a return with that number" },

  "login-refused": { status: 401, message: "The email address or password is not correct." },
  "login-slow-down": {
    status: 429,
    message:
      "You have tried too many times. Wait {retryAfterSeconds} seconds and try again, or reset your password by email",
  },
  busy: { status: 503, message: "Many people are logging in at the moment. Wait a moment, then try again" },
  "session-expired": {
    status: 401,
    message: "We logged you out because you were away for a while. Log in again",
  },
  "password-wrong": { status: 422, message: "Your password is not correct" },
  "password-too-short": { status: 422, message: "Use at least {minimum} characters" },
  "password-too-long": { status: 422, message: "Use at most {maximum} characters" },
  "password-common": { status: 422, message: "That password is too easy to guess. Choose another" },
  "password-leaked": {
    status: 422,
    message: "That password has been found in a data breach elsewhere. Choose another",
  },
  "password-own-email": { status: 422, message: "Do not use your email address in your password" },
  "link-invalid": {
    status: 410,
    message: "This link no longer works. It may have expired or already been used",
  },
  "email-unchanged": { status: 422, message: "That is already your email address" },
  "email-known": { status: 409, message: "There is already an account with that email address" },

  "no-form": { status: 405, message: "There is no form here. Go back and try again" },
  "desk-not-allowed": { status: 403, message: "Your role does not include this. Ask an owner to do it" },
  "desk-nothing-chosen": { status: 422, message: "Choose the products first, in the list" },
  "desk-weakens": { status: 403, message: "Only an owner weakens or removes a warning or an age" },
  "desk-draft-first": {
    status: 409,
    message: "There are changes that are not published. Publish or discard them, then put the version back",
  },
  "desk-version-gone": { status: 404, message: "That version is not stored any more" },
  "desk-price-changed": { status: 409, message: "It was changed meanwhile, to {price}. Nothing was done" },
  ...FILE_ERRORS,
  ...MADE_PRODUCT_ERRORS,
  ...ORDER_STEP_ERRORS,
  ...PAGE_ERRORS,
  ...PASSKEY_ERRORS,
  ...SETTING_ERRORS,
  ...VARIANT_ERRORS,
  "desk-log-in-refused": { status: 401, message: "The email address or password is not correct" },
  "desk-wait": { status: 429, message: "There were too many wrong tries. Wait 15 minutes and try again" },
  "desk-code-wrong": {
    status: 422,
    message: "That code is not correct, or was used before. Wait for the next one and type that",
  },
  "desk-app-unreadable": {
    status: 422,
    message:
      "Codes of your app cannot be checked here now. Type a recovery code, use a passkey, or ask an owner for a new invitation",
  },
  "desk-code-needed": { status: 422, message: "Enter the code from your authenticator app" },
  "desk-session-over": { status: 401, message: "You have been logged out. Log in again" },
  "desk-refund-limit": {
    status: 403,
    message: "This is more than you may give back in a day. Ask an owner to do it",
  },
  "desk-sum-changed": {
    status: 409,
    message: "The sum has changed meanwhile, and nothing was refunded. Check it again",
  },
  "invitation-over": {
    status: 410,
    message: "This invitation no longer works. It may have expired or already been used",
  },
  "not-subscribed": { status: 409, message: "This address does not get the newsletter" },
  "staff-not-found": { status: 404, message: "We could not find that person" },
  "staff-known": { status: 409, message: "There is already somebody with that email address" },
  "staff-last-owner": { status: 409, message: "This is the only owner. Make somebody else an owner first" },
  "staff-changed": { status: 409, message: "Somebody has changed this meanwhile. Check it and try again" },
  "staff-own-account": { status: 409, message: "You cannot do this to yourself. Ask another owner" },

  // The codes of requirement api-3, under their own names
  NOT_VERIFIED: { status: 403, message: "Confirm your email address first. We can send you a new link" },
  EXPIRED: { status: 410, message: "This link has expired. Ask for a new one" },
  INVALID: { status: 410, message: "This link is not valid. It may have already been used" },
  CUSTOMER_EXPIRED: {
    status: 401,
    message: "We logged you out because you were away for a while. Log in again",
  },
  NOT_FOUND: { status: 404, message: "We could not find that. It may have been removed" },
} as const satisfies Record<string, ShopError>;

export type ShopErrorCode = keyof typeof SHOP_ERRORS;

export function shopError(refusal: Pick<Refusal<ShopErrorCode>, "code" | "detail">): ShopError {
  const { status, message } = SHOP_ERRORS[refusal.code];
  const words = message.replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.detail[name] ?? ""));
  return { status, message: words };
}
