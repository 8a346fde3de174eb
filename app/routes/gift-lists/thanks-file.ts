/** /gift-lists/mine/{listId}/thanks.csv: gift, names, message and date; no email address and no price. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { csvText } from "#app/models/gift-list/thanks-csv.ts";

import { requireThanks } from "./thanks.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { gifts } = await requireThanks(request, params["listId"], new Date());
  return new Response(csvText(gifts.filter(({ arrival }) => arrival !== "missing")), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="thank-you-list.csv"',
    },
  });
}
