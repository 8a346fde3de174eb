import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import type { DeskAnswer } from "#app/components/desk/desk-form.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { type RefundCheck, RefundPage } from "#app/components/desk/refund-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  giveGoodwillAtDesk,
  previewGoodwill,
  previewRefund,
  refundAtDesk,
} from "#app/models/desk/orders/money-steps.server.ts";
import type { DeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { refundsSoFar, unitsToSend } from "#app/models/order/fulfilment.ts";
import { orderMoney } from "#app/models/order/money.ts";
import { deliveryDue, deliveryDueText } from "#app/models/order/refunds/delivery-due.ts";
import {
  deliveryShare,
  REFUND_WORDS_MAX,
  type RefundUnits,
  remainingRefund,
} from "#app/models/order/refund-shares.ts";
import { isSpoilt, REASONS_NOTED, RETURN_REASONS } from "#app/models/order/returns/return.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { formatMoney, type Money, money } from "#app/models/shared/money.ts";
import { readAmount } from "#app/models/shared/typed-amount.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { confirmedBy, deskInvalid, deskRefused, textsOf } from "./desk.server.ts";
import { deskOrder, numberIn } from "./order.server.ts";

const GOODWILL = { key: "goodwill", label: "Goodwill" };
const REASONS = [...RETURN_REASONS.map(({ key, label }) => ({ key, label })), GOODWILL];

const refundSchema = z
  .object({
    intent: z.enum(["check", "change", "refund"]),
    what: z.enum(["some", "all", "amount"]).default("some"),
    amount: z.string().trim().max(20).default(""),
    delivery: z.enum(["last", "on", "off"]).default("off"),
    reason: z.string().refine((key) => REASONS.some((reason) => reason.key === key), "Choose a reason"),
    words: z.string().trim().max(REFUND_WORDS_MAX, "Shorten this").default(""),
    sum: z
      .string()
      .regex(/^\d{0,9}$/)
      .default(""),
    key: z.string().min(1).max(60),
    code: z.string().max(40).default(""),
  })
  .passthrough();

type Form = z.infer<typeof refundSchema>;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "refund");
  const [{ order, life }, store] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  const left = remainingRefund(order, refundsSoFar(life));
  const toSend = unitsToSend(order, life);
  const { refunded } = orderMoney(order, life);
  return json({
    number: order.number,
    customer: order.deliveryAddress.first_name,
    paid: formatMoney(order.totals.total, store.locale),
    refunded: refunded.minor > 0 ? formatMoney(refunded, store.locale) : null,
    lines: order.lines.map((line, position) => ({
      ...{ position, name: line.name, variant: line.variantLabel, sku: line.sku, image: line.image },
      left: left.units[position] ?? 0,
      isUnsent: (toSend[position] ?? 0) > 0 && toSend[position] === left.units[position],
      paid: formatMoney(line.total, store.locale),
      each: line.quantity > 1 ? formatMoney(line.unitPrice, store.locale) : null,
    })),
    delivery:
      left.delivery && order.totals.delivery && order.totals.delivery.minor > 0
        ? {
            amount: formatMoney(deliveryShare(order, true, refundsSoFar(life)).amount, store.locale),
            isUnsent: life.lines.every(({ sent }) => sent === 0),
          }
        : null,
    reasons: [...RETURN_REASONS.map(({ key }) => ({ key, label: REASONS_NOTED[key] })), GOODWILL],
    formKey: newId("refund"),
  });
}

type Answered = DeskAnswer & Readonly<{ check?: RefundCheck }>;

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "refund");
  const found = await deskOrder(numberIn(params));
  const form = await readForm(request, refundSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "change") return firstStep(form.value);
  if (form.value.what === "amount") return goodwill(visit, found, form.value);
  const refund = await unitsOf(found, form.value, visit.actor.now);
  if (form.value.intent === "check") return checked(visit, found, { form: form.value, refund });
  const confirmed = await confirmedBy(visit, form.value.code);
  if (!confirmed.ok) return checked(visit, found, { form: form.value, refund, refusal: confirmed.code });
  const { number } = found.order;
  const done = await refundAtDesk(
    {
      ...{ number, refund, words: form.value.words, key: form.value.key },
      isRestocked: restockedOf(found.order.lines.length, form.value),
      reason: reasonOf(form.value.reason),
      shownMinor: Number(form.value.sum || "0"),
    },
    visit.actor,
  );
  if (!done.ok && done.code === "desk-sum-changed")
    return checked(visit, found, { form: form.value, refund, refusal: done.code });
  if (!done.ok) return deskRefused(done, { values: typedIn(form.value) });
  throw seeOther(deskPaths.order(number, { done: doneOf(done.value.amount) }));
}

