import { errorsWith } from "./errors-with.ts";

export const VARIANT_ERRORS = {
  ...errorsWith(404, {
    "option-not-found": "There is no such option any more",
    "value-not-found": "There is no such value any more",
  }),
  ...errorsWith(409, {
    "variants-changed":
      "Somebody has changed these variants meanwhile. The page shows them as they are now. Nothing was done",
    "option-taken": "This product has the option {name} already",
    "value-taken": "{name} is there already. Choose a name that differs",
    "variant-last":
      "Shoppers must see at least one variant. Show another one first, or hide the whole product",
    "variant-used":
      "{name} has stock, or has been ordered or saved by somebody, so it stays. Hide it instead",
    "variant-shown": "Shoppers see {name}. Hide it first, then remove it",
  }),
  ...errorsWith(422, {
    "options-too-many": "A product has up to {maximum} options",
    "value-without-letters": "Use letters from a to z, or digits",
    "value-without-colour": "Choose the colour of the swatch",
    "values-none": "Type one or more names",
    "values-too-many": "An option has up to {maximum} values",
    "variants-too-many": "A product has up to {maximum} variants",
    "variants-none": "Choose one or more variants first",
    "image-unknown": "Choose one of the product’s images",
  }),
};
