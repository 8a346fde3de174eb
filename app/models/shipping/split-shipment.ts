/** The deliveries of an order and the items in each. */

export type DeliveryPart = Readonly<{
  what: string;
  /** "Tuesday 24 to Wednesday 25 November". */
  when: string;
  /** "2 × Rainbow Stacker, Muted"; empty if unknown. */
  items: ReadonlyArray<string>;
}>;

type Promised = Readonly<{ what: string; when: string; variantIds?: ReadonlyArray<number> }>;
type Items = Readonly<{ variantId: number; name: string; variantLabel: string | null; quantity: number }>;

/** `promises` with their items from `lines`. */
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
