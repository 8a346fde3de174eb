import { FitPanel } from "#app/components/product/fit-panel.tsx";
import { SizeDiagramFigure } from "#app/components/product/size-diagram.tsx";
import { CompatibleProducts } from "#app/components/product/compatible-products.tsx";
import { compatibleParts } from "#app/models/catalogue/compatible-parts.ts";
import type { CompatiblePart } from "#app/models/catalogue/compatibility.ts";
import type { Space } from "#app/models/catalogue/dimensions-check.ts";
import { FIT_FIELDS } from "#app/models/catalogue/dimensions-form.ts";
import { answerFit } from "#app/models/catalogue/fit-answer.ts";
import { priceOf, type Variant } from "#app/models/catalogue/product.ts";
import { drawnToScale } from "#app/models/catalogue/size-diagram-svg.ts";
import { fitDrawing, sizeDrawing } from "#app/models/catalogue/size-diagram.ts";
import { money } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { Sample } from "./story.tsx";

const OPEN = { width: 570, depth: 920, height: 1060 };
const FOLDED = { width: 570, depth: 330, height: 720 };
const BOOT: Space = { place: "boot", width: 950, depth: 600, height: 480 };

const PUSHCHAIR = { size: OPEN, foldedSize: FOLDED, boxes: null };
const ANSWER_DRAWING = fitDrawing(answerFit(PUSHCHAIR, BOOT), BOOT, PUSHCHAIR);

const ERROR = "Enter the depth in centimetres, such as 95";

const VARIANT: Variant = {
  id: 1,
  sku: "HB-1",
  gtin: "",
  label: "Sage",
  options: {},
  price: priceOf(money(54_900, "GBP"), null),
  available: 3,
  stock: "low-stock",
  image: { file: "products/city-pushchair-1.jpg", alt: "", width: 1200, height: 1200 },
};

function part(id: string, kind: CompatiblePart["kind"], name: string): CompatiblePart {
  return { id, kind, name, facts: null, sold: null, isSupplied: false };
}

const CHASSIS = part("city", "chassis", "City Pushchair");
const ADAPTER: CompatiblePart = {
  ...part("fn-a", "adapter", "adapter A"),
  sold: {
    productId: 1,
    variantId: 1,
    name: "Adapter A",
    path: paths.styleguide(),
    price: money(3_500, "GBP"),
    available: 0,
  },
};

export function ProductSamples() {
  return (
    <>
      <Sample title="To scale: what folds, a small thing, an answer" wide>
        <SizeDiagramFigure {...drawnToScale(sizeDrawing(OPEN, FOLDED))} />
        <SizeDiagramFigure {...drawnToScale(sizeDrawing({ width: 350, depth: 72, height: 175 }, null))} />
        {ANSWER_DRAWING ? <SizeDiagramFigure {...drawnToScale(ANSWER_DRAWING)} /> : null}
      </Sample>
      <Sample title="Works with: fits with an adapter that is sold out, does not fit">
        <CompatibleProducts
          product={{ name: CHASSIS.name, path: paths.styleguide() }}
          variant={VARIANT}
          compatible={compatibleParts(
            {
              role: "chassis",
              id: CHASSIS.id,
              pairings: [
                {
                  chassis: CHASSIS,
                  part: part("shell", "car_seat", "Pellory Shell"),
                  result: "adapter",
                  adapter: ADAPTER,
                  note: null,
                },
                {
                  chassis: CHASSIS,
                  part: part("haven", "car_seat", "Marrick Haven"),
                  result: "no",
                  adapter: null,
                  note: "Different mount.",
                },
              ],
            },
            "en-GB",
          )}
        />
      </Sample>
      <Sample title="Will it fit: with an error" wide>
        <FitPanel
          from={paths.styleguide()}
          introduction="City Pushchair. Inside measurements, in centimetres."
          question={{
            place: "boot",
            values: { width: "95", depth: "", height: "48" },
            errors: { [FIT_FIELDS.depth]: ERROR },
          }}
          answer={null}
          others={null}
          rows={[]}
          remembered={[]}
          drawing={drawnToScale(sizeDrawing(OPEN, FOLDED))}
          canAsk
          usualPlace="boot"
        />
      </Sample>
    </>
  );
}
