/** The offer of a variant is equal to its page (requirement seo-1). */
import { isBarcode } from "#app/models/catalogue/editing/variant-facts.ts";
import type { ProductOption, Variant } from "#app/models/catalogue/product.ts";
import type { Money } from "#app/models/shared/money.ts";
import { chooseOption, deliveryOptions, type DeliveryRules } from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";

type Days = Readonly<{ min: number; max: number }>;

/** The cheapest to the mainland, without collection. */
export type OfferDelivery = Readonly<{
  name: string;
  /** VAT included. */
  price: Money;
  /** Working days. */
  handling: Days;
  transit: Days;
}>;

type Sent = Readonly<{
  deliveryClass: DeliveryClass;
  isFreeShipping: boolean;
  preorderReleaseAt: string | null;
}>;

export function offerDelivery(
  product: Sent,
  variant: Pick<Variant, "id" | "price">,
  { rules, now }: Readonly<{ rules: DeliveryRules; now: Date }>,
): OfferDelivery | null {
  const { deliveryClass, isFreeShipping, preorderReleaseAt } = product;
  const lines = [{ variantId: variant.id, deliveryClass, isFreeShipping, preorderReleaseAt }];
  const requested = { lines, items: variant.price.now, destination: { postcode: null }, now };
  const option = chooseOption(deliveryOptions(requested, rules), null);
  const method = rules.methods.find(({ key }) => key === option?.method);
  if (!option || !method || isCollection(option.method)) return null;
  return { name: option.name, price: option.price, handling: method.handling, transit: method.transit };
}

/** For use inside a company and for coupons, so not unique in the world. */
const RESTRICTED = /^0(?:02|04|2|98|99)/;

/** GS1: 8, 12, 13 or 14 digits with a check digit; Google refuses restricted numbers (answer 6219078). */
export function worldGtin(text: string): string | null {
  const isRestricted = text.length > 8 && RESTRICTED.test(text.padStart(14, "0"));
  return isBarcode(text) && !isRestricted ? text : null;
}

/** A colour, and everything else as one size; null for what does not vary. */
export function variantTraits(
  options: ReadonlyArray<ProductOption>,
  variant: Pick<Variant, "options">,
): Readonly<{ colour: string | null; size: string | null }> {
  const labels = (isColour: boolean) =>
    options
      .filter(({ type }) => (type === "swatch") === isColour)
      .flatMap(({ name, values }) => values.find(({ key }) => key === variant.options[name])?.label ?? []);
  return { colour: labels(true).join("/") || null, size: labels(false).join(", ") || null };
}
