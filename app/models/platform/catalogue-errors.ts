export const CATALOGUE_ERRORS = {
  "brand-slug-taken": { status: 409, message: "Another brand has the address {slug}" },
  "brand-name-taken": { status: 409, message: "Another brand is called {name}" },
  "brand-has-products": {
    status: 409,
    message:
      "{name} is not removed: {count} of the shop, shown or hidden, have it. Give them another brand first",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
