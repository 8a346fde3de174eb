export const MADE_PRODUCT_ERRORS = {
  "product-incomplete": { status: 422, message: "Something is missing before shoppers may see it" },
  "desk-owner-publishes": {
    status: 403,
    message: "An owner publishes a new product, because it has a price. Save it, and ask one",
  },
  "desk-new-product": {
    status: 409,
    message: "This product has never been published, so there is nothing to go back to",
  },
  "product-name-taken": { status: 409, message: "Another product has this name. Choose one that differs" },
  "product-name-empty": {
    status: 422,
    message: "Use letters from a to z, or digits: the address is made of them",
  },
  "sku-taken": { status: 409, message: "Another product has the article number {sku}" },
  "category-unknown": { status: 422, message: "Choose a category" },
  "brand-unknown": { status: 422, message: "Choose a brand" },
  "tax-unknown": { status: 422, message: "Choose one of the shop’s tax rates" },
  "desk-too-many-products": {
    status: 422,
    message:
      "At most {maximum} products are changed at once, and this list has more. Narrow it down by department, brand or search",
  },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
