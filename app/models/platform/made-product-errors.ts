import { errorsWith } from "./errors-with.ts";

export const MADE_PRODUCT_ERRORS = {
  ...errorsWith(403, {
    "desk-owner-publishes": "An owner publishes a new product, because it has a price. Save it, and ask one",
  }),
  ...errorsWith(409, {
    "desk-new-product": "This product has never been published, so there is nothing to go back to",
    "product-name-taken": "Another product has this name. Choose one that differs",
    "sku-taken": "Another product has the article number {sku}",
  }),
  ...errorsWith(422, {
    "product-incomplete": "Something is missing before shoppers may see it",
    "product-name-empty": "Use letters from a to z, or digits: the address is made of them",
    "category-unknown": "Choose a category",
    "brand-unknown": "Choose a brand",
    "tax-unknown": "Choose one of the shop’s tax rates",
    "desk-too-many-products":
      "At most {maximum} products are changed at once, and this list has more. Narrow it down by department, brand or search",
  }),
};