/** Items that cost nothing are only taken out of the order. */
const doneOf = ({ minor }: Money) => (minor > 0 ? "refund" : "unsent");

/** With what was chosen and typed before. */
function firstStep(form: Form) {
  const answer: Answered = { errors: {}, values: typedIn(form) };
  return json(answer);
}

const reasonOf = (key: string) => REASONS.find((reason) => reason.key === key)?.label ?? key;

async function unitsOf({ order, life }: DeskOrder, form: Form, now: Date): Promise<RefundUnits> {
  const left = remainingRefund(order, refundsSoFar(life));
  if (form.what === "all") return left;
  const units = order.lines.map((_, position) => {
    const text = (form as Readonly<Record<string, unknown>>)[`u${position}`];
    return typeof text === "string" && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  });
  if (form.delivery !== "last") return { units, delivery: form.delivery === "on" };
  const rules = { life, reasons: [form.reason], store: await findStore(), now };
  const due = deliveryDue(order, { units, delivery: false }, rules);
  return { units, delivery: due?.delivery ?? false };
}

/** Fields such as "s0", one for each line. */
function restockedOf(lines: number, form: Form): ReadonlyArray<boolean> {
  return Array.from(
    { length: lines },
    (_, position) => (form as Readonly<Record<string, unknown>>)[`s${position}`] === "back",
  );
}

function typedIn(form: Form): Record<string, string> {
  return textsOf(form, (name) => name !== "code");
}

async function goodwill(visit: DeskVisit, { order }: DeskOrder, form: Form) {
  const values = typedIn(form);
  const store = await findStore();
  const format = { currency: order.totals.total.currency, locale: store.locale };
  const minor = readAmount(form.amount, format);
  if (minor === null || minor === 0)
    return deskInvalid({ errors: { amount: "Type an amount, such as 10 or 12.50" }, values });
  let refusal: SecondStep["refusal"] | null = form.sum === "" ? null : "desk-sum-changed";
  if (form.intent === "refund" && form.sum === String(minor)) {
    const confirmed = await confirmedBy(visit, form.code);
    if (confirmed.ok) return giveGoodwill(visit, { number: order.number, minor, form });
    refusal = confirmed.code;
  }
  const preview = await previewGoodwill(order.number, minor);
  if (!preview.ok) return deskRefused(preview, { values, field: "amount" });
  const { amount, vat, stays } = preview.value;
  const text = (sum: Money) => formatMoney(sum, store.locale);
  const check: RefundCheck = {
    rows: [{ label: "An amount, without items", amount: text(amount) }],
    ...{ total: text(amount), stays: text(stays), sum: String(amount.minor) },
    ...{ stock: null, unsent: [], spoilt: null },
    tax: taxText(store, text(vat)),
    isConfirmed: isRecentlyConfirmed(visit.session, visit.actor.now),
  };
  return secondStep(check, values, form.intent === "check" ? null : refusal);
}

async function giveGoodwill(
  { actor }: DeskVisit,
  { number, minor, form }: Readonly<{ number: number; minor: number; form: Form }>,
) {
  const gift = { number, minor, reason: reasonOf(form.reason), words: form.words, key: form.key };
  const done = await giveGoodwillAtDesk(gift, actor);
  if (!done.ok) return deskRefused(done, { values: typedIn(form), field: "amount" });
  throw seeOther(deskPaths.order(number, { done: "refund" }));
}

type SecondStep = Readonly<{
  form: Form;
  refund: RefundUnits;
  refusal?: ShopErrorCode;
}>;

