export const VARIANT_ERRORS = {
  "variants-changed": {
    status: 409,
    message:
      "Somebody has changed these variants meanwhile. The page shows them as they are now. Nothing was done",
  },
  "option-not-found": { status: 404, message: "There is no such option any more" },
  "value-not-found": { status: 404, message: "There is no such value any more" },
  "option-taken": { status: 409, message: "This product has the option {name} already" },
  "options-too-many": { status: 422, message: "A product has up to {maximum} options" },
  "value-taken": { status: 409, message: "{name} is there already. Choose a name that differs" },
  "value-without-letters": { status: 422, message: "Use letters from a to z, or digits" },
  "value-without-colour": { status: 422, message: "Choose the colour of the swatch" },
  "values-none": { status: 422, message: "Type one or more names" },
  "values-too-many": { status: 422, message: "An option has up to {maximum} values" },
  "variants-too-many": { status: 422, message: "A product has up to {maximum} variants" },
  "variants-none": { status: 422, message: "Choose one or more variants first" },
  "variant-last": {
    status: 409,
    message: "Shoppers must see at least one variant. Show another one first, or hide the whole product",
  },
  "variant-used": {
    status: 409,
    message: "{name} has stock, or has been ordered or saved by somebody, so it stays. Hide it instead",
  },
  "variant-shown": { status: 409, message: "Shoppers see {name}. Hide it first, then remove it" },
  "image-unknown": { status: 422, message: "Choose one of the product’s images" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
