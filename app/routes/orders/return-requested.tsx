import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { ReturnRequestedPage } from "#app/components/order/return-requested-page.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { nextSteps, reasonText } from "#app/models/order/returns/return.ts";
import { momentText } from "#app/models/store/format-date.ts";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account.server.ts";

import { homeOf, SECRET_PAGE, visibleOrder } from "./order.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { order, life, store } = await visibleOrder(request, params["orderId"]);
  const found = life.returns.find(({ number }) => number === params["returnNumber"]);
  if (!found) throw notFound(request);
  const { number, status, legalBasis, contents } = found;
  return json({
    orderNumber: order.number,
    email: order.email,
    homePath: await homeOf(request, order.id),
    number,
    isReceived: status === "received",
    withdrawnAtText: legalBasis === "withdrawal" ? momentText(found.requestedAt, store) : null,
    contents: contents.map((line) => ({ ...line, reason: reasonText(line.reason) })),
    steps: nextSteps(store, number),
    meta: accountMeta(`${legalBasis ? "Withdrawal" : "Return"} ${number}`, paths.findOrder(), store),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export const headers = () => SECRET_PAGE;

export default function ReturnRequested() {
  return <ReturnRequestedPage {...useLoaderData<typeof loader>()} />;
}
