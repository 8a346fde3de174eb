/** The deliveries that an order comes in: what each is, when it comes, and which goods are in it. */

export type DeliveryPart = Readonly<{
  /** "Parcel". */
  what: string;
  /** "Tuesday 24 to Wednesday 25 November". */
  when: string;
  /** "2 × Rainbow Stacker, Muted"; none when it is not known. */
  items: ReadonlyArray<string>;
}>;

type Promised = Readonly<{ what: string; when: string; variantIds?: ReadonlyArray<number> }>;
type Goods = Readonly<{ variantId: number; name: string; variantLabel: string | null; quantity: number }>;

/** `promises` with the goods of `lines` that each of them is about. */
export function deliveryParts(
  promises: ReadonlyArray<Promised>,
  lines: ReadonlyArray<Goods>,
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
