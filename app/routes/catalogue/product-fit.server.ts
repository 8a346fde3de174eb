import type { FitPanelProps } from "#app/components/product/fit-panel.tsx";
import { fitInto, fitText, type Size, type Space } from "#app/models/catalogue/dimensions-check.ts";
import { readFitQuestion } from "#app/models/catalogue/dimensions-form.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import { type Variant, variantQuery } from "#app/models/catalogue/product.ts";
import { drawnToScale } from "#app/models/catalogue/size-diagram-svg.ts";
import { fitDrawing, sizeDrawing } from "#app/models/catalogue/size-diagram.ts";

/** In millimetres. */
const FIT_QUERY_PARAMS = 400;

/** Null where the product has no dimensions. */
export function fitPanelOf(product: Product, variant: Variant, query: URLSearchParams): FitPanelProps | null {
  const { size, foldedSize } = product;
  if (!size) return null;
  const canAsk = Math.max(size.width, size.depth, size.height) >= FIT_QUERY_PARAMS;
  const question = canAsk ? readFitQuestion(query) : null;
  const space = question?.space ?? null;
  const answers = space ? answersFor(space, size, foldedSize) : [];
  return {
    path: product.path,
    hiddenFields: variantQuery(product, variant),
    question: question && { place: question.place, values: question.values, errors: question.errors },
    answers: answers.map(({ name, fit, text }) => ({ name, fits: fit.fits, text })),
    drawing: drawnToScale(space ? fitDrawing(answers, space) : sizeDrawing(size, foldedSize)),
    canAsk,
    usualPlace: foldedSize ? "boot" : "doorway",
  };
}

/** One answer, or one for each state of a folding product. */
function answersFor(space: Space, size: Size, folded: Size | null) {
  const states = folded
    ? [
        { name: "Folded", size: folded },
        { name: "Open", size },
      ]
    : [{ name: "", size }];
  return states.map((state) => {
    const fit = fitInto(state.size, space);
    return { name: state.name, fit, text: fitText(fit, space.place) };
  });
}
