import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CreditNotePage } from "#app/components/customer/credit-note-page.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { paths } from "#app/paths.ts";
import { creditNoteViews } from "#app/routes/customer/order.server.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visible = await visibleOrder(request, params["orderId"]);
  const views = await creditNoteViews(visible);
  const view = views.find(({ note }) => note.number === params["creditNote"]);
  if (!view) throw notFound(request);
  return json({
    ...view,
    homePath: await homeOf(request, visible.order.id),
    meta: await privateMeta(`Credit note ${view.note.number}`, paths.findOrder()),
  });
}

export const headers = () => SECRET_PAGE;

export default function OrderCreditNote() {
  return (
    <div className="wrap section-tight">
      <CreditNotePage {...useLoaderData<typeof loader>()} />
    </div>
  );
}
