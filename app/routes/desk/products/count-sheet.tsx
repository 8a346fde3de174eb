import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { CountSheetPage } from "#app/components/desk/products/count-sheet-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { countStockViews, listCountRows } from "#app/models/desk/stock-list.server.ts";
import { STOCK_VIEWS, stockView } from "#app/models/desk/stock-views.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

/** Rows of a sheet of A4, with names of two lines. */
const SHEET_ROWS = 22;
const SHEETS_MAX = 20;

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireStaff(request, "see-stock");
  const { searchParams } = new URL(request.url);
  const { key: view, title } = stockView(searchParams.get("view"));
  const store = await findStore();
  const lowStockThreshold = store.lowStockThreshold;
  const limit = SHEET_ROWS * SHEETS_MAX;
  const [{ rows, next }, counts] = await Promise.all([
    listCountRows({ view, lowStockThreshold }, { after: searchParams.get("after"), limit }),
    countStockViews(lowStockThreshold),
  ]);
  const sheets = Array.from({ length: Math.ceil(rows.length / SHEET_ROWS) }, (_, index) =>
    rows.slice(index * SHEET_ROWS, (index + 1) * SHEET_ROWS),
  );
  return json({
    ...{ view, title, sheets, shop: store.name, limit },
    views: STOCK_VIEWS.map((each) => ({ ...each, count: counts[each.key] })),
    length: counts[view],
    printed: dateTimeText(actor.now.toISOString(), store),
    next: next === null ? null : deskPaths.countSheet({ view, after: next }),
  });
}

export const meta = deskTitle("Count sheet");

export default deskPage<typeof loader>(CountSheetPage);
