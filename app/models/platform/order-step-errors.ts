import { errorsWith } from "./errors-with.ts";

export const ORDER_STEP_ERRORS = {
  ...errorsWith(409, {
    "batch-empty": "None of these orders can be packed now. Check the list again",
    "parcel-planned": "A parcel of this order is about to go out",
    "delivered-too-long":
      "It was marked as delivered more than 24 hours ago, so that can no longer be taken back",
    "address-collected": "This order is collected from the shop, so it has no delivery address",
    "address-of-list":
      "This gift goes to the address of a gift list, which its buyer must not learn. It cannot be changed here",
    "address-undeliverable":
      "This order cannot go there as it was paid for. {reason} Cancel it, and ask the customer to order again",
    "address-tax":
      "Another rate of tax is due in {country}, so this order cannot go there. Cancel it, and ask the customer to order again",
    "address-day":
      "On the booked day nothing is delivered there ({zone}). Keep the address, or cancel the order",
    "address-safety":
      "We cannot send these to {place}, because we do not have all the safety contacts that the law asks for there: {names}",
    "address-means": "Read what this address means before you change it",
    "wear-too-much":
      "Deduct at most what the items cost that came back without a fault, and nothing of delivery",
    "wear-all": "Nothing would be left to refund. Deduct less, or leave the return open and write first",
    "wear-credit": "Nothing is deducted from the credit of a family",
    "email-not-sent": "That email has not been sent, so it cannot be sent once more",
    "goodwill-all-unsent":
      "Something of this order is still to be sent. Refund its items, cancel it, or give back less",
  }),
  ...errorsWith(422, {
    "parcel-without-number": "No tracking number. Type it, or tick that it goes without one",
    "parcel-number-twice": "Order {number} has the same tracking number",
    "sum-step": "Enter a sum in steps of {step}. The payment provider takes no smaller ones",
    "wear-sum": "Enter the sum that you deduct, such as 12.50",
  }),
  ...errorsWith(500, {
    "batch-failed": "Something went wrong on our side. Open the order and try again",
  }),
  ...errorsWith(503, {
    "payment-silent":
      "The payment provider does not answer. Nothing has changed and nothing is lost. Ask again in a few minutes",
  }),
};
