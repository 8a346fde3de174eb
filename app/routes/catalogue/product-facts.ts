import type { DeliveryFact } from "#app/components/product/delivery-facts.tsx";
import { canBeBought, stockText } from "#app/models/catalogue/inventory/stock.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import {
  chooseOption,
  type DeliveryOption,
  deliveryOptions,
  type DeliveryRules,
  isCollection,
} from "#app/models/shipping/shipping.ts";
import type { Store } from "#app/models/store/store.ts";

import type { DeliveryMemory } from "./product-loader.server.ts";

type Question = Readonly<{
  product: Product;
  variant: Variant;
  store: Store;
  rules: DeliveryRules;
  delivery: DeliveryMemory;
  now: Date;
}>;

/** Delivery of this variant to the cart's postcode, or to the mainland while that is unknown. */
export function productFacts(question: Question): ReadonlyArray<DeliveryFact> {
  const { product, variant, store } = question;
  const where = variant.label ? ` in ${variant.label}` : "";
  return [
    ...deliveryFacts(question),
    {
      icon: "return",
      title: `${store.returns.ourReturnsDays} days to return it`,
      text: store.returns.returnCost,
    },
    {
      icon: canBeBought(variant.stock) ? "check" : "info",
      title: `${stockText(variant.stock, variant.available)}${where}`,
      text: `Sent from ${store.delivery.shipsFrom}. Product code ${variant.sku || product.sku}.`,
    },
  ];
}

function deliveryFacts({ product, variant, rules, delivery, now }: Question): ReadonlyArray<DeliveryFact> {
  const { postcode, method, fullDays } = delivery;
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
      items: variant.price.now,
      destination: { postcode },
      fullDays,
      now,
    },
    rules,
  );
  const option = chooseOption(options, method);
  if (!option) return [];
  const where = postcode === null ? "" : ` to ${postcode}`;
  const price = option.isFree
    ? `Free ${lowerFirst(option.name)}${isCollection(option.method) ? "" : where}`
    : `${option.name}${where} ${formatMoney(option.price)}`;
  const text = [options[0]?.unavailableReason, option.description, option.surcharge].filter(Boolean);
  return [{ icon: "truck", title: price + arrival(option, variant), text: text.join(" ") }];
}

/** ", Tuesday 24 to Wednesday 25 November", or "" for what cannot be shipped. */
function arrival(option: DeliveryOption, variant: Variant): string {
  const when = option.consignments[0]?.when;
  return when && canBeBought(variant.stock) ? `, ${when}` : "";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
