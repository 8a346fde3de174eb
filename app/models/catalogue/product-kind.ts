/** The Google product category of a product, which is fine enough to tell a cot from a crib. */
type ProductKind = Readonly<{ google_product_category: string; is_toy: number }>;

/** A family has one of the two: a cot, a pushchair. Toys and accessories of one kind go together. */
export function replaces(one: ProductKind | undefined, other: ProductKind | undefined): boolean {
  const kind = one?.google_product_category ?? "";
  return kind !== "" && kind === other?.google_product_category && !one?.is_toy && !/accessor/i.test(kind);
}
