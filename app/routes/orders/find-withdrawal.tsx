import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";

import { OrderLookup } from "#app/components/checkout/order-lookup.tsx";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { lookUp, openFoundOrder } from "./find-order.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

const TITLE = "Withdraw from contract";
const LEAD =
  "To withdraw from a contract with us, enter the details from our order email. You do not have to give a reason. You then choose the items and confirm.";

export async function loader({ request }: LoaderFunctionArgs) {
  const store = await findStore();
  if (!store.law.hasWithdrawalFunction) throw notFound(request);
  return json({ meta: await privateMeta(TITLE, paths.findWithdrawal()) });
}

export async function action({ request }: ActionFunctionArgs) {
  if (!(await findStore()).law.hasWithdrawalFunction) throw notFound(request);
  const found = await lookUp(request);
  if (!found.ok) return found.answer;
  throw await openFoundOrder(request, found.orderId, paths.withdrawOrder(found.orderId, { link: "opened" }));
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
