/** These commands call the desk's own functions. */
import { ADDRESS_FIELDS, ADDRESS_FORM } from "#app/models/customer/address.ts";
import { listBatches, type OrderBatch, stopBatch } from "#app/models/desk/batches/batches.server.ts";
import { changeAddressAtDesk } from "#app/models/desk/orders/order-address.server.ts";
import { repeatEmailAtDesk } from "#app/models/desk/orders/order-emails.server.ts";
import { queryPaymentAtDesk } from "#app/models/desk/orders/payment-review.server.ts";
import { openReturnAtDesk, stepOnArrival } from "#app/models/desk/orders/return-steps.server.ts";
import { findAdminOrder } from "#app/models/order/admin-orders.server.ts";
import { addressState } from "#app/models/order/delivery-address/address-state.ts";
import { listRepeatableEmails } from "#app/models/order/emails/repeat.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import type { Outcome } from "./command.ts";
import type { NewReturn } from "./orders-options.ts";
import { noOrder } from "./orders-read.ts";
import {
  linesText,
  output,
  refusedBecause,
  refusedWith,
  unitsOfLines,
  unknownLine,
  unsure,
} from "./orders-write.ts";

export async function redirectOrder(
  number: number,
  fields: Readonly<Record<string, string>>,
  isSure: boolean,
): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const { order, life } = found;
  const state = addressState(order, life);
  if (!state.ok) return refusedWith(number, state);
  const present = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, order.deliveryAddress[field]]));
  const change = { number, typed: { ...present, ...fields }, shown: null, agreed: isSure ? null : "" };
  const answered = await changeAddressAtDesk(change, commandLineActor(new Date()));
  if (answered.errors) return refusedBecause(number, fieldWords(answered.errors), "address-wrong");
  const { done } = answered;
  if (done.ok)
    return output(
      number,
      done.value.isChanged
        ? `Order ${number} goes to the new address. The running shop emails the customer.`
        : `Order ${number} goes there already. Nothing was changed.`,
      done.value.isChanged,
    );
  return done.code === "address-means"
    ? unsure(number, `send order ${number} to where ${await meansWords(done.detail)}`)
    : refusedWith(number, done);
}

export async function resendEmail(number: number, email: string | null): Promise<Outcome> {
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const emails = await listRepeatableEmails(found.order.id);
  if (email === null)
    return {
      isDone: true,
      words: emails.map(({ key, title }) => `--email "${key}"  ${title}`).join("\n") || "None was sent.",
      data: { about: number, emails: emails.map(({ key, title, at }) => ({ key, title, at })) },
    };
  const repeat = { number, email, key: newId("parcel") };
  const done = await repeatEmailAtDesk(repeat, commandLineActor(new Date()));
  if (!done.ok) return refusedWith(number, done);
  const { title, isNew } = done.value;
  const words = isNew
    ? `The running shop sends it once more: ${title}.`
    : `It was sent once more a few minutes ago: ${title}. Nothing was changed.`;
  return output(number, words, isNew);
}

export async function queryPayment(number: number): Promise<Outcome> {
  const done = await queryPaymentAtDesk(number, commandLineActor(new Date()));
  if (!done.ok) return done.code === "order-not-found" ? noOrder(number) : refusedWith(number, done);
  const { status, isChanged } = done.value;
  if (isChanged) return output(number, `Order ${number} is ${status} now.`, true);
  const words =
    status === "payment-review"
      ? `The payment provider says the same as before about order ${number}. Nothing was changed.`
      : `The payment of order ${number} is not under review. Nothing was changed.`;
  return output(number, words, false);
}

function fieldWords(errors: Readonly<Record<string, string>>): string {
  const words = ADDRESS_FIELDS.flatMap((field) =>
    errors[field] ? [`${ADDRESS_FORM[field].label}: ${errors[field]}.`] : [],
  );
  return words.join(" ");
}

async function meansWords({ dearerMinor, isLater }: Refusal<string>["detail"]): Promise<string> {
  const { currency, locale } = await findStore();
  const minor = Number(dearerMinor);
  const sum = formatMoney(money(Math.abs(minor), currency), locale);
  return [
    ...(minor === 0
      ? []
      : [`delivery costs ${sum} ${minor > 0 ? "more" : "less"}, which the payment does not follow`]),
    ...(isLater === "true" ? ["it takes longer than promised"] : []),
  ].join(" and ");
}

const BATCHES_MAX = 50;

export async function batches(stop: number | null): Promise<Outcome> {
  const now = new Date();
  if (stop !== null) {
    const done = await stopBatch(stop, commandLineActor(now));
    if (!done.ok) return refusedWith(stop, done);
    const { isChanged } = done.value;
    return output(
      stop,
      isChanged ? `Batch ${stop} is stopped.` : `Batch ${stop} had ended before.`,
      isChanged,
    );
  }
  const found = await listBatches(now, BATCHES_MAX);
  return {
    isDone: true,
    words: found.map(batchLine).join("\n") || "None was begun in the last day.",
    data: { batches: found },
  };
}

function batchLine({ id, step, by, startedAt, endReason, counts }: OrderBatch): string {
  const { all, done, before, left, open } = counts;
  const state = endReason ?? "under way";
  return `${id}  ${step}  ${startedAt}  ${by}  ${state}: ${done} of ${all}, ${before} before, ${left} left out, ${open} open`;
}

export async function openReturn(options: NewReturn): Promise<Outcome> {
  const { order: number, reason, words, lines } = options;
  const found = await findAdminOrder(number);
  if (!found) return noOrder(number);
  const units = unitsOfLines(found.order, lines);
  if (units === "unknown") return unknownLine(number, found.order);
  const request = {
    orderNumber: number,
    lines: units.map((count) => ({ units: count, reason: count > 0 ? reason : "" })),
    note: words,
    key: options.key ?? `${linesText(lines)} ${reason}`,
  };
  const done = await openReturnAtDesk(request, commandLineActor(new Date()));
  if (!done.ok) return refusedWith(number, done);
  const { number: returnNumber, isNew } = done.value;
  return output(
    returnNumber,
    isNew
      ? `Return ${returnNumber} of order ${number} is open. The running shop emails the customer.`
      : `Return ${returnNumber} of order ${number} was open already. To open another, add a --key.`,
    isNew,
  );
}

export async function arrival(step: "arrive" | "take-back-arrival", returnNumber: string): Promise<Outcome> {
  const done = await stepOnArrival({ number: returnNumber, step, shown: null }, commandLineActor(new Date()));
  if (!done.ok) return refusedWith(returnNumber, done);
  const { refundBy, isChanged } = done.value;
  const state = refundBy ? `has arrived. Refund it by ${refundBy}` : "has not arrived";
  return output(returnNumber, `Return ${returnNumber} ${state}${isChanged ? "" : ", as before"}.`, isChanged);
}
