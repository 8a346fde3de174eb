/** Every kind of letter that the shop sends, and when. A new one is named here and gets a preview in its registry. */

export const LETTERS = {
  "order-confirmation": "An order is paid for",
  "order-apology": "The goods were gone when the payment arrived",
  "order-paid-twice": "The same basket was paid for by another order",
  "order-dispatched": "A parcel has left",
  "order-ready-to-collect": "An order can be fetched",
  "order-delivered": "An order has arrived",
  "order-cancelled": "An order is cancelled",
  "order-refunded": "Money has gone back",
  "order-return-asked": "A return is announced",
  "order-return-received": "A return has arrived",
  "verify-email": "Somebody made an account",
  "account-exists": "Somebody made an account with an address that has one",
  "reset-password": "Somebody forgot a password",
  invitation: "The shop made an account for somebody",
  "change-email": "A customer wants another address",
  "email-changed": "A customer’s address was changed, to the old one",
  "password-changed": "A customer’s password was changed",
  "review-published": "A review stands on its page",
  "review-invitation": "The owner asks a buyer for a review",
  "stock-alert-confirm": "Somebody wants to hear when something is back",
  "stock-alert-waiting": "Their address is confirmed",
  "stock-alert-back": "It is back",
  "contact-copy": "A customer who is logged in wrote to the shop",
  "owner-contact-message": "To the shop: somebody wrote by the contact form",
  "newsletter-confirm": "Somebody asked for the newsletter",
  "newsletter-welcome": "Their address is on its list",
  "newsletter-already": "They asked again",
  "basket-reminder": "Somebody who wants our letters left a basket",
  "owner-disputed": "To the owner: a payment is disputed",
  "owner-dispute-won": "To the owner: a dispute is won",
  "owner-dispute-lost": "To the owner: a dispute is lost",
  "owner-refund-failed": "To the owner: a refund came back",
  "owner-payment-review": "To the owner: a payment does not match",
  "owner-paid-twice": "To the owner: a basket was paid for twice",
} as const;

export type LetterKind = keyof typeof LETTERS;

export function isLetterKind(value: unknown): value is LetterKind {
  return typeof value === "string" && Object.hasOwn(LETTERS, value);
}
