import { Link } from "@remix-run/react";

import { AddressLines } from "#app/components/customer/address-lines.tsx";
import { AuthOffer, type AuthOfferProps } from "#app/components/auth/auth-offer.tsx";
import { type SpareGift, SpareGifts } from "#app/components/order/spare-gifts.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { madeForYouLines } from "#app/models/platform/made-for-you.ts";
import { isSameAddress } from "#app/models/customer/address-book.ts";
import { disputeTexts, isUnderWay, totalLabel } from "#app/models/order/customer-order.ts";
import { isAllMade, type Order, payerName } from "#app/models/order/order.ts";
import { showsPrices } from "#app/models/order/packing-instructions.ts";
import type { OrderStatus } from "#app/models/order/status.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";
import type { CancellationLaw } from "#app/models/store/law.ts";
import { paths } from "#app/paths.ts";

import { CollectionPlaceText, DeliveryParts } from "./delivery-parts.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderTracker } from "./order-tracker.tsx";

type ThankYouPageProps = Readonly<{
  order: Order;
  spareGifts: ReadonlyArray<SpareGift>;
  hasOpenDispute: boolean;
  /** What is said of the pre-orders in it, or null. */
  preorder: string | null;
  /** By which day the buyer needs it, or null. */
  needed: string | null;
  returns: Readonly<{ law: CancellationLaw; cancellationDays: number; days: number }>;
  wasPaid: boolean;
  /** A refund of it failed. */
  isOwed: boolean;
  placedAtText: string;
  stepDates: ReadonlyArray<string | null>;
  offer: AuthOfferProps | null;
}>;

export function ThankYouPage(props: ThankYouPageProps) {
  const { order, preorder, needed, returns, placedAtText, stepDates, offer } = props;
  const { title, lead } = wordsFor(props);
  return (
    <div className="wrap">
      <div className="split above-6">
        <div className="stack stack-large">
          <div className="stack">
            <h1 className="d-xl">{title}</h1>
            <p className="lead">{lead}</p>
            {preorder ? <p>{preorder}</p> : null}
          </div>
          <SpareGifts gifts={props.spareGifts} />
          <Figures order={order} />
          <OrderTracker
            status={order.status}
            isCollected={isCollection(order.delivery.method)}
            dates={stepDates}
          />
          <div className="halves gap-8 gap-x-6">
            <div>
              <h2 className="d-xs">{order.delivery.name}</h2>
              <DeliveryParts parts={deliveryParts(order.delivery.promises, order.lines)} />
              {needed ? <p className="muted">{needed}</p> : null}
            </div>
            {order.delivery.collection ? (
              <div>
                <h2 className="d-xs">Collect from</h2>
                <CollectionPlaceText place={order.delivery.collection} />
              </div>
            ) : (
              <AddressBlock title="Delivery address" address={order.deliveryAddress} />
            )}
            {hasOwnBill(order) ? (
              <AddressBlock title="Billing address" address={order.billingAddress} />
            ) : null}
            {!showsPrices(order) ? <Words title="Gift" text="There are no prices in the parcel." /> : null}
            {order.giftMessage ? <Words title="Gift message" text={order.giftMessage} /> : null}
            {order.note ? <Words title="Your note" text={order.note} /> : null}
            <ChangeOfMind order={order} returns={returns} />
          </div>
          <p className="sm muted">Placed on {placedAtText}</p>
          {offer ? <AuthOffer {...offer} /> : null}
        </div>
        <div>
          <OrderSummary lines={order.lines} totals={order.totals} totalLabel={totalLabel(order.status)} />
        </div>
      </div>
    </div>
  );
}

