import type { Article } from "#app/models/content/content.ts";
import type { SchemaOrgThing } from "#app/models/shared/schema-org.ts";
import type { Store } from "#app/models/store/store.ts";

export function breadcrumbMarkup(
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>,
  origin: string,
): SchemaOrgThing {
  const steps = crumbs.filter(({ path }, index) => path !== null || index === crumbs.length - 1);
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      ...(path === null || index === steps.length - 1 ? {} : { item: new URL(path, origin).href }),
    })),
  };
}

export type Shop = ReturnType<typeof shopOf>;

export function shopOf(store: Store) {
  const { legalName, taxNumber, address } = store.company;
  const { phoneE164: phone, email, social } = store.contact;
  const { name, description, country } = store;
  return {
    ...{ name, description, country, legalName, taxNumber, address, phone, email },
    social: social.map(({ url }) => url),
    returnDays: store.returns.ourReturnsDays,
  };
}

export function shopSchemas(shop: Shop, origin: string): ReadonlyArray<SchemaOrgThing> {
  const { name, description, address } = shop;
  const id = `${origin}/#shop`;
  return [
    {
      "@type": "OnlineStore",
      "@id": id,
      name,
      description,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      legalName: shop.legalName,
      ...(shop.taxNumber ? { vatID: shop.taxNumber } : {}),
      email: shop.email,
      telephone: shop.phone,
      sameAs: shop.social,
      address: {
        "@type": "PostalAddress",
        streetAddress: [address.address1, address.address2].filter(Boolean).join(", "),
        addressLocality: address.city,
        addressRegion: address.county,
        postalCode: address.postalCode,
        addressCountry: address.countryCode,
      },
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer service",
        telephone: shop.phone,
        email: shop.email,
      },
      hasMerchantReturnPolicy: returnPolicy({ country: shop.country, days: shop.returnDays }),
    },
    {
      "@type": "WebSite",
      name,
      url: `${origin}/`,
      publisher: { "@id": id },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ];
}

/** `isFree` left out: it depends on the product. */
export function returnPolicy(
  policy: Readonly<{ country: string; days: number; isFree?: boolean }>,
): SchemaOrgThing {
  const { country, days, isFree } = policy;
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: country,
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: days,
    returnMethod: "https://schema.org/ReturnByMail",
    ...(isFree === undefined
      ? {}
      : { returnFees: `https://schema.org/${isFree ? "FreeReturn" : "ReturnFeesCustomerResponsibility"}` }),
  };
}

export function articleMarkup(
  article: Article,
  page: Readonly<{ origin: string; path: string; imagePath: string; storeName: string }>,
): SchemaOrgThing {
  const { origin } = page;
  const address = new URL(page.path, origin).href;
  return {
    "@type": "BlogPosting",
    headline: article.title,
    description: article.excerpt,
    image: [new URL(page.imagePath, origin).href],
    datePublished: `${article.publishedOn}T00:00:00Z`,
    dateModified: `${article.changedOn}T00:00:00Z`,
    author: { "@type": isTeam(article.author) ? "Organization" : "Person", name: article.author },
    publisher: { "@type": "OnlineStore", name: page.storeName, url: `${origin}/` },
    mainEntityOfPage: address,
    url: address,
    articleSection: article.section.name,
    keywords: article.tags.join(", "),
  };
}

function isTeam(author: string): boolean {
  return author.startsWith("The ");
}
