export type DeliveryPart = Readonly<{
  what: string;
  when: string;
  items: ReadonlyArray<string>;
}>;

type Promised = Readonly<{ what: string; when: string; variantIds?: ReadonlyArray<number> }>;
type Items = Readonly<{ variantId: number; name: string; variantLabel: string | null; quantity: number }>;

export function deliveryParts(
  promises: ReadonlyArray<Promised>,
  lines: ReadonlyArray<Items>,
): ReadonlyArray<DeliveryPart> {
  return promises.map(({ what, when, variantIds = [] }) => ({
    what,
    when,
    items: lines
      .filter(({ variantId }) => variantIds.includes(variantId))
      .map(({ name, variantLabel, quantity }) =>
        [`${quantity} × ${name}`, variantLabel].filter(Boolean).join(", "),
      ),
  }));
}
