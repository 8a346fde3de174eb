/** Refusals of steps on orders that only the desk takes. */
export const ORDER_STEP_ERRORS = {
  "parcel-without-number": {
    status: 422,
    message: "No tracking number. Type it, or tick that it goes without one",
  },
  "parcel-number-twice": { status: 422, message: "Order {number} has the same tracking number" },
  "parcel-planned": { status: 409, message: "A parcel of this order is about to go out" },
  "goodwill-all-unsent": {
    status: 409,
    message: "Something of this order is still to be sent. Refund its items, cancel it, or give back less",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
