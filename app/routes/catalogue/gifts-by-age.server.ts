import type { AgeBand } from "#app/components/age/age-ruler.tsx";
import type { GiftFinderFields } from "#app/components/listing/gift-finder.tsx";
import {
  answerLabels,
  budgetText,
  type GiftChoices,
  type GiftTheme,
  type GiftAnswers,
} from "#app/models/listing/gift-finder.ts";
import { lowerFirst, upperFirst } from "#app/models/shared/text.ts";
import { amountField } from "#app/models/shared/typed-amount.ts";
import type { Store } from "#app/models/store/store.ts";

type Finder = Readonly<{
  choices: GiftChoices;
  answers: GiftAnswers;
  bands: ReadonlyArray<AgeBand>;
  store: Store;
}>;

export function giftFields({ choices, answers, bands, store }: Finder): GiftFinderFields {
  return {
    ages: choices.bands.map(({ slug, name }) => {
      const drawn = bands.find(({ to }) => to.endsWith(`/${slug}`));
      return {
        slug,
        name,
        isChosen: answers.band?.slug === slug,
        image: drawn?.image ?? null,
        ...(drawn?.sink === undefined ? {} : { sink: drawn.sink }),
      };
    }),
    budget: {
      value: answers.budgetMinor === null ? "" : amountField(answers.budgetMinor, store),
      options: [
        { value: "", label: "Any amount" },
        ...store.gift.budgets.map(({ minor }) => ({
          value: amountField(minor, store),
          label: budgetText(minor, store),
        })),
      ],
    },
    interest: { value: answers.interest?.slug ?? "", options: themeOptions("Anything", choices.interests) },
    occasion: {
      value: answers.occasion?.slug ?? "",
      options: themeOptions("Any occasion", choices.occasions),
    },
    answersText: upperFirst(answerLabels(answers, store).map(lowerFirst).join(", ")) || null,
  };
}

function themeOptions(any: string, themes: ReadonlyArray<GiftTheme>) {
  return [{ value: "", label: any }, ...themes.map(({ slug, name }) => ({ value: slug, label: name }))];
}

export function tooEarlyText(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? "We have left out 1 gift because it is for older children."
    : `We have left out ${count} gifts because they are for older children.`;
}
