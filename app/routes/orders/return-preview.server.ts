/** The second step of a return and of a withdrawal: how the items go back, and the sum. */
import { z } from "zod";

import type { ReturnPreview } from "#app/components/order/return-sums.tsx";
import { fullName } from "#app/models/catalogue/full-name.ts";
import type { Order } from "#app/models/order/order.ts";
import type { ReturnQuote } from "#app/models/order/returns/return-quote.server.ts";
import type { ReturnLine, ReturnRefusal } from "#app/models/order/returns/return.server.ts";
import type { ReturnMethod } from "#app/models/order/returns/return-way.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { dayText } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Refusal, Result } from "#app/models/shared/result.ts";
import type { Store } from "#app/models/store/store.ts";

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

type Chosen = Readonly<{ intent: string; method: ReturnMethod | undefined }>;

export function methodIn({ intent, method }: Chosen): ReturnMethod | undefined {
  return METHODS.find((one) => one === intent) ?? method;
}

/** Minor units that go back. */
export function quotedTotal({ due }: ReturnQuote): number {
  return due?.given.amount.minor ?? 0;
}

export type ReturnStep = Readonly<{
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

export function stepAnswer({ errors = {}, values, key = "", check }: Answered): StepAnswer {
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
