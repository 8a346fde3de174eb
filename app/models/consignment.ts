/** What of an order travels together, what it is called and when it comes. */
import type { DeliveryClass } from "./cart.ts";
import { deliveryRange, deliveryRangeText } from "./delivery-promise.ts";
import type { Case, DeliveryMethod, Leg } from "./shipping.ts";

/** From the lightest to the heaviest: the heaviest in a consignment gives it its name. */
export const DELIVERY_CLASSES: ReadonlyArray<DeliveryClass> = ["small", "large", "two_person"];

export type Consignment = Readonly<{
  /** "Parcel", "Large parcel", "Two-person delivery". */
  what: string;
  /** "Tuesday 24 to Wednesday 25 November". */
  when: string;
  class: DeliveryClass;
  variantIds: ReadonlyArray<number>;
}>;

/** What is ready goes at once; each pre-order follows when it comes in, at no extra charge. */
export function consignments(
  { method, classes }: Leg,
  { lines, zone, rules, now }: Case,
): ReadonlyArray<Consignment> {
  const carried = lines.filter((line) => classes.includes(line.deliveryClass));
  const releases = [...new Set(carried.map((line) => line.preorderReleaseAt))].sort((a, b) =>
    (a ?? "").localeCompare(b ?? ""),
  );
  return releases.map((releaseAt) => {
    const together = carried.filter((line) => line.preorderReleaseAt === releaseAt);
    const heaviest =
      DELIVERY_CLASSES.findLast((each) => together.some((line) => line.deliveryClass === each)) ?? "small";
    // What takes everything, such as collection, is called by its own name.
    const takesAll = DELIVERY_CLASSES.every((each) => method.price[each] !== undefined);
    const name = (takesAll ? null : rules.classNames[heaviest]) ?? method.name;
    return {
      what: releaseAt === null ? name : `${name}, pre-order`,
      when: promise(method, { zone, rules, now, releaseAt }),
      class: heaviest,
      variantIds: together.map((line) => line.variantId),
    };
  });
}

type PromiseCase = Pick<Case, "zone" | "rules" | "now"> & Readonly<{ releaseAt: string | null }>;

function promise(method: DeliveryMethod, { zone, rules, now, releaseAt }: PromiseCase): string {
  if (zone?.isExcluded && zone.note) return zone.note;
  const extra = zone?.methods[method.key]?.extraDays ?? 0;
  const transit = { min: method.transit.min + extra, max: method.transit.max + extra };
  const { handling, cutoff } = method;
  return deliveryRangeText(deliveryRange({ now, releaseAt, cutoff, handling, transit }, rules.calendar), now);
}
