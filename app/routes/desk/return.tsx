import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import {
  type ReturnAnswer,
  type ReturnCheck,
  ReturnDeskPage,
} from "#app/components/desk/return-desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { acceptReturnAtDesk, type DeskReceipt } from "#app/models/desk/orders/money-steps.server.ts";
import type { DeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { stepOnArrival } from "#app/models/desk/orders/return-steps.server.ts";
import { type DeskReturn, findDeskReturn } from "#app/models/desk/orders/returns.server.ts";
import { type Received, suggestDelivery } from "#app/models/order/returns/return.server.ts";
import type { Order } from "#app/models/order/order.ts";
import { type DeliveryGround, reasonText, returnStage } from "#app/models/order/returns/return.ts";
import { type Wear, WEAR_REASON_MAX } from "#app/models/order/wear/wear.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { readAmount } from "#app/models/shared/typed-amount.ts";
import { can } from "#app/models/staff/role.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { dateText, dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { confirmedBy, deskConflict, deskInvalid } from "./desk.server.ts";
import { deskOrder } from "./order.server.ts";
import { refundDue } from "./orders/found-rows.server.ts";

const acceptSchema = z.object({
  intent: z.literal("accept"),
  goes: z.enum(["stock", "away"], { message: "Say where the items go" }),
  /** Ticked or not, and what the page had suggested; empty: there was nothing to tick. */
  delivery: z.enum(["on", ""]).default(""),
  suggested: z.enum(["on", "off", ""]).default(""),
  waived: z.enum(["on", ""]).default(""),
  wear: z.string().trim().max(20).default(""),
  "wear-reason": z.string().trim().max(WEAR_REASON_MAX, "Shorten this").default(""),
  /** Minor units that the second step showed; empty: there was none. */
  sum: z.string().max(12).default(""),
  code: z.string().max(40).default(""),
});

const arrivalSchema = z.object({
  intent: z.enum(["arrive", "take-back-arrival"]),
  /** The arrival that the page had. */
  shown: z.string().max(40).default(""),
});

type Form = z.infer<typeof acceptSchema>;

async function returnIn(number: string | undefined) {
  const found = /^R\d{1,12}-\d{1,4}$/.test(number ?? "") ? await findDeskReturn(number ?? "") : null;
  if (!found) throw deskRefusal(refused("return-not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, session, actor } = await requireStaff(request, "see-orders");
  const [found, store] = await Promise.all([returnIn(params["returnNumber"]), findStore()]);
  const { order, life } = await deskOrder(found.orderNumber);
  const isFull = can(staff.role, "see-addresses");
  const isOpen = found.status === "requested";
  const { now } = actor;
  const wayBack = isOpen ? found.wayBack : null;
  const cost = wayBack?.cost ?? 0;
  return json({
    ...{ number: found.number, orderNumber: found.orderNumber, isWithdrawal: found.isWithdrawal },
    recipientRemedy: found.recipientRemedy,
    stage: returnStage(found, store, now),
    arrival: arrivalOf(found, store),
    arrivedAt: found.arrivedAt,
    delivery: isOpen && can(staff.role, "accept-return") ? await suggestionOf(found.number, store) : null,
    cost: cost > 0 ? formatMoney(money(cost, order.totals.total.currency), store.locale) : null,
    ways: wayBack?.texts ?? [],
    days: daysOf(found, { order, life, store }),
    write: writeTo(found, order, isFull),
    requested: dateText(found.requestedAt, store),
    due: refundDue(found, store, now),
    note: isFull ? found.note : "",
    lines: found.lines.map((line) => ({ ...line, reason: reasonText(line.reason) })),
    mayAccept: can(staff.role, "accept-return"),
    isConfirmed: isRecentlyConfirmed(session, now),
  });
}

function arrivalOf({ arrivedAt, arrivedBy }: DeskReturn, store: Store): string | null {
  if (arrivedAt === null) return null;
  return `${dateTimeText(arrivedAt, store)}${arrivedBy ? `, noted by ${arrivedBy}` : ""}`;
}

const GROUNDS = {
  fault: () => "By law: the whole order comes back, and for a fault that is not the customer’s.",
  unsent: () => "By law: the whole order comes back, and nothing of it had been sent.",
  "in-time": (days) =>
    `By law: the whole order, asked for within ${days} days. As much as the cheapest delivery offered would have cost.`,
  part: () => "Not due: only a part of the order comes back.",
  late: (days) => `Not due: it was asked for after ${days} days.`,
} as const satisfies Record<DeliveryGround, (days: number) => string>;

async function suggestionOf(number: string, { locale, returns }: Store) {
  const suggested = await suggestDelivery(number);
  return (
    suggested && {
      isDue: suggested.isDue,
      amount: formatMoney(suggested.amount, locale),
      why: GROUNDS[suggested.ground](returns.statutoryCancellationDays),
    }
  );
}

function daysOf(found: DeskReturn, { life, store }: DeskOrder & Readonly<{ store: Store }>) {
  const { collectOn } = found;
  return [
    { label: "Delivered", text: life.deliveredAt ? dateText(life.deliveredAt, store) : "Not marked yet" },
    { label: "Asked for", text: dateText(found.requestedAt, store) },
    ...(collectOn ? [{ label: "Collected on", text: longDay(collectOn, store.locale) }] : []),
  ];
}

/** Null where the customer is not written to: the family of a gift returns it, or nobody is there any more. */
function writeTo(found: DeskReturn, order: Order, isFull: boolean) {
  if (!isFull || found.recipientRemedy || order.email === "") return null;
  return {
    name: order.deliveryAddress.first_name || "the customer",
    href: `mailto:${order.email}?subject=${encodeURIComponent(`Return ${found.number}`)}`,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "accept-return");
  const { number, orderNumber } = await returnIn(params["returnNumber"]);
  const form = await readForm(request, z.discriminatedUnion("intent", [acceptSchema, arrivalSchema]));
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent !== "accept") {
    const { intent: step, shown } = form.value;
    return arrived({ number, step, shown }, visit);
  }
  return accept(form.value, { number, orderNumber }, visit);
}

async function arrived(request: Parameters<typeof stepOnArrival>[0], { actor }: DeskVisit) {
  const done = await stepOnArrival(request, actor);
  if (!done.ok) return deskConflict(done, { kind: "return", id: request.number });
  throw seeOther(deskPaths.returned(request.number));
}

async function accept(
  form: Form,
  { number, orderNumber }: Readonly<{ number: string; orderNumber: number }>,
  visit: DeskVisit,
) {
  const { code, sum, ...values } = form;
  const wear = await wearOf(values, orderNumber);
  if (wear && "errors" in wear) return deskInvalid({ errors: wear.errors, values });
  const attempt = { receipt: receiptOf(number, form, wear), values, visit };
  if (sum === "") return checked(attempt);
  const confirmed = await confirmedBy(visit, code);
  if (!confirmed.ok) return checked(attempt, confirmed);
  return accepted(attempt, orderNumber);
}

type Attempt = Readonly<{ receipt: DeskReceipt; values: Typed; visit: DeskVisit }>;

async function accepted(attempt: Attempt, orderNumber: number) {
  const { receipt, values, visit } = attempt;
  const done = await acceptReturnAtDesk(receipt, visit.actor);
  if (done.ok) throw seeOther(deskPaths.order(orderNumber, { done: doneOf(done.value) }));
  if (done.code === "desk-sum-changed") return checked(attempt, done);
  return deskConflict(done, { kind: "return", id: receipt.returnNumber }, { values });
}

function receiptOf(returnNumber: string, form: Form, wear: Wear | null): DeskReceipt {
  const { goes, delivery, suggested, waived, sum } = form;
  const isAsSuggested = suggested === "" || (suggested === "on") === (delivery === "on");
  return {
    ...{ returnNumber, isRestocked: goes === "stock", wear },
    hasReturnCost: waived !== "on",
    hasDelivery: isAsSuggested ? null : delivery === "on",
    shownMinor: /^\d{1,12}$/.test(sum) ? Number(sum) : null,
  };
}

type Typed = Pick<Form, "goes" | "delivery" | "suggested" | "waived" | "wear" | "wear-reason">;

async function wearOf(
  typed: Typed,
  orderNumber: number,
): Promise<Wear | Readonly<{ errors: Readonly<Record<string, string>> }> | null> {
  const { wear, "wear-reason": reason } = typed;
  if (wear === "" && reason === "") return null;
  const [{ order }, { locale }] = await Promise.all([deskOrder(orderNumber), findStore()]);
  const minor = readAmount(wear, { currency: order.totals.total.currency, locale }) ?? 0;
  const errors = {
    ...(minor > 0 ? {} : { wear: shopError(refused("wear-sum")).message }),
    ...(reason ? {} : { "wear-reason": "Say what is worn" }),
  };
  return Object.keys(errors).length > 0 ? { errors } : { minor, reason };
}

/** A receipt without a shown sum says so and changes nothing. */
async function checked({ receipt, values, visit }: Attempt, refusal: Refusal<ShopErrorCode> | null = null) {
  const tried = await acceptReturnAtDesk({ ...receipt, shownMinor: null }, visit.actor);
  if (tried.ok || tried.code !== "desk-sum-changed") {
    // Somebody else has accepted it, or the deduction is refused.
    const why = tried.ok ? refused("order-state-conflict") : tried;
    return deskConflict(why, { kind: "return", id: receipt.returnNumber }, { values });
  }
  const check = await checkOf(tried.detail, receipt.wear?.minor ?? 0);
  if (refusal === null) return json<ReturnAnswer>({ errors: {}, values, check });
  const { status, message } = shopError(refusal);
  const field = refusal.code === "desk-sum-changed" ? "form" : "code";
  return json<ReturnAnswer>({ errors: { [field]: message }, values, check }, { status });
}

async function checkOf(
  { minor, currency, wayBack }: Refusal<string>["detail"],
  wear: number,
): Promise<ReturnCheck> {
  const { locale } = await findStore();
  const cost = Number(wayBack);
  const text = (sum: number) => formatMoney(money(sum, String(currency)), locale);
  const total = Number(minor);
  return {
    rows:
      wear + cost === 0
        ? []
        : [
            { label: "For the items, and delivery where it is due", amount: text(total + wear + cost) },
            ...(cost > 0 ? [{ label: "Return cost", amount: text(-cost) }] : []),
            ...(wear > 0 ? [{ label: "Kept for wear", amount: text(-wear) }] : []),
          ],
    total: text(total),
    sum: String(total),
  };
}

function doneOf({ isNew, credit, refund }: Received): string {
  if (!isNew) return "before";
  if ((credit ?? refund).minor === 0) return "return";
  return credit ? "credit" : "refund";
}

export const meta = deskTitle<typeof loader>(({ params }) => `Return ${params["returnNumber"] ?? ""}`);

export default deskPage<typeof loader, typeof action>(ReturnDeskPage);
