import { errorsWith } from "./errors-with.ts";

export const CATALOGUE_ERRORS = errorsWith(409, {
  "brand-slug-taken": "Another brand has the address {slug}",
  "brand-name-taken": "Another brand is called {name}",
  "brand-has-products":
    "{name} is not removed: {count} of the shop, shown or hidden, have it. Give them another brand first",
  "category-path-taken": "Another category has the address /c/{path}",
  "category-path-reserved": "A page of the shop has the address /c/{path}",
  "category-path-needed": "The gift pages need the address /c/{path}, so it stays. You can change the name",
  "category-parent-unknown": "There is no category {parent} by now. Choose another",
  "category-in-itself": "A category is not inside itself, nor inside one of those below it. Choose another",
  "category-too-deep":
    "Categories are at most five deep, with all that is below this one. Choose one further up",
  "category-in-use": "{name} is not removed: {contents} it. Move them first, or hide the category",
  "category-of-coupon":
    "{name} is not removed: discount codes are for it ({codes}). Change them, or switch them off, first",
});
