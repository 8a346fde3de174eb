/**
 * What Google's documentation requires of structured data, as schemas: developers.google.com/search/docs/appearance/
 * structured-data (product, merchant-listing, product-variants, breadcrumb, article, organization, sitelinks).
 * Objects are strict, so that a property that none of the pages names is noticed.
 */
import { z } from "zod";

const address = z.string().url();
const amount = z.string().regex(/^\d+\.\d\d$/);
const currency = z.literal("GBP");
const vocabulary = (...words: ReadonlyArray<string>) =>
  z.string().refine((text) => words.some((word) => text === `https://schema.org/${word}`), {
    message: `must be one of ${words.join(", ")}`,
  });
const thing = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ "@type": z.literal(type), ...shape }).strict();

const days = thing("QuantitativeValue", {
  minValue: z.number().int().nonnegative(),
  maxValue: z.number().int().nonnegative(),
  unitCode: z.literal("DAY"),
});

const returnPolicy = thing("MerchantReturnPolicy", {
  "@id": z.string().optional(),
  applicableCountry: z.string().length(2),
  returnPolicyCategory: vocabulary("MerchantReturnFiniteReturnWindow"),
  merchantReturnDays: z.number().int().positive(),
  returnMethod: vocabulary("ReturnByMail", "ReturnInStore"),
  returnFees: vocabulary("FreeReturn", "ReturnFeesCustomerResponsibility").optional(),
});

const offer = thing("Offer", {
  url: address,
  price: amount,
  priceCurrency: currency,
  priceSpecification: thing("UnitPriceSpecification", {
    priceType: vocabulary("StrikethroughPrice"),
    price: amount,
    priceCurrency: currency,
  }).optional(),
  availability: vocabulary("InStock", "LimitedAvailability", "OutOfStock", "PreOrder", "Discontinued"),
  itemCondition: vocabulary("NewCondition"),
  seller: thing("OnlineStore", { name: z.string().min(1) }),
  shippingDetails: thing("OfferShippingDetails", {
    shippingRate: thing("MonetaryAmount", { value: amount, currency }),
    shippingDestination: thing("DefinedRegion", { addressCountry: z.string().length(2) }),
    deliveryTime: thing("ShippingDeliveryTime", { handlingTime: days, transitTime: days }),
  }),
  hasMerchantReturnPolicy: z.union([returnPolicy, z.object({ "@id": z.string() }).strict()]),
});

/** Of a product without a choice, and of the whole group. */
const about = {
  name: z.string().min(1).max(150),
  description: z.string().min(1).max(5_000),
  brand: thing("Brand", { name: z.string().min(1) }),
  url: address,
  audience: thing("PeopleAudience", {
    suggestedMinAge: z.number().nonnegative(),
    suggestedMaxAge: z.number().positive().optional(),
  }).optional(),
  aggregateRating: thing("AggregateRating", {
    ratingValue: z.number().min(1).max(5),
    reviewCount: z.number().int().positive(),
    bestRating: z.literal(5),
  }).optional(),
};
const sold = { sku: z.string().min(1), gtin: z.string().optional(), image: address, offers: offer };

const product = thing("Product", { ...about, ...sold });
const group = thing("ProductGroup", {
  ...about,
  productGroupID: z.string().min(1),
  variesBy: z.array(vocabulary("color", "size")).min(1),
  hasVariant: z
    .array(
      thing("Product", {
        name: z.string().min(1),
        color: z.string().optional(),
        size: z.string().optional(),
        ...sold,
      }),
    )
    .min(2),
});

const breadcrumbs = thing("BreadcrumbList", {
  itemListElement: z
    .array(
      thing("ListItem", {
        position: z.number().int().positive(),
        name: z.string().min(1),
        item: address.optional(),
      }),
    )
    .min(2)
    .refine((steps) => steps.every(({ position }, index) => position === index + 1), "must be counted from 1")
    .refine((steps) => steps.slice(0, -1).every(({ item }) => item), "only the last may have no address"),
});

const article = thing("BlogPosting", {
  headline: z.string().min(1).max(110),
  description: z.string(),
  image: z.array(address).min(1),
  datePublished: z.string().datetime(),
  dateModified: z.string().datetime(),
  author: z.union([
    thing("Person", { name: z.string().min(1) }),
    thing("Organization", { name: z.string().min(1) }),
  ]),
  publisher: thing("OnlineStore", { name: z.string().min(1), url: address }),
  mainEntityOfPage: address,
  url: address,
  articleSection: z.string(),
  keywords: z.string(),
});

const shop = thing("OnlineStore", {
  "@id": address,
  name: z.string().min(1),
  description: z.string().min(1),
  url: address,
  logo: address,
  legalName: z.string(),
  vatID: z.string(),
  email: z.string().email(),
  telephone: z.string().regex(/^\+\d+$/),
  sameAs: z.array(address),
  address: thing("PostalAddress", {
    streetAddress: z.string().min(1),
    addressLocality: z.string().min(1),
    addressRegion: z.string(),
    postalCode: z.string().min(1),
    addressCountry: z.string().length(2),
  }),
  contactPoint: thing("ContactPoint", {
    contactType: z.string(),
    telephone: z.string(),
    email: z.string().email(),
  }),
  hasMerchantReturnPolicy: returnPolicy,
});

const site = thing("WebSite", {
  name: z.string().min(1),
  url: address,
  publisher: z.object({ "@id": address }).strict(),
  potentialAction: thing("SearchAction", {
    target: thing("EntryPoint", { urlTemplate: z.string().includes("{search_term_string}") }),
    "query-input": z.literal("required name=search_term_string"),
  }),
});

export type StructuredThing = z.infer<
  typeof product | typeof group | typeof breadcrumbs | typeof article | typeof shop | typeof site
>;

const SCHEMAS: Readonly<Record<string, z.ZodType<StructuredThing>>> = {
  Product: product,
  ProductGroup: group,
  BreadcrumbList: breadcrumbs,
  BlogPosting: article,
  OnlineStore: shop,
  WebSite: site,
};

/** What the content of a script element says. Throws where it is not as it must be. */
export function readStructured(text: string): ReadonlyArray<StructuredThing> {
  const { "@context": context, ...rest } = JSON.parse(text) as Record<string, unknown>;
  if (context !== "https://schema.org") throw new Error(`The context is ${String(context)}`);
  const things = (rest["@graph"] ?? [rest]) as ReadonlyArray<Record<string, unknown>>;
  return things.map((one) => {
    const schema = SCHEMAS[String(one["@type"])];
    if (!schema) throw new Error(`Nothing is known of ${String(one["@type"])}`);
    return schema.parse(one);
  });
}

/** The offers of a product or a group, by article number. */
export function offersOf(things: ReadonlyArray<StructuredThing>) {
  return new Map(
    things.flatMap((one) => {
      if (one["@type"] === "Product") return [[one.sku, one.offers] as const];
      return one["@type"] === "ProductGroup"
        ? one.hasVariant.map(({ sku, offers }) => [sku, offers] as const)
        : [];
    }),
  );
}
