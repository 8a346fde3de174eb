/** `{name}` in a text is filled from the detail. */
import type { Refusal } from "#app/models/shared/result.ts";

import { BASKET_GONE } from "./basket-gone.ts";
import { CATALOGUE_ERRORS } from "./catalogue-errors.ts";
import { COUPON_ERRORS } from "./coupon-errors.ts";
import { DELIVERY_ERRORS } from "./delivery-errors.ts";
import { errorsWith, type ShopError } from "./errors-with.ts";
import { FILE_ERRORS } from "./file-errors.ts";
import { workBegun } from "./made-for-you.ts";
import { MADE_PRODUCT_ERRORS } from "./made-product-errors.ts";
import { ORDER_STEP_ERRORS } from "./order-step-errors.ts";
import { PAGE_ERRORS } from "./page-errors.ts";
import { PASSKEY_ERRORS } from "./passkey-errors.ts";
import { REDIRECT_ERRORS } from "./redirect-errors.ts";
import { SETTING_ERRORS } from "./setting-errors.ts";
import { VARIANT_ERRORS } from "./variant-errors.ts";

export const UNUSABLE_CHARACTER_MESSAGE = "Remove any hidden or special characters";

/** By status. Those in capitals are the codes of requirement api-3, under their own names. */
export const SHOP_ERRORS = {
  ...REDIRECT_ERRORS,
  ...CATALOGUE_ERRORS,
  ...DELIVERY_ERRORS,
  ...COUPON_ERRORS,
  ...FILE_ERRORS,
  ...MADE_PRODUCT_ERRORS,
  ...ORDER_STEP_ERRORS,
  ...PAGE_ERRORS,
  ...PASSKEY_ERRORS,
  ...SETTING_ERRORS,
  ...VARIANT_ERRORS,

  ...errorsWith(400, {
    "unknown-action": "We did not recognise that action. Go back and try again",
  }),
  ...errorsWith(401, {
    "login-refused": "The email address or password is not correct.",
    "session-expired": "We logged you out because you were away for a while. Log in again",
    "desk-log-in-refused": "The email address or password is not correct",
    "desk-session-over": "You have been logged out. Log in again",
    CUSTOMER_EXPIRED: "We logged you out because you were away for a while. Log in again",
  }),
  ...errorsWith(402, {
    "payment-declined": "Your payment was declined. You have not been charged",
  }),
  ...errorsWith(403, {
    "gift-list-owner-only": "Only the owner of the list can do that",
    "desk-not-allowed": "Your role does not include this. Ask an owner to do it",
    "desk-weakens": "Only an owner weakens or removes a warning or an age",
    "desk-refund-limit": "This is more than you may give back in a day. Ask an owner to do it",
    NOT_VERIFIED: "Confirm your email address first. We can send you a new link",
  }),
  ...errorsWith(404, {
    "not-found": "We could not find that. It may have been removed",
    "cart-not-found": BASKET_GONE,
    "saved-item-not-found": "That item is no longer saved for later",
    "line-not-found": "That item is no longer in your basket",
    "product-not-found": "We no longer sell that product",
    "variant-not-found": "We no longer sell that option",
    "marketing-record-none":
      "There is no marketing record for this basket. It is empty, or the shopper has not agreed to one",
    "coupon-unknown": "We do not recognise that discount code. Check it and try again",
    "shared-list-not-found": "Those favourites are no longer shared",
    "gift-list-not-found": "We could not find that gift list",
    "co-owner-not-found": "That person does not look after the list any more",
    "gift-not-found": "That is no longer on the list",
    "claim-not-found": "That gift is no longer yours to change",
    "order-not-found": "We cannot find that order",
    "order-lookup-failed": "We cannot find that order. Check the order number, email address and {postcode}",
    "return-not-found": "We cannot find a return with that number",
    "desk-version-gone": "That version is not stored any more",
    "staff-not-found": "We could not find that person",
    NOT_FOUND: "We could not find that. It may have been removed",
  }),
  ...errorsWith(405, {
    "no-form": "There is no form here. Go back and try again",
  }),
  ...errorsWith(409, {
    "cart-empty": "Your basket is empty",
    "cart-full": "Your basket is full. Remove an item to add another",
    "slug-taken": "Another product has this address",
    "barcode-taken": "Another variant has the barcode {barcode}",
    "words-in-work": `${workBegun()}, so the words can no longer be changed`,
    "words-changed": "The buyer has changed the words since you opened this page. Read the new ones first",
    "personalisation-not-offered": "We do not put words on that product",
    "gift-listed": "That one is on the list already",
    "gift-other-words":
      "{name} is on the list already, with other words or none. Take it off first, and add it again",
    "return-personalised": "{name} was made for you, so you cannot return it unless it is faulty",
    "insufficient-stock": "Insufficient stock",
    "sold-out": "Sold out",
    "not-for-sale": "You cannot buy that product at the moment",
    "quantity-too-small": "The minimum quantity is {minimum}",
    "does-not-fit": "Those two products do not fit together",
    "parts-not-sold": "We do not sell the part needed to join these two",
    "cart-value-too-large":
      "This order is too large to place online. Split it into smaller orders, or call us",
    "quantity-too-large": "The maximum quantity is {maximum}",

    "gift-excluded":
      "We cannot gift-wrap {name}: it comes by two-person delivery. Add a gift message at checkout and we’ll tie it on a tag",

    "delivery-unavailable": "We cannot deliver this basket to that {postcode}",
    "method-unavailable": "{reason} Choose another delivery option",
    "product-safety":
      "We cannot send these to {place}, because we do not have all the safety contacts that the law asks for there: {names}. Remove them from your basket, or enter another address",
    "delivery-day-gone": "That day is no longer available. Choose another",

    "message-changed": "Somebody else was faster, and nothing was done",
    "message-without-words": "The shop does not keep this message. Answer it from the mailbox",
    "changed-meanwhile": "This has changed meanwhile, and nothing was done",
    "review-outranked":
      "Review {id} from the same email address has been published, and we know more about its author",
    "alert-not-needed": "It is already back in stock, so you do not need an alert",
    "stock-is-held": "Orders have reserved {reserved} of these, so you cannot set fewer",

    "address-book-full": "You have {maximum} saved addresses, which is the maximum. Delete one first",

    "coupon-not-yet": "That discount code is not valid yet",
    "coupon-ended": "That discount code has expired",
    "coupon-used-up": "That discount code has been fully used",
    "coupon-in-use":
      "That discount code is in use in another checkout until {until}. It is free again sooner if the payment there is cancelled",
    "coupon-used-by-you": "You have already used that discount code. It works once for each customer",
    "coupon-first-order": "That discount code is for first orders only",
    "coupon-currency": "That discount code is for prices in {currency} only",
    "coupon-no-match": "That discount code does not apply to anything in your basket: {name}",
    "coupon-minimum": "Spend {missing} more to use that discount code. It needs a minimum of {minimum}",

    "favourites-empty": "You have no favourites to share yet",

    "gift-list-limit": "You already have five open lists. Close one to make another",
    "gift-list-parcels":
      "Gifts are still on their way: {count}. You can delete the list when they have arrived",
    "gift-list-returns":
      "Gifts are on their way back: {count}. You can delete the list when you have the credit",
    "gift-list-not-open": "You can invite others while the list is open",
    "co-owner-known": "The list is open to that email address already",
    "co-owners-limit": "Two people can look after the list with you. Remove one, or an invitation, first",
    "gift-list-full": "The list is full. Take something off to add this",
    "gift-most-needed": "You can mark up to five gifts as most wanted",
    "gift-taken": "Someone has just taken the {name}",
    "gift-units": "Only {left} of the {name} are still wanted",
    "gift-claims-limit": "You have reserved five gifts on this list, which is the maximum. Let one go first",
    "claim-changed": "Somebody has changed that claim meanwhile. Nothing was done",
    "gift-list-changed": "The list moves or has moved to another address meanwhile. Nothing was sent",

    "total-changed": "The total has changed. Check it, then pay",
    "arrival-changed": "The delivery date has changed. Check it, then pay",
    "cart-changed": "Your basket has changed. Check it, then pay",
    "attempt-over": "That payment was cancelled. You have not been charged. Check your order, then pay again",
    "already-ordered": "You have already ordered and paid for this basket",
    "payment-under-way": "A payment for this basket is already in progress. Please do not pay again",
    "order-state-conflict": "This order has changed. Check it and try again",
    "payment-too-small":
      "What is left to pay is less than our payment provider takes. Add something to your basket, or remove the discount code",
    "payment-too-large":
      "The total is more than our payment provider takes at once. Take something out of your basket and order it separately, or call us",
    "refund-units": "Only {left} of line {line} can still be refunded",
    "refund-delivery": "Delivery has already been refunded for this order",
    "refund-too-much": "That is more than is left to refund",
    "shipment-quantity": "Only {left} of {name} can still be sent",
    "shipment-empty": "There is nothing left to send",
    "no-preorder": "This product is not a pre-order",
    "preorder-moved": "The day has moved again. Check the new day, then choose whether you wait for it",
    "preorder-sent": "It has already been sent or cancelled",
    "cancel-work-begun": `${workBegun("part of this order")}, so you can no longer cancel it here`,
    "cancel-too-late":
      "We are already sending this order, so you cannot cancel it here. You can return it once it arrives",
    "cancel-payment-pending":
      "The bank is still deciding about this payment, so we cannot cancel the order yet. Try again once it has decided",
    "return-units": "Only {left} of {name} can be returned",
    "return-too-late": "The time to return this order has passed",

    "email-known": "There is already an account with that email address",

    "desk-draft-first":
      "There are changes that are not published. Publish or discard them, then put the version back",
    "desk-price-changed": "It was changed meanwhile, to {price}. Nothing was done",
    "desk-sum-changed": "The sum has changed meanwhile, and nothing was refunded. Check it again",
    "not-subscribed": "This address does not get the newsletter",
    "staff-known": "There is already somebody with that email address",
    "staff-last-owner": "This is the only owner. Make somebody else an owner first",
    "staff-changed": "Somebody has changed this meanwhile. Check it and try again",
    "staff-own-account": "You cannot do this to yourself. Ask another owner",
  }),
  ...errorsWith(410, {
    "link-invalid": "This link no longer works. It may have expired or already been used",
    "invitation-over": "This invitation no longer works. It may have expired or already been used",
    EXPIRED: "This link has expired. Ask for a new one",
    INVALID: "This link is not valid. It may have already been used",
  }),
  ...errorsWith(422, {
    "invalid-form": "Check the details below",
    "honeypot-filled": "Leave the hidden field empty and send the form again",

    "sale-not-lower": "The sale price must be less than the price",
    "own-sale-not-lower": "A variant’s sale price must be less than its price",
    "toy-unsafe": "A toy must state its age and carry its warnings",
    "slug-malformed": "Use small letters, digits and single hyphens",
    "barcode-malformed": "{barcode} is not a barcode: look at its digits again",
    "images-none": "A product needs an image. Add one, or use a removed one again",
    "image-text-missing": "Describe each image",
    "images-too-many": "A product has up to {maximum} images. Remove some first",
    "personalisation-needed": "Choose {work}, or plain without words",
    "personalisation-empty": "Type the words, or choose plain",
    "personalisation-too-long": "Use up to {maximum} letters. You have {length}",
    "personalisation-character": "We cannot write {character}. Use letters, numbers and {marks}",
    "personalisation-hidden": UNUSABLE_CHARACTER_MESSAGE,
    "variant-needed": "Choose an option first",
    "quantity-invalid": "Choose a whole number from 1",

    "gift-paper-unknown": "Choose a wrapping paper",
    "gift-message": "{problem}",

    "delivery-day-needed": "Choose a delivery day",
    "delivery-method-unknown": "Choose a delivery option",
    "postcode-invalid": "Enter a full {name}, such as {example}",

    "photos-too-many": "Choose up to {maximum} photographs. You chose {count}",
    "photo-too-large": "“{photo}” is larger than {maximum} MB. Choose a smaller one",
    "not-a-photo": "“{photo}” is not an image we can open. Choose a JPEG, PNG, WebP or AVIF",
    "photo-heic":
      "“{photo}” is a HEIC photograph, which we cannot open. Save it as a JPEG first. On an iPhone: Settings, Camera, Formats, Most Compatible",
    "photo-broken": "“{photo}” is damaged, so we cannot open it. Choose another",
    "photo-too-many-pixels": "“{photo}” has too many pixels. Choose one of up to 50 megapixels",
    "photo-moves": "“{photo}” is an animation. Choose a still image",

    "refund-nothing": "Choose what to refund",
    "charge-claim":
      "Leave out when a card is charged, because the shop itself says so beside the button: “{sentence}”",
    "withdrawal-nothing": "Choose the items of the contract you withdraw from",
    "return-nothing": "Choose what you want to return",
    "return-reason": "Choose a reason",

    "password-wrong": "Your password is not correct",
    "password-too-short": "Use at least {minimum} characters",
    "password-too-long": "Use at most {maximum} characters",
    "password-common": "That password is too easy to guess. Choose another",
    "password-leaked": "That password has been found in a data breach elsewhere. Choose another",
    "password-own-email": "Do not use your email address in your password",
    "email-unchanged": "That is already your email address",

    "desk-nothing-chosen": "Choose the products first, in the list",
    "desk-code-wrong": "That code is not correct, or was used before. Wait for the next one and type that",
    "desk-app-unreadable":
      "Codes of your app cannot be checked here now. Type a recovery code, use a passkey, or ask an owner for a new invitation",
    "desk-code-needed": "Enter the code from your authenticator app",
  }),
  ...errorsWith(429, {
    "rate-limited": "You have tried too many times. Wait {retryAfterSeconds} seconds and try again",
    "coupon-emails":
      "That discount code has been tried with several email addresses here. You have not been charged. Remove the code, or log in to use it",
    "gift-list-emails":
      "We send 20 emails a day for one list, and they have all been sent. Try again tomorrow",
    "login-slow-down":
      "You have tried too many times. Wait {retryAfterSeconds} seconds and try again, or reset your password by email",
    "desk-wait": "There were too many wrong tries. Wait 15 minutes and try again",
  }),
  ...errorsWith(502, {
    "refund-failed": "We could not make the refund",
  }),
  ...errorsWith(503, {
    "photos-busy":
      "We are receiving too many photographs at once. Wait a minute, choose yours again and send your review",
    "photos-full": "We cannot take more photographs today. Please send your review without them",
    "photos-failed": "We could not save your photographs. Please choose them again and send your review",
    "images-busy": "We are receiving too many images at once. Wait a minute and choose yours again",
    "payment-unavailable":
      "We cannot reach the payment page. You have not been charged. Try again in a few minutes",
    "payment-stopped":
      "We cannot take payments at the moment because of a problem on our side. You have not been charged, and your basket is saved. Try again later, or call us",
    "sums-differ":
      "The amounts of this order do not add up, so we have changed nothing. You have not been charged. We will look into it: try again later, or call us",
    busy: "Many people are logging in at the moment. Wait a moment, then try again",
  }),
};

export type ShopErrorCode = keyof typeof SHOP_ERRORS;

export function shopError(refusal: Pick<Refusal<ShopErrorCode>, "code" | "detail">): ShopError {
  const { status, message } = SHOP_ERRORS[refusal.code];
  const words = message.replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.detail[name] ?? ""));
  return { status, message: words };
}
