import { refused } from "#app/models/shared/result.ts";

import { catalogueSteps } from "./catalogue-import.server.ts";
import type { CheckedLine, CsvKind, ImportKind, LineChanges } from "./import-kinds.ts";
import type { ImportSteps, ImportWork } from "./import-work.server.ts";
import { parcelImport } from "./parcel-import.server.ts";
import { productImport } from "./product-import.server.ts";
import { redirectImport } from "./redirect-import.server.ts";
import { stockImport } from "./stock-import.server.ts";

export const IMPORT_WORK: Readonly<Record<CsvKind, ImportWork>> = {
  products: productImport,
  stock: stockImport,
  parcels: parcelImport,
  redirects: redirectImport,
};

const ofProducts = stepsOf(productImport);

export const IMPORT_STEPS: Readonly<Record<ImportKind, ImportSteps>> = {
  products: ofProducts,
  stock: stepsOf(stockImport),
  parcels: stepsOf(parcelImport),
  redirects: stepsOf(redirectImport),
  catalogue: catalogueSteps,
  price: ofProducts,
  sale: ofProducts,
  visibility: ofProducts,
};

/** The lines of a CSV file say all that is needed to check it again. */
function stepsOf(work: ImportWork): ImportSteps {
  return {
    check: (_, lines, checking) => work.check(lines, checking),
    ready: async () => async (lines, writing) => {
      await work.lock(lines);
      const now = await work.check(lines, writing);
      const isAsShown = lines.every((line, at) => stands(work, line, now.lines[at]));
      return isAsShown ? work.apply(lines, writing) : refused("import-stale");
    },
    undo: work.undo,
  };
}

function stands(work: ImportWork, shown: CheckedLine, now: CheckedLine | undefined): boolean {
  if (!now) return false;
  if (work.stands) return work.stands(shown, now);
  return shown.outcome === now.outcome && textOf(shown.changes) === textOf(now.changes);
}

function textOf(changes: LineChanges): string {
  return JSON.stringify(Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1)));
}
