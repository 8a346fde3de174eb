import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import type { RulerData } from "#app/components/desk/orders/day-ruler.tsx";
import { type Figures, TodayPage } from "#app/components/desk/today-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { dayRuler } from "#app/models/desk/day-ruler.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { NO_ORDER_FILTERS } from "#app/models/desk/orders/order-filters.server.ts";
import { countDueToPack, listOrderNumbers } from "#app/models/desk/orders/order-list.server.ts";
import {
  countWorkOfDay,
  currenciesSince,
  type WeekFigures,
  weekFigures,
} from "#app/models/desk/orders/waiting.server.ts";
import { clockText, dayText, localTime } from "#app/models/shared/local-date.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { rulerView } from "./orders/ruler-view.ts";
import { settingReminders, waitingRows, workText } from "./orders/waiting-rows.server.ts";

export { noForm as action } from "./desk.server.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const store = await findStore();
  const { day } = localTime(actor.now, store.timeZone);
  const place = { store, today: day, now: actor.now };
  const [{ rows, toPack }, work, reminders] = await Promise.all([
    waitingRows(staff.role, place),
    countWorkOfDay(store, actor.now),
    settingReminders(staff.role, place),
  ]);
  const first = can(staff.role, "pack") ? await firstToPack(day) : null;
  return json({
    ...{ day: dayText(day, actor.now), work: workText(work), reminders, waiting: rows },
    ruler: await rulerOf(store, actor.now, { toPack, day }),
    start: first === null ? null : deskPaths.order(first, { view: "to-pack" }),
    slips:
      can(staff.role, "print-slips") && toPack > 0
        ? { href: deskPaths.slips({ all: "on", view: "to-pack" }), count: toPack }
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

async function firstToPack(today: string): Promise<number | null> {
  await indexOrders();
  return (await listOrderNumbers({ view: "to-pack", filters: NO_ORDER_FILTERS, today }))[0] ?? null;
}

async function figuresOf(store: Store, now: Date): Promise<Figures> {
  const weekBefore = new Date(now.getTime() - WEEK_MS);
  const currencies = await currenciesSince(store, new Date(weekBefore.getTime() - WEEK_MS));
  const weeks = (until: Date) => Promise.all(currencies.map((currency) => weekFigures({ currency }, until)));
  const [these, before] = await Promise.all([weeks(now), weeks(weekBefore)]);
  const [orders, ordersBefore] = [these, before].map((week) => sum(week.map((one) => one.orders)));
  const onDay = (week: typeof these, index: number) => sum(week.map(({ byDay }) => byDay[index] ?? 0));
  return {
    rows: [
      { label: "Orders", now: String(orders), before: beforeText(orders ?? 0, ordersBefore ?? 0, String) },
      ...these.flatMap((week, index) => sumRows([week, before[index] ?? week], store)),
    ],
    until: clockText(localTime(now, store.timeZone).time),
    byDay: Array.from({ length: WEEK_MS / DAY_MS }, (_, index) => ({
      ...{ count: onDay(these, index), before: onDay(before, index) },
      day: dayNameAt(new Date(now.getTime() - (WEEK_MS / DAY_MS - 1 - index) * DAY_MS), store),
    })),
  };
}

const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0);

/** In the currency of both; another than the shop's own is named. */
function sumRows(
  [these, before]: readonly [WeekFigures, WeekFigures],
  { currency, locale, tax }: Store,
): Figures["rows"] {
  const text = (amount: Money) => formatMoney(amount, locale);
  const own = these.revenue.currency;
  const label = (words: string) => (own === currency ? words : `${words}, ${own}`);
  return [
    {
      label: label(tax.name === null ? "Revenue" : `Revenue with ${tax.name}`),
      now: text(these.revenue),
      before: beforeText(these.revenue.minor, before.revenue.minor, () => text(before.revenue)),
    },
    {
      label: label("Average order"),
      now: text(these.average),
      before: beforeText(these.average.minor, before.average.minor, () => text(before.average)),
    },
    { label: label("Refunded"), now: text(these.refunded), before: `${text(before.refunded)} before` },
    { label: label("Lost in disputes"), now: text(these.lost), before: `${text(before.lost)} before` },
  ];
}

/** "66 before, up 12%" */
function beforeText(now: number, before: number, text: (before: number) => string): string {
  if (before <= 0) return `${text(before)} before`;
  const share = Math.round(((now - before) / before) * 100);
  const change = share === 0 ? "about the same" : `${share > 0 ? "up" : "down"} ${Math.abs(share)}%`;
  return `${text(before)} before, ${change}`;
}

/** "Tue" */
function dayNameAt(moment: Date, { locale, timeZone }: Store): string {
  return new Intl.DateTimeFormat(locale, { weekday: "short", timeZone }).format(moment);
}

export const meta = deskTitle("Today");

export default deskPage<typeof loader>(TodayPage);
