import { type Currency, formatShortMoney, money } from "#app/models/shared/money.ts";

import { type Band, isForAge, isSafeAt, type ProductFacts } from "./facet-values.ts";
import { type FacetKey, requestedPrice, type Param, priceText } from "./facet.ts";

/** Upper limits in minor units. */
export const BUDGETS_MINOR = [2_500, 5_000, 7_500, 10_000, 15_000] as const;

export const FINDER_FACETS: ReadonlyArray<FacetKey> = ["age"];

export type GiftTheme = Readonly<{
  slug: string;
  name: string;
  /** The category's own id and those below it. */
  categoryIds: ReadonlyArray<number>;
}>;

export type GiftChoices = Readonly<{
  bands: ReadonlyArray<Band>;
  interests: ReadonlyArray<GiftTheme>;
  occasions: ReadonlyArray<GiftTheme>;
}>;

/** Null means any. */
export type GiftAnswers = Readonly<{
  band: Band | null;
  budgetMinor: number | null;
  interest: GiftTheme | null;
  occasion: GiftTheme | null;
}>;

/** The gift answers in `query`, made of `choices` only. */
export function readGiftAnswers(query: URLSearchParams, choices: GiftChoices): GiftAnswers {
  const named = <Choice extends { slug: string }>(list: ReadonlyArray<Choice>, name: string) =>
    list.find(({ slug }) => slug === query.get(name)) ?? null;
  const budget = requestedPrice(query.get("budget"));
  return {
    band: named(choices.bands, "age"),
    budgetMinor: BUDGETS_MINOR.find((offered) => offered === budget) ?? null,
    interest: named(choices.interests, "interest"),
    occasion: named(choices.occasions, "occasion"),
  };
}

/** The gift answers as parameters, always in the same order. */
export function answerParams({ band, budgetMinor, interest, occasion }: GiftAnswers): ReadonlyArray<Param> {
  return [
    ...(band ? [["age", band.slug] as const] : []),
    ...(budgetMinor === null ? [] : [["budget", priceText(budgetMinor)] as const]),
    ...(interest ? [["interest", interest.slug] as const] : []),
    ...(occasion ? [["occasion", occasion.slug] as const] : []),
  ];
}

export function answerLabels(
  { band, budgetMinor, interest, occasion }: GiftAnswers,
  currency: Currency,
): ReadonlyArray<string> {
  const budget = budgetMinor === null ? [] : [budgetText(budgetMinor, currency)];
  return [
    ...(band ? [band.name] : []),
    ...budget,
    ...[interest, occasion].flatMap((theme) => theme?.name ?? []),
  ];
}

/** "Up to £50". */
export function budgetText(minor: number, currency: Currency): string {
  return `Up to ${formatShortMoney(money(minor, currency))}`;
}

type Gift = Pick<
  ProductFacts,
  "categoryIds" | "sortPriceMinor" | "ageMinMonths" | "ageMaxMonths" | "suitableFromMonths"
>;

/** True if `product` matches the gift answers (requirement catalogue-3). */
export function isGift(product: Gift, answers: GiftAnswers): boolean {
  return isOfTheme(product, answers) && (answers.band === null || isForAge(product, answers.band.fromMonths));
}

/** True if `product` matches the gift answers except for its minimum age. */
export function isTooEarly(product: Gift, answers: GiftAnswers): boolean {
  return isOfTheme(product, answers) && answers.band !== null && !isSafeAt(product, answers.band.fromMonths);
}

function isOfTheme({ categoryIds, sortPriceMinor }: Gift, answers: GiftAnswers): boolean {
  const isIn = (theme: GiftTheme | null) =>
    theme === null || theme.categoryIds.some((id) => categoryIds.includes(id));
  return (
    isIn(answers.interest) &&
    isIn(answers.occasion) &&
    (answers.budgetMinor === null || sortPriceMinor <= answers.budgetMinor)
  );
}
