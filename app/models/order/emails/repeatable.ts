import type { FulfilmentHistory } from "#app/models/order/fulfilment.ts";
import type { Order } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";

export type RepeatableEmail = Readonly<{
  key: string;
  title: string;
  /** When it was first due, ISO 8601, UTC; null: not known. */
  at: string | null;
  payload: Readonly<Record<string, string | number>>;
}>;

type About = Readonly<{ order: Order; life: FulfilmentHistory; locale: string }>;

/** The oldest first; none of an order that was not paid for, or whose buyer is forgotten. */
export function repeatableEmails(about: About): ReadonlyArray<RepeatableEmail> {
  const { order, life } = about;
  if (order.paidAt === null || order.email === "") return [];
  const emails = [
    { key: "confirmation", title: "Order confirmation", at: order.paidAt, payload: {} },
    ...ofChanges(about),
    ...ofParcels(about),
    ...ofReturns(life),
    ...ofMoney(about),
  ];
  return emails.sort((one, other) => (one.at ?? "").localeCompare(other.at ?? ""));
}

function ofChanges({ order, life }: About): ReadonlyArray<RepeatableEmail> {
  const version = order.addressVersion;
  const words = order.lines.flatMap(({ name }, position) => {
    const at = life.lines[position]?.wordsChangedAt;
    const payload = { about: "words-changed", position };
    return at ? [{ key: `words-changed ${position}`, title: `Words changed: ${name}`, at, payload }] : [];
  });
  if (version === 0) return words;
  const payload = { about: "address-changed", version, isLater: 0 };
  return [...words, { key: "address-changed", title: "Delivery address changed", at: order.paidAt, payload }];
}

function ofParcels({ order, life }: About): ReadonlyArray<RepeatableEmail> {
  const title = isCollection(order.delivery.method) ? "Ready to collect" : "Parcel sent";
  const parcels = life.shipments.map(({ id, carrier, number, sentAt }) => ({
    key: `shipped ${id}`,
    title: `${title}: ${[carrier, number].filter(Boolean).join(" ")}`,
    at: sentAt,
    payload: { about: "shipped", shipmentId: id },
  }));
  if (!life.deliveredAt) return parcels;
  const delivered = { title: "Delivered", at: life.deliveredAt, payload: { about: "delivered" } };
  return [...parcels, { key: "delivered", ...delivered }];
}

function ofReturns(life: FulfilmentHistory): ReadonlyArray<RepeatableEmail> {
  return life.returns.flatMap(({ number, legalBasis, recipientRemedy, requestedAt, receivedAt }) => {
    const first = legalBasis
      ? ({ about: "withdrawal-received", title: `Withdrawal ${number} received` } as const)
      : ({ about: "return-requested", title: `How to send back return ${number}` } as const);
    const email = (about: string, title: string, at: string) => ({
      ...{ key: `${about} ${number}`, title, at, payload: { about, returnNumber: number } },
    });
    return [
      // The family of a gift asked for its return, and the buyer heard nothing of it.
      ...(recipientRemedy ? [] : [email(first.about, first.title, requestedAt)]),
      ...(receivedAt ? [email("return-received", `Return ${number} arrived`, receivedAt)] : []),
    ];
  });
}

function ofMoney({ order, life, locale }: About): ReadonlyArray<RepeatableEmail> {
  const refunds = life.refunds.flatMap(({ id, amount, isCredit, status, by, completedAt }) => {
    const payload = { about: "refunded", refundId: id };
    const title = `Refund of ${formatMoney(amount, locale)}`;
    return completedAt && status === "completed" && by !== "payment" && !isCredit
      ? [{ key: `refunded ${id}`, title, at: completedAt, payload }]
      : [];
  });
  if (order.status !== "cancelled") return refunds;
  const at = life.moves.filter(({ to }) => to === "cancelled").at(-1)?.at ?? null;
  return [...refunds, { key: "cancelled", title: "Order cancelled", at, payload: { about: "cancelled" } }];
}
