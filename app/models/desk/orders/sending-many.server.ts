/** Each parcel in a transaction of its own, with the same two minutes to undo. */
import { isToBeSent } from "#app/models/order/status.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { pastedCode } from "#app/models/shared/text.ts";

import { type DeskOrder, type DeskPerson, findDeskOrder, orderIdOf } from "./order-steps.server.ts";
import { findPlannedSending, sendingKey } from "./planned-sending.server.ts";
import { planSending, type SendRefusal, withdrawSending } from "./sending.server.ts";

export const SEND_ROWS_MAX = 50;

export type TypedParcel = Readonly<{
  number: number;
  carrier: string;
  /** Empty: nothing was typed. */
  tracking: string;
  /** Sent although it has no tracking number. */
  isUntracked: boolean;
  /** `shownStatus` of the page. */
  shown: string;
}>;

type RowRefusal = SendRefusal | "parcel-without-number" | "parcel-number-twice" | "parcel-planned";

export type SentRow = Readonly<{
  number: number;
  /** Null: it goes out. */
  refusal: Refusal<RowRefusal> | null;
}>;

/** What is refused keeps no other back. */
export async function planSendings(
  parcels: ReadonlyArray<TypedParcel>,
  key: string,
  actor: DeskPerson,
): Promise<ReadonlyArray<SentRow>> {
  const rows: Array<SentRow> = [];
  for (const parcel of parcels.slice(0, SEND_ROWS_MAX)) {
    const refusal = typedRefusal(parcel, parcels) ?? (await refusalOf(parcel, key, actor));
    rows.push({ number: parcel.number, refusal });
  }
  return rows;
}

/** A label that was scanned into two rows belongs to one of them, and nobody knows to which. */
function typedRefusal(parcel: TypedParcel, all: ReadonlyArray<TypedParcel>): Refusal<RowRefusal> | null {
  const { number, tracking, isUntracked } = parcel;
  if (plainTracking(tracking) === "") return isUntracked ? null : refused("parcel-without-number");
  const other = all.find(
    (one) => one.number !== number && plainTracking(one.tracking) === plainTracking(tracking),
  );
  return other ? refused("parcel-number-twice", { number: other.number }) : null;
}

export function plainTracking(tracking: string): string {
  return pastedCode(tracking).replace(/\s/g, "");
}

async function refusalOf(
  { number, carrier, tracking, shown }: TypedParcel,
  key: string,
  actor: DeskPerson,
): Promise<Refusal<RowRefusal> | null> {
  const done = await planSending({ number, carrier, tracking, units: null, shown, key }, actor);
  return done.ok ? null : done;
}

/** As far as it has not begun. Answers with the orders. */
export async function withdrawSendings(
  numbers: ReadonlyArray<number>,
  key: string,
  actor: DeskPerson,
): Promise<ReadonlyArray<number>> {
  const back: Array<number> = [];
  for (const number of numbers.slice(0, SEND_ROWS_MAX))
    if ((await withdrawSending(number, actor, key)).ok) back.push(number);
  return back;
}

/** Of the orders that were sent with the form of this key, those whose parcels can still be taken back. */
export async function stillPlanned(
  numbers: ReadonlyArray<number>,
  key: string,
): Promise<ReadonlyArray<number>> {
  const still: Array<number> = [];
  for (const number of numbers.slice(0, SEND_ROWS_MAX)) {
    const id = await orderIdOf(number);
    const planned = id && (await findPlannedSending(id));
    if (planned && planned.key === sendingKey(id, key)) still.push(number);
  }
  return still;
}

export async function findSendable(numbers: ReadonlyArray<number>) {
  const orders: Array<DeskOrder> = [];
  const leftOut: Array<SentRow> = [];
  for (const [index, number] of numbers.entries()) {
    if (orders.length === SEND_ROWS_MAX) return { orders, leftOut, more: numbers.length - index };
    const found = await findDeskOrder(number);
    const refusal = await whyNotNow(found);
    if (found && !refusal) orders.push(found);
    else leftOut.push({ number, refusal });
  }
  return { orders, leftOut, more: 0 };
}

async function whyNotNow(found: DeskOrder | null): Promise<Refusal<RowRefusal> | null> {
  if (!found) return refused("order-not-found");
  const { order } = found;
  if (!isToBeSent(order.status)) return refused("shipment-empty");
  return (await findPlannedSending(order.id)) ? refused("parcel-planned") : null;
}
