import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import type { Store } from "#app/models/store/store.ts";

type Seller = Pick<Store, "company">;

/** Company and VAT registration numbers. */
export function sellerNumbers({ company }: Seller): ReadonlyArray<string> {
  return [
    ...(company.companyNumber ? [`Company ${company.companyNumber}`] : []),
    ...(company.vatNumber ? [`VAT ${company.vatNumber}`] : []),
  ];
}

export function sellerText(seller: Seller): string {
  return `${[sellerLines(seller.company).join(", "), ...sellerNumbers(seller)].join(". ")}.`;
}