async function checked(
  { session, actor }: DeskVisit,
  { order, life }: DeskOrder,
  { form, refund, refusal }: SecondStep,
) {
  const values = typedIn(form);
  const [shares, store] = await Promise.all([previewRefund(order.number, refund), findStore()]);
  if (!shares.ok) return previewRefused(shares, { values, refund });
  const text = (minor: number) => formatMoney(money(minor, order.totals.total.currency), store.locale);
  const { lines, delivery, given, vat, stays } = shares.value;
  const rules = { reasons: [form.reason], store, now: actor.now };
  const restocked = restockedOf(order.lines.length, form);
  const items = order.lines.flatMap(({ name }, index) => {
    const units = refund.units[index] ?? 0;
    return units === 0 ? [] : [{ what: `${units} × ${name}`, isBack: restocked[index] ?? false, index }];
  });
  const check: RefundCheck = {
    rows: [
      ...items.map(({ what, index }) => ({ label: what, amount: text(lines[index]?.amount.minor ?? 0) })),
      { label: "Delivery", amount: deliveryText({ order, life }, refund, text(delivery.amount.minor)) },
      ...(given.setOff.minor > 0 ? [{ label: "Refunded before", amount: text(-given.setOff.minor) }] : []),
    ],
    ...{
      total: text(given.amount.minor),
      stays: text(stays.minor),
      tax: taxText(store, text(vat.minor)),
      sum: String(given.amount.minor),
    },
    stock: items,
    unsent: [...unsentTexts({ order, life }, refund), ...deliveryTexts({ order, life }, refund, rules)],
    spoilt: isSpoilt(form.reason) ? REASONS_NOTED[form.reason] : null,
    isConfirmed: isRecentlyConfirmed(session, actor.now),
  };
  return secondStep(check, values, refusal ?? null);
}

const NO_MONEY_LEFT =
  "No money is left to refund for these items. Those not sent yet can be taken out, each line as a whole.";

function previewRefused(
  refusal: Parameters<typeof deskRefused>[0],
  { values, refund }: Readonly<{ values: Record<string, string>; refund: RefundUnits }>,
) {
  const isChosen = refund.delivery || refund.units.some((units) => units > 0);
  if (refusal.code !== "refund-nothing") return deskRefused(refusal, { values });
  if (!isChosen) return deskRefused(refusal, { values, field: "items" });
  return deskInvalid({ errors: { form: NO_MONEY_LEFT }, values });
}

function taxText({ tax }: Store, amount: string): string {
  return tax.name === null ? "" : `Includes ${tax.name} of ${amount}. `;
}

function deliveryText({ order, life }: DeskOrder, refund: RefundUnits, amount: string): string {
  if ((order.totals.delivery?.minor ?? 0) === 0) return "Was free";
  if (refund.delivery) return amount;
  return refundsSoFar(life).delivery ? "Refunded already" : "Not refunded";
}

function deliveryTexts(
  { order, life }: DeskOrder,
  refund: RefundUnits,
  rules: Omit<Parameters<typeof deliveryDue>[2], "life">,
) {
  const due = deliveryDue(order, refund, { life, ...rules });
  return due ? [`${deliveryDueText(due, rules.store.locale)}. Go back to add it.`] : [];
}

/** Of what is still to be sent: the refund takes it out of the parcel. */
function unsentTexts({ order, life }: DeskOrder, { units }: RefundUnits): ReadonlyArray<string> {
  const toSend = unitsToSend(order, life);
  return order.lines.flatMap(({ name }, index) => {
    const count = Math.min(units[index] ?? 0, toSend[index] ?? 0);
    if (count === 0) return [];
    return count === 1
      ? [`1 × ${name} is not sent yet. It will not be sent.`]
      : [`${count} × ${name} are not sent yet. They will not be sent.`];
  });
}

function secondStep(
  check: RefundCheck,
  values: Answered["values"],
  refusal: NonNullable<SecondStep["refusal"]> | null,
) {
  const problem = refusal ? shopError({ code: refusal, detail: {} }) : null;
  const field = refusal === "desk-sum-changed" ? "form" : "code";
  const answer: Answered = { errors: problem ? { [field]: problem.message } : {}, values, check };
  return json(answer, { status: problem?.status ?? 200 });
}

export const meta = deskTitle<typeof loader>(({ params }) => `Refund order ${params["number"] ?? ""}`);

export default deskPage<typeof loader, typeof action>(RefundPage);
