import { fullName } from "#app/models/catalogue/full-name.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import { type Price, type StockState, type Variant, variantSearch } from "#app/models/catalogue/product.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import { type SchemaOrgThing } from "#app/models/shared/schema-org.ts";
import type { DeliveryClass } from "#app/models/store/delivery-class.ts";
import type { Store } from "#app/models/store/store.ts";

import { type OfferDelivery, variantTraits, worldGtin } from "./schema-org-offer.ts";
import { returnPolicy } from "./schema-org.ts";

export type OfferTerms = ReturnType<typeof offerTerms>;

export function offerTerms(
  { country, returns }: Pick<Store, "country" | "returns">,
  deliveryClass: DeliveryClass,
  deliveries: ReadonlyArray<OfferDelivery | null>,
) {
  const isReturnFree = returns.price[deliveryClass]?.minor === 0;
  return { country, returnDays: returns.ourReturnsDays, isReturnFree, deliveries };
}

export type StructuredProduct = Pick<
  Product,
  | "name"
  | "sku"
  | "brand"
  | "path"
  | "shortDescription"
  | "options"
  | "variants"
  | "rating"
  | "isToy"
  | "ageMinMonths"
  | "ageMaxMonths"
>;

export type ProductPageContext = Readonly<{
  terms: OfferTerms;
  origin: string;
  storeName: string;
  imagePath: (file: string) => string;
}>;

export function productMarkup(product: StructuredProduct, page: ProductPageContext): SchemaOrgThing {
  const [only, second] = product.variants;
  const about = {
    name: product.name,
    description: product.shortDescription,
    brand: { "@type": "Brand", name: product.brand.name },
    url: page.origin + product.path,
    ...audienceOf(product),
    ...ratingOf(product),
  };
  if (only && !second) return { "@type": "Product", ...about, ...variantPart(product, only, page) };
  return {
    "@type": "ProductGroup",
    ...about,
    productGroupID: product.sku,
    variesBy: variesBy(product),
    hasVariant: product.variants.map((variant) => ({
      "@type": "Product",
      name: fullName(product.name, variant.label),
      ...traitsOf(product, variant),
      ...variantPart(product, variant, page),
    })),
  };
}

function variantPart(product: StructuredProduct, variant: Variant, page: ProductPageContext) {
  const gtin = worldGtin(variant.gtin);
  return {
    sku: variant.sku,
    ...(gtin ? { gtin } : {}),
    image: page.origin + page.imagePath(variant.image.file),
    offers: offerOf(product, variant, page),
  };
}

function offerOf(product: StructuredProduct, variant: Variant, page: ProductPageContext): SchemaOrgThing {
  const { terms, origin } = page;
  const delivery = terms.deliveries[product.variants.indexOf(variant)] ?? null;
  const isFirst = product.variants.indexOf(variant) === 0;
  const policyId = "#returns";
  const policy = returnPolicy({ country: terms.country, days: terms.returnDays, isFree: terms.isReturnFree });
  return {
    "@type": "Offer",
    url: origin + product.path + variantSearch(product, variant),
    price: decimalAmount(variant.price.now),
    priceCurrency: variant.price.now.currency,
    ...formerPrice(variant.price),
    availability: `https://schema.org/${AVAILABILITY[variant.stock]}`,
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "OnlineStore", name: page.storeName },
    ...(delivery ? { shippingDetails: shippingOf(delivery, terms.country) } : {}),
    hasMerchantReturnPolicy: isFirst ? { "@id": policyId, ...policy } : { "@id": policyId },
  };
}

const AVAILABILITY: Readonly<Record<StockState, string>> = {
  "in-stock": "InStock",
  "low-stock": "LimitedAvailability",
  "out-of-stock": "OutOfStock",
  preorder: "PreOrder",
  discontinued: "Discontinued",
};

function formerPrice({ was }: Price) {
  if (!was) return {};
  return {
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      priceType: "https://schema.org/StrikethroughPrice",
      price: decimalAmount(was),
      priceCurrency: was.currency,
    },
  };
}

function shippingOf({ price, handling, transit }: OfferDelivery, country: string): SchemaOrgThing {
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: decimalAmount(price), currency: price.currency },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: country },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: days(handling),
      transitTime: days(transit),
    },
  };
}

function days({ min, max }: OfferDelivery["handling"]): SchemaOrgThing {
  return { "@type": "QuantitativeValue", minValue: min, maxValue: max, unitCode: "DAY" };
}

function traitsOf({ options }: StructuredProduct, variant: Variant) {
  const { colour, size } = variantTraits(options, variant);
  return { ...(colour ? { color: colour } : {}), ...(size ? { size } : {}) };
}

function variesBy({ options }: StructuredProduct): ReadonlyArray<string> {
  const traits = options.map(({ type }) => (type === "swatch" ? "color" : "size"));
  return [...new Set(traits)].map((trait) => `https://schema.org/${trait}`);
}

/** In years, as schema.org has ages. */
function audienceOf({ isToy, ageMinMonths, ageMaxMonths }: StructuredProduct) {
  if (!isToy || ageMinMonths === null) return {};
  const years = (months: number) => Number((months / 12).toFixed(2));
  return {
    audience: {
      "@type": "PeopleAudience",
      suggestedMinAge: years(ageMinMonths),
      ...(ageMaxMonths === null ? {} : { suggestedMaxAge: years(ageMaxMonths) }),
    },
  };
}

function ratingOf({ rating }: StructuredProduct) {
  if (!rating || rating.count === 0) return {};
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: rating.average,
      reviewCount: rating.count,
      bestRating: 5,
    },
  };
}
