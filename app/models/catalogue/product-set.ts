import type { Money } from "#app/models/shared/money.ts";

import type { ProductImage } from "./product.ts";

export const SET_MAX = 4;

export type SetMember = Readonly<{ productId: number; reason: string }>;

/** In the colour of the product that it belongs to, where there is one. */
export type SetItem = Readonly<{
  id: number;
  variantId: number;
  name: string;
  variantLabel: string | null;
  path: string;
  image: ProductImage;
  price: Money;
  reason: string;
  ageText: string | null;
  warnings: ReadonlyArray<string>;
  isAvailable: boolean;
}>;

export type MissingItems = Readonly<{
  of: string;
  items: ReadonlyArray<SetItem>;
}>;

type Choice = Readonly<{ id: number; options: Readonly<Record<string, string>>; isAvailable: boolean }>;

/** The variant that shares most options with `like`; one that can be bought comes first, then the order of the page. */
export function matchingVariant<One extends Choice>(
  variants: ReadonlyArray<One>,
  like: Readonly<Record<string, string>>,
): One | null {
  const shared = ({ options }: One) =>
    Object.entries(like).filter(([name, value]) => options[name] === value).length;
  const rank = (one: One) => (one.isAvailable ? 100 : 0) + shared(one);
  return variants.reduce<One | null>((best, one) => (best && rank(best) >= rank(one) ? best : one), null);
}

const ADD_LABELS = ["", "Add it to basket", "Add both to basket", "Add all three to basket"] as const;

export function addAllLabel(count: number): string {
  return ADD_LABELS[count] ?? `Add all ${count === 4 ? "four" : "five"} to basket`;
}
