export const PRODUCT_VIEWS = [
  { key: "all", title: "All" },
  { key: "for-sale", title: "For sale" },
  { key: "drafts", title: "Not published" },
  { key: "hidden", title: "Hidden" },
  { key: "on-sale", title: "Reduced" },
  { key: "sold-out", title: "Sold out" },
] as const;

export type ProductViewKey = (typeof PRODUCT_VIEWS)[number]["key"];

export function productView(key: string | null): (typeof PRODUCT_VIEWS)[number] {
  return PRODUCT_VIEWS.find((view) => view.key === key) ?? PRODUCT_VIEWS[0];
}
