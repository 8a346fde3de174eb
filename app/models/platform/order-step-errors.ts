export const ORDER_STEP_ERRORS = {
  "batch-empty": { status: 409, message: "None of these orders can be packed now. Check the list again" },
  "batch-failed": { status: 500, message: "Something went wrong on our side. Open the order and try again" },
  "parcel-without-number": {
    status: 422,
    message: "No tracking number. Type it, or tick that it goes without one",
  },
  "parcel-number-twice": { status: 422, message: "Order {number} has the same tracking number" },
  "parcel-planned": { status: 409, message: "A parcel of this order is about to go out" },
  "delivered-too-long": {
    status: 409,
    message: "It was marked as delivered more than 24 hours ago, so that can no longer be taken back",
  },
  "payment-silent": {
    status: 503,
    message:
      "The payment provider does not answer. Nothing has changed and nothing is lost. Ask again in a few minutes",
  },
  "address-collected": {
    status: 409,
    message: "This order is collected from the shop, so it has no delivery address",
  },
  "address-of-list": {
    status: 409,
    message:
      "This gift goes to the address of a gift list, which its buyer must not learn. It cannot be changed here",
  },
  "address-undeliverable": {
    status: 409,
    message:
      "This order cannot go there as it was paid for. {reason} Cancel it, and ask the customer to order again",
  },
  "address-tax": {
    status: 409,
    message:
      "Another rate of tax is due in {country}, so this order cannot go there. Cancel it, and ask the customer to order again",
  },
  "address-day": {
    status: 409,
    message: "On the booked day nothing is delivered there ({zone}). Keep the address, or cancel the order",
  },
  "address-safety": {
    status: 409,
    message:
      "We cannot send these to {place}, because we do not have all the safety contacts that the law asks for there: {names}",
  },
  "address-means": { status: 409, message: "Read what this address means before you change it" },
  "sum-step": {
    status: 422,
    message: "Enter a sum in steps of {step}. The payment provider takes no smaller ones",
  },
  "wear-sum": { status: 422, message: "Enter the sum that you deduct, such as 12.50" },
  "wear-too-much": {
    status: 409,
    message: "Deduct at most what the items cost that came back without a fault, and nothing of delivery",
  },
  "wear-all": {
    status: 409,
    message: "Nothing would be left to refund. Deduct less, or leave the return open and write first",
  },
  "wear-credit": { status: 409, message: "Nothing is deducted from the credit of a family" },
  "email-not-sent": { status: 409, message: "That email has not been sent, so it cannot be sent once more" },
  "goodwill-all-unsent": {
    status: 409,
    message: "Something of this order is still to be sent. Refund its items, cancel it, or give back less",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
