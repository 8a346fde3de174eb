import type { FitPanelProps } from "#app/components/product/fit-panel.tsx";
import { variantAddress } from "#app/components/product/use-variant-choice.ts";
import { lengthInCm, type Size, type Space } from "#app/models/catalogue/dimensions-check.ts";
import {
  type FitQuestion,
  readFitQuestion,
  rememberedQuestion,
} from "#app/models/catalogue/dimensions-form.ts";
import {
  answerFit,
  type FitAnswer,
  fitIntroduction,
  type FitMeasures,
  measureRows,
} from "#app/models/catalogue/fit-answer.ts";
import { listFitting } from "#app/models/catalogue/fitting-products.server.ts";
import type { MySpaces } from "#app/models/catalogue/my-spaces.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { drawnToScale } from "#app/models/catalogue/size-diagram-svg.ts";
import { fitDrawing, sizeDrawing } from "#app/models/catalogue/size-diagram.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findStore } from "#app/models/store/store.server.ts";

/** In millimetres: what is smaller fits anywhere. */
const QUESTION_FROM = 400;

type Visitor = Readonly<{ query: URLSearchParams; spaces: MySpaces; now: Date }>;

/** Null where the product has no dimensions. */
export async function fitPanelOf(
  product: Product,
  variant: Variant,
  visitor: Visitor,
): Promise<FitPanelProps | null> {
  const { size, foldedSize, boxes } = product;
  if (!size) return null;
  const measured = { size, foldedSize, boxes };
  const canAsk = isLarge(size);
  const usualPlace = foldedSize ? "boot" : "doorway";
  return {
    from: variantAddress(product, variant),
    introduction: `${product.name}. ${fitIntroduction(measured)}`,
    rows: canAsk ? measureRows(measured) : [],
    remembered: rememberedIn(visitor.spaces),
    canAsk,
    usualPlace,
    ...(await answered(canAsk ? questionOf(visitor, usualPlace) : null, {
      product,
      measured,
      now: visitor.now,
    })),
  };
}

function isLarge({ width, depth, height }: Size): boolean {
  return Math.max(width, depth, height) >= QUESTION_FROM;
}

function questionOf({ query, spaces }: Visitor, usualPlace: keyof MySpaces): FitQuestion | null {
  const known = spaces[usualPlace];
  return readFitQuestion(query) ?? (known && rememberedQuestion(known));
}

type FitContext = Readonly<{ product: Product; measured: FitMeasures; now: Date }>;

async function answered(question: FitQuestion | null, context: FitContext) {
  const { measured } = context;
  const shown = question && { place: question.place, values: question.values, errors: question.errors };
  const plain = drawnToScale(sizeDrawing(measured.size, measured.foldedSize));
  if (!question?.space) return { question: shown, answer: null, others: null, drawing: plain };
  const { placed, ...answer } = answerFit(measured, question.space);
  const drawing = fitDrawing({ ...answer, placed }, question.space, measured);
  return {
    question: shown,
    answer,
    others: await othersThatFit(answer, question.space, context),
    drawing: drawing ? drawnToScale(drawing) : plain,
  };
}

async function othersThatFit(
  { kind }: Pick<FitAnswer, "kind">,
  space: Space,
  { product, now }: FitContext,
): Promise<FitPanelProps["others"]> {
  if (kind !== "no" || space.place !== "boot" || !product.foldedSize) return null;
  const [fitting, { locale }] = await Promise.all([listFitting(space, product.id, now), findStore()]);
  if (fitting.length === 0) return null;
  return {
    title: fitting.length === 1 ? "This one fits your boot:" : "These fit your boot:",
    products: fitting.map(({ card, spare }) => ({
      path: card.path,
      name: card.name,
      image: card.image,
      text: `${formatMoney(card.price.now, locale)}, ${lengthInCm(spare)} to spare`,
    })),
  };
}

function rememberedIn({ boot, doorway }: MySpaces): FitPanelProps["remembered"] {
  return [
    ...(boot ? [{ place: "boot" as const, label: "Forget my boot" }] : []),
    ...(doorway ? [{ place: "doorway" as const, label: "Forget my door" }] : []),
  ];
}
