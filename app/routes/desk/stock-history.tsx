import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { StockHistoryPage } from "#app/components/desk/stock-page.tsx";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { findStockHistory } from "#app/models/catalogue/inventory/stock.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

export { noForm as action } from "./desk.server.ts";

const CHANGES_SHOWN = 100;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "see-stock");
  const [found, store] = await Promise.all([
    findStockHistory(params["sku"] ?? "", CHANGES_SHOWN),
    findStore(),
  ]);
  if (!found) throw deskRefusal(refused("variant-not-found"));
  const changes = found.changes.map(({ at, before, after, reason }, index) => ({
    ...{ key: `${at} ${index}`, when: dateTimeText(at, store), before, after, reason },
  }));
  return json({ ...found, changes });
}

export const meta = deskTitle<typeof loader>(({ params }) => `Stock of ${params["sku"] ?? ""}`);

export default deskPage<typeof loader>(StockHistoryPage);
