import type { JobKind } from "#app/models/jobs/job.ts";

const JOB_WORDS = {
  "order-confirmation": "Email: an order is confirmed",
  "order-refunded": "Email: sold out, and the money goes back",
  "payment-webhook": "The test provider’s message about a payment",
  "payment-confirmation": "The test provider’s confirmation of a payment",
  "order-refund": "Refund",
  "order-email": "Email: news of an order",
  "payment-alert": "Email to you: a payment needs attention",
  "invariant-alert": "Email to you: an order does not add up",
  "service-alert": "Email to you: a service refuses the shop",
  "new-order-email": "Email to you: new orders",
  "spare-gift-refund": "Refund of a gift that two people bought",
  "desk-send": "A parcel that was sent at the desk",
  "order-batch": "Many orders packed at the desk",
  "account-email": "Email: a customer’s account",
  "staff-email": "Email: somebody at the desk",
  "review-email": "Email: a review",
  "stock-alert-batch": "Who is told of new stock",
  "stock-alert-email": "Email: back in stock",
  "gift-list-email": "Email: a gift list",
  "contact-email": "Email: a message to the shop",
  "message-reply": "Email: your reply to a message",
  "newsletter-email": "Email: the newsletter’s sign-up",
  "abandoned-cart": "Email: a basket that was left",
  "search-index": "The search’s index",
  "search-refresh": "What the search has yet to take in",
  "analytics-send": "Figures for the analytics service",
  "marketing-cart": "A basket for the marketing service",
  "marketing-order": "An order for the marketing service",
  "marketing-contact": "A contact for the marketing service",
  "shared-cache-purge": "Old pages in front of the shop",
  "catalogue-imported": "What follows an import of the catalogue",
} as const satisfies Record<JobKind, string>;

/** The kind itself for one of another version of the shop. */
export function jobWords(kind: string): string {
  return kind in JOB_WORDS ? JOB_WORDS[kind as JobKind] : kind;
}
