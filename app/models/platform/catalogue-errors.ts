export const CATALOGUE_ERRORS = {
  "brand-slug-taken": { status: 409, message: "Another brand has the address {slug}" },
  "brand-name-taken": { status: 409, message: "Another brand is called {name}" },
  "brand-has-products": {
    status: 409,
    message:
      "{name} is not removed: {count} of the shop, shown or hidden, have it. Give them another brand first",
  },
  "category-path-taken": { status: 409, message: "Another category has the address /c/{path}" },
  "category-path-reserved": { status: 409, message: "A page of the shop has the address /c/{path}" },
  "category-path-needed": {
    status: 409,
    message: "The gift pages need the address /c/{path}, so it stays. You can change the name",
  },
  "category-parent-unknown": { status: 409, message: "There is no category {parent} by now. Choose another" },
  "category-in-itself": {
    status: 409,
    message: "A category is not inside itself, nor inside one of those below it. Choose another",
  },
  "category-too-deep": {
    status: 409,
    message: "Categories are at most five deep, with all that is below this one. Choose one further up",
  },
  "category-in-use": {
    status: 409,
    message: "{name} is not removed: {contents} it. Move them first, or hide the category",
  },
  "category-of-coupon": {
    status: 409,
    message:
      "{name} is not removed: discount codes are for it ({codes}). Change them, or switch them off, first",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
