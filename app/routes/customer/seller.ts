import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { sentences } from "#app/models/shared/text.ts";
import type { Store } from "#app/models/store/store.ts";

type Seller = Pick<Store, "company" | "tax">;

export function sellerNumbers({ company, tax }: Seller): ReadonlyArray<string> {
  return [
    ...(company.companyNumber ? [`Company ${company.companyNumber}`] : []),
    ...(company.taxNumber && tax.name ? [`${tax.name} ${company.taxNumber}`] : []),
  ];
}

export function sellerText(seller: Seller): string {
  return sentences(sellerLines(seller.company).join(", "), ...sellerNumbers(seller));
}
