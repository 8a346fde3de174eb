import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData } from "@remix-run/react";

import { OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { accountMeta } from "#app/routes/account/account.server.ts";

import { lookUp, openFoundOrder } from "./find-order.server.ts";

const TITLE = "Withdraw from contract";
const LEAD =
  "To withdraw from a contract with us, enter the details from our order email. You do not have to give a reason. You then choose the items and confirm.";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  if (!store.law.hasWithdrawalFunction) throw notFound(request);
  return json({ meta: accountMeta(TITLE, paths.findWithdrawal(), store) });
}

export async function action({ request }: ActionFunctionArgs) {
  if (!(await findStore()).law.hasWithdrawalFunction) throw notFound(request);
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  throw await openFoundOrder(request, found.orderId, paths.withdrawOrder(found.orderId, { link: "opened" }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers({ actionHeaders }: HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export default function FindWithdrawal() {
  const answer = useActionData<typeof action>();
  return (
    <OrderLookup
      title={TITLE}
      lead={LEAD}
      action={paths.findWithdrawal()}
      submitLabel="Continue"
      errors={answer?.errors ?? {}}
      values={answer?.values ?? {}}
    />
  );
}
