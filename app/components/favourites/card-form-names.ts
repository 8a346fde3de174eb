/** The two forms of a page that every card's buttons belong to, and what the buttons send. */

/** Ids of the forms. */
export const FAVOURITES_FORM = "favourites-form";
export const COMPARE_FORM = "compare-form";

/** What one press of a button asks for. */
export type CardRequest = Readonly<{
  form: typeof FAVOURITES_FORM | typeof COMPARE_FORM;
  /** Name of the button: "save", "add" or "remove". */
  name: string;
  /** "101", "101-1003" or, with the place to come back to, "101-1003@fresh". */
  value: string;
}>;

/** Value of a button for a product, and for its variant, in the list `place`. */
export function cardValue({
  productId,
  variantId = null,
  place,
}: Readonly<{ productId: number; variantId?: number | null; place: string }>): string {
  return `${productId}${variantId === null ? "" : `-${variantId}`}@${place}`;
}

/** Id of the button for `productId` in the list `place`: where a page without scripts comes back to. */
export function cardButtonId(prefix: "save" | "compare", place: string, productId: number): string {
  return `${prefix}-${place}-${productId}`;
}

/** `ids` once all of `requests` to `form` are done. */
export function idsAfter(
  ids: ReadonlyArray<number>,
  requests: ReadonlyArray<CardRequest>,
  form: CardRequest["form"],
): ReadonlyArray<number> {
  return requests
    .filter((request) => request.form === form)
    .reduce((before, { name, value }) => {
      const id = Number.parseInt(value, 10);
      const others = before.filter((one) => one !== id);
      return name === "remove" ? others : [...others, id];
    }, ids);
}
