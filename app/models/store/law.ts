/** A catalogue switches these rules on in store.json, each with a note of where it is written. */
import { z } from "zod";

import { isBritish } from "#app/models/shared/postcode.ts";

import { isInUnion } from "./country.ts";
import type { Store } from "./store.ts";

const text = z.string().trim().min(1, "must not be empty");

/** Names what is not a setting, so that a slip of the pen does not switch a rule off. */
const errorMap: z.ZodErrorMap = (issue, { defaultError }) => ({
  message:
    issue.code === "unrecognized_keys"
      ? `has settings that do not exist: ${issue.keys.join(", ")}`
      : defaultError,
});

const rule = { applies: z.boolean(), source: text };

export const lawSchema = z
  .object(
    {
      /** "Withdraw from contract here" (Directive 2011/83/EU, Article 11a). */
      withdrawal_function: z.object(rule, { errorMap }).strict().optional(),
      /** The lowest price of the 30 days before a reduction (Directive 98/6/EC, Article 6a). */
      lowest_price_of_30_days: z
        .object({ ...rule, percentage_of: z.enum(["price_before", "lowest_price"]) }, { errorMap })
        .strict()
        .optional(),
      /** The maker's contacts, and a responsible person in the Union (Regulation (EU) 2023/988). */
      product_safety: z.object(rule, { errorMap }).strict().optional(),
      /** The notice on the legal guarantee, to the Union; left out: it applies. Off, `source` is the reason. */
      legal_guarantee_notice: z.object(rule, { errorMap }).strict().optional(),
    },
    { errorMap },
  )
  .strict()
  .default({});

/**
 * "beside": it stands beside the reduced price; "basis": the percentage refers to it too, and a price that is not below
 * it is no reduction.
 */
export type LowestPriceRule = "none" | "beside" | "basis";

export type StoreLaw = Readonly<{
  hasWithdrawalFunction: boolean;
  lowestPrice: LowestPriceRule;
  hasProductSafety: boolean;
  hasLegalGuaranteeNotice: boolean;
}>;

export function lawFrom(law: z.infer<typeof lawSchema>): StoreLaw {
  const { withdrawal_function: withdrawal, lowest_price_of_30_days: lowest, product_safety: safety } = law;
  return {
    hasWithdrawalFunction: withdrawal?.applies ?? false,
    lowestPrice: lowest?.applies ? (lowest.percentage_of === "lowest_price" ? "basis" : "beside") : "none",
    hasProductSafety: safety?.applies ?? false,
    hasLegalGuaranteeNotice: law.legal_guarantee_notice?.applies ?? true,
  };
}

/**
 * Which law gives the buyer of a distance contract the right to end it without a reason: the Consumer Contracts
 * (Information, Cancellation and Additional Charges) Regulations 2013, Directive 2011/83/EU, or none, where the shop's
 * own returns are all there is.
 */
export type CancellationLaw = "united-kingdom" | "european-union" | "none";

/** The European Economic Area has the directive too. */
const ECONOMIC_AREA = new Set(["IS", "LI", "NO"]);

function lawOfCountry(code: string): CancellationLaw {
  if (isBritish(code)) return "united-kingdom";
  return isInUnion(code) || ECONOMIC_AREA.has(code) ? "european-union" : "none";
}

type Seller = Readonly<{ country: string; law: StoreLaw }>;

/**
 * By the country of delivery; where it has no such law, a shop with a withdrawal function gives everybody the right
 * that its own country gives.
 */
export function cancellationLaw({ country, law }: Seller, deliveryCountry: string): CancellationLaw {
  const there = lawOfCountry(deliveryCountry || country);
  return there === "none" && law.hasWithdrawalFunction ? lawOfCountry(country) : there;
}

/** After the goods arrive: to end the contract, or to return them by the shop's own rules where there is no such law. */
export function daysToChangeMind(store: Seller & Pick<Store, "returns">, deliveryCountry: string): number {
  const { statutoryCancellationDays, ourReturnsDays } = store.returns;
  return cancellationLaw(store, deliveryCountry) === "none" ? ourReturnsDays : statutoryCancellationDays;
}
