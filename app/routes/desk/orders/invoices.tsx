import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { InvoicesPage } from "#app/components/desk/orders/invoices-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { BULK_MAX } from "#app/models/desk/orders/order-list.server.ts";
import { findDeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { creditNoteViews, invoiceOf } from "#app/routes/customer/order.server.ts";

import { chosenNumbers } from "#app/routes/desk/selection.server.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-addresses");
  const { searchParams } = new URL(request.url);
  const store = await findStore();
  const numbers = await chosenNumbers(searchParams, { role: staff.role, now: actor.now });
  const found = await Promise.all(numbers.slice(0, BULK_MAX).map(findDeskOrder));
  const made = await Promise.all(
    found
      .filter((one) => one !== null)
      .map(async (one) => {
        const invoice = await invoiceOf({ ...one, store });
        return invoice && { ...invoice, creditNotes: await creditNoteViews({ ...one, store }) };
      }),
  );
  const invoices = made.filter((one) => one !== null);
  return json({
    ...{ invoices, shop: store.name, view: searchParams.get("view") },
    without: Math.min(numbers.length, BULK_MAX) - invoices.length,
    isCut: numbers.length >= BULK_MAX,
  });
}

export const meta = deskTitle("Invoices");

export default deskPage<typeof loader>(InvoicesPage);
