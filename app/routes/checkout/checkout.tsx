import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { AlreadyOrdered, CheckoutPage } from "#app/components/checkout/checkout-page.tsx";
import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { offersReminder } from "#app/http/request/reminder-offer.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { findCart } from "#app/models/cart/cart.server.ts";
import { type Cart, linesForSale } from "#app/models/cart/cart.ts";
import { customerValues } from "#app/models/checkout/addresses.ts";
import type { CheckoutValues } from "#app/models/checkout/checkout.ts";
import { findEarlierTry, findPaidOrderOf, viewCheckout } from "#app/models/checkout/view.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { payments } from "#app/services/payment/payment.server.ts";

import { answerCheckout, findTypedCheckout, lookUpAddresses } from "./checkout.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const [cartId, session, store] = await Promise.all([
    currentCartId(request),
    readSession(request),
    findStore(),
  ]);
  const meta = await privateMeta("Checkout", paths.checkout());
  if (!cartId) throw seeOther(paths.cart());
  const [cart, visitor] = await Promise.all([findCart(cartId), findVisitor(request)]);
  if (!cart || linesForSale(cart.lines).length === 0) {
    const paid = await findPaidOrderOf(session.orderIds(), cartId);
    if (!paid) throw seeOther(paths.cart());
    return json({ kind: "already-ordered" as const, meta, orderId: paid.id });
  }
  const { note, headers } = await takeNote(request);
  const page = {
    kind: "form" as const,
    meta,
    ...(await startCheckout(request, cart, { session, visitor })),
    owner: visitor?.id ?? "",
    isGuest: visitor === null,
    offersNewsletter: !visitor?.wantsNewsletter,
    offersReminder: await offersReminder(visitor),
    honeypotName: honeypotFieldName(),
    giftMessageMax: store.gift.messageMaxCharacters,
    isTestPayment: payments().isTest,
    note,
  };
  return json(page, { headers });
}

type Start = Readonly<{ session: Awaited<ReturnType<typeof readSession>>; visitor: Customer | null }>;

/** The first source that has values wins: the saved form, the earlier attempt, the account. */
async function startCheckout(request: Request, cart: Cart, { session, visitor }: Start) {
  const now = new Date();
  const ownOrderIds = session.orderIds();
  const [{ places }, earlier] = await Promise.all([findStore(), findEarlierTry(ownOrderIds, cart.id)]);
  const [saved, typed] = visitor
    ? await Promise.all([listAddresses(visitor.id), findTypedCheckout(visitor.id, now)])
    : [[], null];
  const known = {
    ...cartValues(cart),
    ...(visitor ? customerValues(visitor, { addresses: saved, places }) : {}),
  };
  const values: CheckoutValues = typed ?? earlier?.values ?? known;
  const view = await viewCheckout(cart, { values, ownOrderIds }, now);
  const isBack = new URL(request.url).searchParams.get("payment") === "back";
  const unpaid = isBack && earlier?.outcome ? { outcome: earlier.outcome, reason: earlier.reason } : null;
  const lookup = values["delivery_address1"] ? null : await lookUpAddresses(request, values);
  return { view, lookup, unpaid, saved, isDraft: typed !== null };
}

function cartValues({ email, deliveryPostcode, deliveryMethod }: Cart) {
  return {
    email: email ?? "",
    delivery_postal_code: deliveryPostcode ?? "",
    method: deliveryMethod ?? "",
  };
}

export function action({ request }: ActionFunctionArgs) {
  return answerCheckout(request, new Date());
}

export default function Checkout() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer?.kind === "already-ordered") return <AlreadyOrdered orderId={answer.orderId} />;
  if (page.kind === "already-ordered") return <AlreadyOrdered orderId={page.orderId} />;
  if (!answer) return <CheckoutPage {...page} errors={NO_ERRORS} problem={null} />;
  return <CheckoutPage {...page} {...answer} unpaid={null} note={null} isDraft={false} />;
}

const NO_ERRORS = {};
