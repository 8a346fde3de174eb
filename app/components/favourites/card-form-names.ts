export const FAVOURITES_FORM = "favourites-form";
export const COMPARE_FORM = "compare-form";

export type CardRequest = Readonly<{
  form: typeof FAVOURITES_FORM | typeof COMPARE_FORM;
  /** "save", "add", "remove", or "intent" to remove all. */
  name: string;
  /** "101", "101-1003" or, with the list to return to, "101-1003@fresh"; "clear" to remove all. */
  value: string;
}>;

export function cardValue({
  productId,
  variantId = null,
  place,
}: Readonly<{ productId: number; variantId?: number | null; place: string }>): string {
  return `${productId}${variantId === null ? "" : `-${variantId}`}@${place}`;
}

/** Without scripts the page returns to this button. */
export function cardButtonId(prefix: "save" | "compare", place: string, productId: number): string {
  return `${prefix}-${place}-${productId}`;
}

export function idsAfter(
  ids: ReadonlyArray<number>,
  requests: ReadonlyArray<CardRequest>,
  form: CardRequest["form"],
): ReadonlyArray<number> {
  return requests
    .filter((request) => request.form === form)
    .reduce((before, { name, value }) => {
      if (name === "intent") return [];
      const id = Number.parseInt(value, 10);
      const others = before.filter((one) => one !== id);
      return name === "remove" ? others : [...others, id];
    }, ids);
}
