import { formatShortMoney, money } from "#app/models/shared/money.ts";
import { amountField, type PriceFormat, readAmount } from "#app/models/shared/typed-amount.ts";
import type { Store } from "#app/models/store/store.ts";

import { type Band, isForAge, isSafeAt, type ProductFacts } from "./filter-values.ts";
import type { FilterKey, Param } from "./filter.ts";

export const FINDER_FILTERS: ReadonlyArray<FilterKey> = ["age"];

export type GiftTheme = Readonly<{
  slug: string;
  name: string;
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

/** Made of `choices` and the store's budgets only. */
export function readGiftAnswers(
  query: URLSearchParams,
  choices: GiftChoices,
  store: PriceFormat & Pick<Store, "gift">,
): GiftAnswers {
  const named = <Choice extends { slug: string }>(list: ReadonlyArray<Choice>, name: string) =>
    list.find(({ slug }) => slug === query.get(name)) ?? null;
  const budget = readAmount(query.get("budget"), store);
  return {
    band: named(choices.bands, "age"),
    budgetMinor: store.gift.budgets.find(({ minor }) => minor === budget)?.minor ?? null,
    interest: named(choices.interests, "interest"),
    occasion: named(choices.occasions, "occasion"),
  };
}

export function answerParams(
  { band, budgetMinor, interest, occasion }: GiftAnswers,
  format: PriceFormat,
): ReadonlyArray<Param> {
  return [
    ...(band ? [["age", band.slug] as const] : []),
    ...(budgetMinor === null ? [] : [["budget", amountField(budgetMinor, format)] as const]),
    ...(interest ? [["interest", interest.slug] as const] : []),
    ...(occasion ? [["occasion", occasion.slug] as const] : []),
  ];
}

export function answerLabels(
  { band, budgetMinor, interest, occasion }: GiftAnswers,
  format: PriceFormat,
): ReadonlyArray<string> {
  const budget = budgetMinor === null ? [] : [budgetText(budgetMinor, format)];
  return [
    ...(band ? [band.name] : []),
    ...budget,
    ...[interest, occasion].flatMap((theme) => theme?.name ?? []),
  ];
}

export function budgetText(minor: number, { currency, locale }: PriceFormat): string {
  return `Up to ${formatShortMoney(money(minor, currency), locale)}`;
}

type Gift = Pick<
  ProductFacts,
  "categoryIds" | "sortPriceMinor" | "ageMinMonths" | "ageMaxMonths" | "suitableFromMonths"
>;

/** Requirement catalogue-3. */
export function isGift(product: Gift, answers: GiftAnswers): boolean {
  return isOfTheme(product, answers) && (answers.band === null || isForAge(product, answers.band.fromMonths));
}

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
