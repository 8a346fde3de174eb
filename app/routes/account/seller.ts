import type { Store } from "#app/models/store/store.ts";

type Seller = Pick<Store, "company">;

export function sellerLines({ company }: Seller): ReadonlyArray<string> {
  const { address1, address2, city, county, postalCode, country } = company.address;
  return [
    company.legalName,
    address1,
    address2,
    [city, county].filter(Boolean).join(", "),
    postalCode,
    country,
  ].filter(Boolean);
}

/** Company and VAT registration numbers. */
export function sellerNumbers({ company }: Seller): ReadonlyArray<string> {
  return [
    ...(company.companyNumber ? [`Company ${company.companyNumber}`] : []),
    ...(company.vatNumber ? [`VAT ${company.vatNumber}`] : []),
  ];
}

export function sellerText(seller: Seller): string {
  return `${[sellerLines(seller).join(", "), ...sellerNumbers(seller)].join(". ")}.`;
}