function Figures({ order }: Readonly<{ order: Order }>) {
  const locale = useLocale();
  const [first] = order.delivery.promises;
  return (
    <dl className="panel cluster gap-4 gap-x-10">
      <div>
        <dt className="sm muted">Order number</dt>
        <dd className="d-sm tnum">{order.number}</dd>
      </div>
      {first && isUnderWay(order.status) ? (
        <div>
          <dt className="sm muted">{isCollection(order.delivery.method) ? "Collection" : "Delivery"}</dt>
          <dd className="d-sm">{upperFirst(first.when)}</dd>
        </div>
      ) : null}
      <div>
        <dt className="sm muted">{totalLabel(order.status)}</dt>
        <dd className="d-sm">{formatMoney(order.totals.total, locale)}</dd>
      </div>
    </dl>
  );
}

function AddressBlock({ title, address }: Readonly<{ title: string; address: Order["deliveryAddress"] }>) {
  return (
    <div>
      <h2 className="d-xs">{title}</h2>
      <div className="muted">
        <AddressLines address={address} />
      </div>
    </div>
  );
}

function Words({ title, text }: Readonly<{ title: string; text: string }>) {
  return (
    <div>
      <h2 className="d-xs">{title}</h2>
      <p className="muted pre-line">{text}</p>
    </div>
  );
}

function ChangeOfMind({ order, returns }: Pick<ThankYouPageProps, "order" | "returns">) {
  // An order that was paid for a moment ago is not begun.
  const made = madeForYouLines(order.lines, order.delivery.giftList ? "list" : "open");
  return (
    <div>
      <h2 className="d-xs">Changed your mind?</h2>
      <p className="muted">
        {[...made, returnText(order, returns)].filter(Boolean).join(" ")}{" "}
        <Link to={paths.information("returns-and-cancellation")} className="link">
          How to cancel or return
        </Link>
      </p>
      <p className="muted">
        <Link to={paths.visibleOrder(order.id)} className="link">
          View, cancel or return this order
        </Link>
      </p>
    </div>
  );
}

type Words = Readonly<{ title: string; lead: string }>;

const CHECKING = (email: string): Words => ({
  title: "We are checking your payment",
  lead: `One of our team is looking at it. We’ll email ${email}. Please do not pay again.`,
});

const OWED: Words = {
  title: "Your refund did not arrive",
  lead: "We still owe you this money: please email or call us.",
};

function wordsFor({ order, hasOpenDispute, wasPaid, isOwed }: ThankYouPageProps): Words {
  const { status } = order;
  const email = order.email || "you";
  const { firstName } = payerName(order);
  const stopped: Partial<Record<OrderStatus, Words>> = {
    refunded: isOwed
      ? OWED
      : {
          title: "We are refunding your payment",
          lead: `You’ll get the full amount back. We have emailed ${email}.`,
        },
    cancelled: isOwed ? OWED : cancelledWords(email, wasPaid),
    declined: cancelledWords(email, false),
    "payment-review": CHECKING(email),
    "awaiting-payment": CHECKING(email),
    disputed: disputeTexts(hasOpenDispute),
  };
  return (
    stopped[status] ?? {
      title: firstName ? `Thank you, ${firstName}` : "Thank you",
      lead: order.email
        ? `We have received your order. We are sending a confirmation to ${email}.`
        : "We have received your order.",
    }
  );
}

function cancelledWords(email: string, wasPaid: boolean): Words {
  return {
    title: "This order has been cancelled",
    lead: wasPaid
      ? `We will not send anything more. We have emailed ${email} about your payment.`
      : "We will not send anything. Your basket has not changed.",
  };
}

function hasOwnBill({ deliveryAddress, billingAddress }: Order): boolean {
  return billingAddress.address1 !== "" && !isSameAddress(deliveryAddress, billingAddress);
}

/** Empty where everything in the order is made for its buyer. */
function returnText(order: Order, { law, cancellationDays, days }: ThankYouPageProps["returns"]): string {
  if (isAllMade(order)) return "";
  if (law === "none") return `You can return unused items for up to ${days} days.`;
  const end = law === "united-kingdom" ? "cancel" : "withdraw from the contract";
  return `You can ${end} within ${cancellationDays} days of receiving your order, and return unused items for up to ${days} days.`;
}
