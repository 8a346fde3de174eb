import { formatMoney } from "#app/models/shared/money.ts";

import type { DeliveryOption } from "./shipping.ts";

type Item = Readonly<{ variantId: number; name: string }>;

const NAMES_MAX = 2;

/** Null where nothing needs to be explained: a free delivery, or one price that each item has alone. */
export function deliveryChargeText(
  { charges, isFree }: Pick<DeliveryOption, "charges" | "isFree">,
  items: ReadonlyArray<Item>,
  locale: string,
): string | null {
  if (isFree || charges.every(({ dueTo }) => dueTo.length === 0)) return null;
  const sentences = charges.map(({ method, price, dueTo }) => {
    if (price.minor === 0) return `${method} is free.`;
    const names = [...new Set(items.filter(({ variantId }) => dueTo.includes(variantId)).map(quoted))];
    const cause = names.length > 0 ? ` because of ${namesText(names)}` : "";
    return `${method} is ${formatMoney(price, locale)}${cause}.`;
  });
  const paid = charges.filter(({ price }) => price.minor > 0).length;
  return [...sentences, `You pay ${paid > 1 ? "each" : "it"} once, however many items come with it.`].join(
    " ",
  );
}

function quoted({ name }: Item): string {
  return `“${name}”`;
}

function namesText(names: ReadonlyArray<string>): string {
  if (names.length <= NAMES_MAX) return names.join(" and ");
  return `${names[0]} and ${names.length - 1} other items`;
}
