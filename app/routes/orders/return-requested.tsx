import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ReturnRequestedPage } from "#app/components/order/return-requested-page.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { nextSteps, reasonText } from "#app/models/order/returns/return.ts";
import { returnRefund } from "#app/models/order/returns/return-quote.server.ts";
import { returnAddress } from "#app/models/order/returns/return-way.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { returnLabels } from "#app/services/return-labels/return-labels.server.ts";
import { momentText } from "#app/models/store/format-date.ts";
import { paths } from "#app/paths.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const found = life.returns.find(({ number }) => number === params["returnNumber"]);
  if (!found) throw notFound(request);
  const { number, status, legalBasis, contents, wayBack } = found;
  const postage = (status === "requested" && wayBack?.postage) || null;
  const parcel = { number, to: sellerLines(store.company), from: addressLines(returnAddress(order)) };
  const refund = await returnRefund(order, number, { life, store });
  return json({
    orderNumber: order.number,
    email: order.email || "you",
    homePath: await homeOf(request, order.id),
    number,
    isReceived: status === "received",
    withdrawnAtText: legalBasis === "withdrawal" ? momentText(found.requestedAt, store) : null,
    contents: contents.map((line) => ({ ...line, reason: reasonText(line.reason) })),
    refundText: refund && refundText(request, formatMoney(refund, store.locale)),
    steps: nextSteps(store, found),
    label: postage ? await returnLabels().labelFor(parcel) : null,
    postage,
    meta: await privateMeta(`${legalBasis ? "Withdrawal" : "Return"} ${number}`, paths.findOrder()),
  });
}

function refundText({ url }: Request, sum: string): string {
  const isChanged = new URL(url).searchParams.get("sum") === "changed";
  return `${isChanged ? "The sum has changed since you saw it. " : ""}You get back ${sum}.`;
}

export const headers = () => SECRET_PAGE;

export default function ReturnRequested() {
  return <ReturnRequestedPage {...useLoaderData<typeof loader>()} />;
}
