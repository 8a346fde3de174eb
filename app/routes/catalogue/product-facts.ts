import type { DeliveryFact } from "#app/components/product/delivery-facts.tsx";
import { formatMoney } from "#app/models/money.ts";
import type { Product } from "#app/models/product-page.ts";
import type { Variant } from "#app/models/product.ts";
import {
  chooseOption,
  type DeliveryOption,
  deliveryOptions,
  type DeliveryRules,
} from "#app/models/shipping.ts";
import { canBeBought, stockText } from "#app/models/stock.ts";
import type { Store } from "#app/models/store.ts";

type Question = Readonly<{
  product: Product;
  variant: Variant;
  store: Store;
  rules: DeliveryRules;
  now: Date;
}>;

/** What is true of sending this variant now, to an address on the mainland: the basket knows the postcode. */
export function productFacts(question: Question): ReadonlyArray<DeliveryFact> {
  const { product, variant, store } = question;
  const where = variant.label ? ` in ${variant.label}` : "";
  return [
    ...deliveryFacts(question),
    {
      icon: "return",
      title: `${store.returns.ourReturnsDays} days to send it back`,
      text: store.returns.returnCost,
    },
    {
      icon: canBeBought(variant.stock) ? "check" : "info",
      title: `${stockText(variant.stock, variant.available)}${where}`,
      text: `Sent from ${store.delivery.dispatchFrom}. Article number ${variant.sku || product.sku}.`,
    },
  ];
}

function deliveryFacts({ product, variant, rules, now }: Question): ReadonlyArray<DeliveryFact> {
  const options = deliveryOptions(
    {
      lines: [
        {
          variantId: variant.id,
          deliveryClass: product.deliveryClass,
          isFreeShipping: product.isFreeShipping,
          preorderReleaseAt: product.preorderReleaseAt,
        },
      ],
      goods: variant.price.now,
      destination: { postcode: null },
      now,
    },
    rules,
  );
  const option = chooseOption(options, null);
  if (!option) return [];
  const price = option.isFree
    ? `Free ${lowerFirst(option.name)}`
    : `${option.name} ${formatMoney(option.price)}`;
  return [{ icon: "truck", title: price + arrival(option, variant), text: option.description }];
}

/** ", Tuesday 24 to Wednesday 25 November" for what can be sent, nothing for what cannot. */
function arrival(option: DeliveryOption, variant: Variant): string {
  const when = option.consignments[0]?.when;
  return when && canBeBought(variant.stock) ? `, ${when}` : "";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
