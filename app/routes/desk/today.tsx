/** /desk: what waits, and the last days in figures. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import type { RulerData } from "#app/components/desk/orders/day-ruler.tsx";
import { type Figures, TodayPage, type Waiting } from "#app/components/desk/today-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { countFailuresAtDesk } from "#app/models/desk/failure-steps.server.ts";
import { dayRuler } from "#app/models/desk/day-ruler.ts";
import { countWaitingMessages } from "#app/models/desk/message-steps.server.ts";
import { dueText } from "#app/models/desk/message-views.ts";
import { takeInOrders } from "#app/models/desk/order-index.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/order-filters.server.ts";
import { countDueToPack, listOrderNumbers } from "#app/models/desk/order-list.server.ts";
import { countStockViews } from "#app/models/desk/stock-list.server.ts";
import { countOpenReturns, countOrderViews, weekFigures } from "#app/models/desk/waiting.server.ts";
import { countCouponDrafts } from "#app/models/promotion/coupon-drafts.server.ts";
import { countReviews } from "#app/models/review/moderation.server.ts";
import { dayText, localTime } from "#app/models/shared/local-date.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { rulerView } from "./orders/ruler-view.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "./desk.server.ts";

const WEEK_MS = 7 * 86_400_000;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const store = await findStore();
  const { day } = localTime(actor.now, store.timeZone);
  const [counts, returns, failed, stock, reviews] = await Promise.all([
    countOrderViews(store, actor.now),
    countOpenReturns(),
    countFailuresAtDesk(staff.role),
    countStockViews(store.lowStockThreshold),
    countReviews(),
  ]);
  const waiting: ReadonlyArray<Waiting> = [
    { label: "To pack", count: counts["to-pack"], href: deskPaths.orders({ view: "to-pack" }), isBad: false },
    { label: "Late", count: counts.late, href: deskPaths.orders({ view: "late" }), isBad: true },
    {
      label: "Packed, not sent",
      count: counts.packed,
      href: deskPaths.orders({ view: "packed" }),
      isBad: false,
    },
    {
      label: "Payment under review",
      count: counts["under-review"],
      href: deskPaths.orders({ view: "under-review" }),
      isBad: true,
    },
    {
      label: "Payment disputed",
      count: counts.disputed,
      href: deskPaths.orders({ view: "disputed" }),
      isBad: true,
    },
    { label: "Returns asked for", count: returns, href: deskPaths.returns(), isBad: false },
    { label: "Low or sold out", count: stock.low, href: deskPaths.stock(), isBad: false },
    ...(await messagesOf(staff.role, { today: day, now: actor.now })),
    { label: "Reviews to read", count: reviews.waiting, href: deskPaths.reviews(), isBad: false },
    ...(await couponsOf(staff.role)),
    ...(failed === null
      ? []
      : [{ label: "Failed emails, jobs, refunds", count: failed, href: deskPaths.health(), isBad: true }]),
  ];
  const first = can(staff.role, "pack") ? await firstToPack(day) : null;
  return json({
    day: dayText(day, actor.now),
    ruler: await rulerOf(store, actor.now, { toPack: counts["to-pack"], day }),
    waiting,
    start: first === null ? null : deskPaths.order(first, { view: "to-pack" }),
    slips:
      can(staff.role, "print-slips") && counts["to-pack"] > 0
        ? { href: deskPaths.slips({ all: "on", view: "to-pack" }), count: counts["to-pack"] }
        : null,
    figures: can(staff.role, "see-figures") ? await figuresOf(store, actor.now) : null,
  });
}

async function rulerOf(
  store: Store,
  now: Date,
  { toPack, day }: Readonly<{ toPack: number; day: string }>,
): Promise<RulerData | null> {
  const { methods, calendar } = await findDeliveryRules();
  const { openingHours } = store.contact;
  const ruler = dayRuler({ openingHours, locale: store.locale, methods, calendar }, now);
  return ruler && rulerView(ruler, { toPack, due: await countDueToPack(day) });
}

/** Nothing for those who answer none. */
async function messagesOf(
  role: StaffRole,
  at: Readonly<{ today: string; now: Date }>,
): Promise<ReadonlyArray<Waiting>> {
  if (!can(role, "handle-messages")) return [];
  const { count, oldestDue } = await countWaitingMessages(role);
  const due = oldestDue === null ? null : dueText(oldestDue, at);
  return [
    {
      ...{ label: "Messages to answer", count, href: deskPaths.messages() },
      ...(due ? { note: due.text } : {}),
      isBad: due?.isLate ?? false,
    },
  ];
}

/** Nothing for those who publish none. */
async function couponsOf(role: StaffRole): Promise<ReadonlyArray<Waiting>> {
  if (!can(role, "manage-coupons")) return [];
  const href = deskPaths.coupons({ view: "drafts" });
  return [{ label: "Coupons to publish", count: await countCouponDrafts(), href, isBad: false }];
}

async function firstToPack(today: string): Promise<number | null> {
  await takeInOrders();
  return (await listOrderNumbers({ view: "to-pack", filters: NO_ORDER_FILTERS, today }))[0] ?? null;
}

async function figuresOf(store: Store, now: Date): Promise<Figures> {
  const [these, before] = await Promise.all([
    weekFigures(store, now),
    weekFigures(store, new Date(now.getTime() - WEEK_MS)),
  ]);
  const text = (amount: typeof these.revenue) => formatMoney(amount, store.locale);
  return {
    rows: [
      { label: "Orders", now: String(these.orders), before: String(before.orders) },
      {
        label: store.tax.name === null ? "Revenue" : `Revenue with ${store.tax.name}`,
        now: text(these.revenue),
        before: text(before.revenue),
      },
      { label: "Average order", now: text(these.average), before: text(before.average) },
      { label: "Refunded", now: text(these.refunded), before: text(before.refunded) },
    ],
    byDay: these.byDay.map((count, index) => ({ count, before: before.byDay[index] ?? 0 })),
  };
}

export const meta: MetaFunction = () => deskMeta("Today");

export default function DeskToday() {
  return <TodayPage {...useLoaderData<typeof loader>()} />;
}
