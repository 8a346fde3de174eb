/** Who sells, as paper has to say it. */
import type { Store } from "#app/models/store/store.ts";

type Seller = Pick<Store, "company">;

/** Name and address of the company, line by line. */
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

/** Its numbers in the registers of companies and of VAT. */
export function sellerNumbers({ company }: Seller): ReadonlyArray<string> {
  return [
    ...(company.companyNumber ? [`Company ${company.companyNumber}`] : []),
    ...(company.vatNumber ? [`VAT ${company.vatNumber}`] : []),
  ];
}

/** All of it as one paragraph. */
export function sellerText(seller: Seller): string {
  return `${[sellerLines(seller).join(", "), ...sellerNumbers(seller)].join(". ")}.`;
}
