/** What a return and a withdrawal have in common: the items, then how they go back and the sum. */
import { json } from "@remix-run/node";
import { z } from "zod";

import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { orderForBuyer, type Order } from "#app/models/order/order.ts";
import { quoteReturn, type ReturnQuote } from "#app/models/order/returns/return-quote.server.ts";
import { type LegalBasis, returnState } from "#app/models/order/returns/return.ts";
import type { ReturnLine, ReturnRefusal } from "#app/models/order/returns/return.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { dayText, longDay } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Refusal, Result } from "#app/models/shared/result.ts";
import type { Store } from "#app/models/store/store.ts";

import { homeOf, type VisibleOrder } from "./order.server.ts";

type Fields = Readonly<Record<string, string>>;

/** In characters. */
const FIELD_MAX = 40;
const METHODS = ["send", "bring"] as const;

/** What the second step sends beside the items. `intent` "send" and "bring" choose the other way back. */
export const stepSchema = z
  .object({
    key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
    intent: z.enum(["continue", "change", "confirm", ...METHODS]).catch("continue"),
    method: z.enum(METHODS).optional().catch(undefined),
    /** Minor units that the step showed. */
    sum: z.string().max(FIELD_MAX).default(""),
    "collect-on": z.string().max(FIELD_MAX).default(""),
  })
  .catchall(z.string().max(FIELD_MAX));

type Period = Readonly<{ left: ReadonlyArray<number>; isOpen: boolean; until: string | null }>;

/** `left`: units of each line that can be chosen; `until`: the last day, if it is known. */
export async function firstStep(
  request: Request,
  { order, life, store }: VisibleOrder,
  { left, isOpen, until }: Period,
) {
  return {
    order: orderForBuyer(order),
    homePath: await homeOf(request, order.id),
    formKey: newId("return"),
    left,
    state: returnState({ left, isOpen, returns: life.returns.length }),
    untilText: until && longDay(until, store.locale),
  };
}

export type Quoted = Awaited<ReturnType<typeof quoteReturn>>;

/** A confirmed form. `again` quotes once more, without `day` on a day that is agreed later. */
export type Confirmation = Readonly<{
  quote: Quoted;
  step: ReturnStep;
  sum: string;
  day: string;
  note: string;
  now: Date;
  again: (day?: string) => Promise<Quoted>;
}>;

type Rules = Readonly<{
  schema: typeof stepSchema;
  left: ReadonlyArray<number>;
  /** Absent: a return by the shop's own promise. */
  legalBasis?: LegalBasis;
  /** `field`: where an error of the whole is shown. */
  linesOf: (
    order: Order,
    fields: Fields,
    field: string,
  ) => Readonly<{ lines: ReadonlyArray<ReturnLine>; errors: Fields }>;
  confirm: (confirmation: Confirmation) => Promise<StepAnswer>;
}>;

export async function answerStep(request: Request, visible: VisibleOrder, rules: Rules) {
  const { status, ...given } = await takeStep(request, visible, rules);
  return json(given, { status });
}

async function takeStep(
  request: Request,
  { order, life, store }: VisibleOrder,
  { schema, left, legalBasis, linesOf, confirm }: Rules,
): Promise<StepAnswer> {
  const form = await readForm(request, schema);
  if (!form.ok) return stepAnswer(form);
  const { key, intent, method: chosen, sum, "collect-on": day, note, ...fields } = form.value;
  const values: Fields = { ...fields, ...(note === undefined ? {} : { note }), "collect-on": day };
  if (intent === "change") return stepAnswer({ values, key });
  const field = firstUnitsField(left);
  const { lines, errors } = linesOf(order, fields, field);
  if (Object.keys(errors).length > 0) return stepAnswer({ errors, values, key });
  const now = new Date();
  const method = METHODS.find((one) => one === intent) ?? chosen;
  const again = (on?: string) =>
    quoteReturn(order, lines, {
      ...{ life, store, now, method, day: on ?? null },
      ...(legalBasis ? { legalBasis } : {}),
    });
  const quote = await again(day);
  const step = { order, lines, store, field, typed: { key, values } };
  if (intent !== "confirm") return secondStep(quote, step);
  return confirm({ quote, step, sum, day, note: note ?? "", now, again });
}

/** The field of the first line of which something is left, for what concerns all of them. */
function firstUnitsField(left: ReadonlyArray<number>): string {
  return `units-${Math.max(
    0,
    left.findIndex((units) => units > 0),
  )}`;
}

/** Minor units that go back. */
export function quotedTotal({ due }: ReturnQuote): number {
  return due?.given.amount.minor ?? 0;
}

type ReturnStep = Readonly<{
  order: Order;
  lines: ReadonlyArray<ReturnLine>;
  store: Store;
  /** Where a refusal of the whole is shown. */
  field: string;
  typed: Readonly<{ key: string; values: Fields }>;
}>;

/** The second step in words. */
function previewOf(quote: ReturnQuote, { order, lines, store }: ReturnStep): ReturnPreview {
  const { wayBack, otherMethod, days, due, credit } = quote;
  const text = (minor: number) => formatMoney(money(minor, order.totals.total.currency), store.locale);
  const items = order.lines.flatMap(({ name, variantLabel }, at) => {
    const { units = 0 } = lines[at] ?? {};
    const label = `${units > 1 ? `${units} × ` : ""}${fullName(name, variantLabel)}`;
    return units > 0 ? [{ label, amount: text(due?.shares.lines[at]?.amount.minor ?? 0) }] : [];
  });
  const others = [
    ["Delivery", due?.shares.delivery.amount.minor ?? 0],
    ["Refunded before", -(due?.given.setOff.minor ?? 0)],
    ["Return cost", -(due?.returnCost.minor ?? 0)],
  ] as const;
  const total = quotedTotal(quote);
  const onCode = `The ${text(credit)} that code ${String(order.totals.coupon)} paid of these items goes back on the code.`;
  return {
    items: items.map(({ label }) => label),
    method: wayBack.isBrought ? "bring" : "send",
    otherMethod,
    ways: credit > 0 ? [...wayBack.texts, onCode] : wayBack.texts,
    rows: [...items, ...others.flatMap(([label, sum]) => (sum === 0 ? [] : [{ label, amount: text(sum) }]))],
    ...{ total: text(total), sum: String(total) },
    days: days.map((value) => ({ value, label: dayText(value, new Date(value)) })),
  };
}

export type StepAnswer = Readonly<{
  status: number;
  errors: Fields;
  values: Fields;
  key: string | null;
  /** Null: the first step. */
  check: ReturnPreview | null;
}>;

type Answered = Readonly<{ errors?: Fields; values: Fields; key?: string; check?: ReturnPreview }>;

function stepAnswer({ errors = {}, values, key = "", check }: Answered): StepAnswer {
  const status = Object.keys(errors).length > 0 ? 422 : 200;
  return { status, errors, values, key: key || null, check: check ?? null };
}

/** The second step; the first one again where nothing can be quoted. */
export function secondStep(
  quote: Result<ReturnQuote, ReturnRefusal>,
  step: ReturnStep,
  errors: Fields = {},
): StepAnswer {
  if (!quote.ok) return refusedStep(quote, step);
  return stepAnswer({ ...step.typed, errors, check: previewOf(quote.value, step) });
}

export function refusedStep(why: Refusal<ReturnRefusal>, { field, typed }: ReturnStep): StepAnswer {
  const { status, message } = shopError(why);
  return { ...typed, status, errors: { [field]: message }, check: null };
}
