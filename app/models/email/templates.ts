/** Every kind of email, and when it is sent. A new kind needs a preview. */

export const EMAIL_TEMPLATES = {
  "order-confirmation": "Order received and paid for",
  "order-apology": "Items sold out before payment arrived: refund and apology",
  "order-paid-twice": "Basket paid for twice: refund",
  "order-shipped": "Parcel sent",
  "order-ready-to-collect": "Order ready to collect",
  "order-delivered": "Order delivered",
  "order-cancelled": "Order cancelled",
  "order-refunded": "Refund sent",
  "order-return-requested": "Return requested",
  "order-return-received": "Return received",
  "order-withdrawal-received": "Withdrawal from the contract received: receipt",
  "verify-email": "Account created: confirm the email address",
  "account-exists": "Account requested with an address that already has one",
  "reset-password": "Password reset requested",
  invitation: "Account created by the shop",
  "change-email": "Email address change requested (to the new address)",
  "email-changed": "Email address changed (to the old address)",
  "password-changed": "Password changed",
  "review-published": "Review published",
  "review-invitation": "Review invitation",
  "stock-alert-confirm": "Stock alert requested: confirm",
  "stock-alert-waiting": "Stock alert confirmed",
  "stock-alert-back": "Back in stock",
  "contact-copy": "Copy of a contact message (logged-in customers)",
  "owner-contact-message": "To the shop: contact message",
  "newsletter-confirm": "Newsletter requested: confirm",
  "newsletter-welcome": "Newsletter confirmed: welcome",
  "newsletter-already": "Newsletter requested again",
  "basket-reminder": "Basket reminder",
  "owner-disputed": "To the shop: payment disputed",
  "owner-dispute-won": "To the shop: dispute won",
  "owner-dispute-lost": "To the shop: dispute lost",
  "owner-refund-failed": "To the shop: refund failed",
  "owner-payment-review": "To the shop: payment does not match",
  "owner-paid-twice": "To the shop: basket paid for twice",
  "owner-sums-differ": "To the shop: a change stopped because sums differ",
} as const;

export type EmailTemplate = keyof typeof EMAIL_TEMPLATES;

export function isEmailTemplate(value: unknown): value is EmailTemplate {
  return typeof value === "string" && Object.hasOwn(EMAIL_TEMPLATES, value);
}
