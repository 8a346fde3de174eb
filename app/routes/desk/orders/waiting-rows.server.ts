import type { Reminder, Waiting } from "#app/components/desk/today-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { countFailuresAtDesk } from "#app/models/desk/failure-steps.server.ts";
import { countWaitingMessages } from "#app/models/desk/message-steps.server.ts";
import { dueText } from "#app/models/desk/message-views.ts";
import type { OrderListSummary } from "#app/models/desk/orders/order-list.server.ts";
import { GROUP_TITLES } from "#app/models/desk/setting-groups.ts";
import { listSettingReminders, reminderText } from "#app/models/desk/setting-reminders.server.ts";
import { countLowStock } from "#app/models/desk/stock-list.server.ts";
import { countOpenReturns, type ReturnCounts } from "#app/models/desk/orders/returns.server.ts";
import {
  firstDisputeDeadline,
  type OldestWaiting,
  summariseWaitingOrders,
} from "#app/models/desk/orders/waiting.server.ts";
import { refusalEffect, refusalTitle } from "#app/models/health/service-refusal.ts";
import { listServiceRefusals } from "#app/models/health/service-refusals.server.ts";
import { findWaitingReviews } from "#app/models/review/moderation.server.ts";
import { addDays, type Day, dayText, localTime } from "#app/models/shared/local-date.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { findSettingState } from "#app/models/store/editing/change-settings.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";
import { mainFormat } from "#app/routes/desk/products/product.server.ts";

type Place = Readonly<{ store: Store; today: Day; now: Date }>;

/** Always in this order; `toPack` is the length of the first list. */
export async function waitingRows(
  role: StaffRole,
  at: Place,
): Promise<Readonly<{ rows: ReadonlyArray<Waiting>; toPack: number }>> {
  const [services, orders, answerBy, returns, failed, stock, reviews, messages] = await Promise.all([
    refusingServices(role, at),
    summariseWaitingOrders(at.store, at.now),
    firstDisputeDeadline(),
    countOpenReturns(at.store, at.now),
    countFailuresAtDesk(role),
    countLowStock(at.store.lowStockThreshold),
    findWaitingReviews(),
    messagesOf(role, at),
  ]);
  const since = (waiting: OldestWaiting) => ({ count: waiting.count, note: sinceText(waiting, at) });
  const list = (view: keyof typeof orders, label: string) => ({
    ...{ label, href: deskPaths.orders({ view }), count: orders[view].count },
  });
  const rows: ReadonlyArray<Waiting> = [
    ...services,
    { ...list("to-pack", "To pack"), note: sendText(orders["to-pack"], at), isBad: false },
    { ...list("late", "Late"), note: sendText(orders.late, at), isBad: true },
    { ...list("packed", "Packed, not sent"), note: sendText(orders.packed, at), isBad: false },
    {
      ...list("under-review", "Payment under review"),
      ...{ note: placedText(orders["under-review"], at), isBad: true },
    },
    {
      ...list("disputed", "Payment disputed"),
      note: answerBy === null ? placedText(orders.disputed, at) : answerText(answerBy, at),
      isBad: true,
    },
    returnsRow(returns, at),
    {
      ...{ label: "Low or sold out", href: deskPaths.stock(), count: stock.count, isBad: false },
      note: stock.count === 0 ? "" : soldOutText(stock.soldOut),
    },
    ...messages,
    { label: "Reviews to read", href: deskPaths.reviews(), ...since(reviews), isBad: false },
    ...(failed === null
      ? []
      : [
          {
            ...{
              label: "Failed emails, jobs, refunds",
              href: deskPaths.health(),
              count: failed,
              isBad: true,
            },
            note: failed === 0 ? "" : "Look at the newest first",
          },
        ]),
  ];
  return { rows, toPack: orders["to-pack"].count };
}

function sendText({ firstSendBy }: OrderListSummary, { today, now }: Place): string {
  if (firstSendBy === null) return "";
  if (firstSendBy < today) return `Oldest was to be sent on ${dayText(firstSendBy, now)}`;
  if (firstSendBy === today) return "Send the first today";
  if (firstSendBy === addDays(today, 1)) return "Send the first tomorrow";
  return `Send the first by ${dayText(firstSendBy, now)}`;
}

function placedText({ oldestAt }: OrderListSummary, at: Place): string {
  return oldestAt === null ? "" : `Oldest placed ${onDay(oldestAt, at, { today: "today", other: "on " })}`;
}

function answerText(answerBy: string, { store, now }: Place): string {
  return `Answer the first by ${dayText(localTime(new Date(answerBy), store.timeZone).day, now)}`;
}

function sinceText({ oldestAt }: OldestWaiting, at: Place): string {
  return oldestAt === null ? "" : `Oldest since ${onDay(oldestAt, at, { today: "today", other: "" })}`;
}

type DayWords = Readonly<{ today: string; other: string }>;

function onDay(moment: string, { store, today, now }: Place, words: DayWords): string {
  const { day } = localTime(new Date(moment), store.timeZone);
  if (day >= today) return words.today;
  return day === addDays(today, -1) ? "yesterday" : `${words.other}${dayText(day, now)}`;
}

/** What has arrived, with its first deadline; otherwise since when the oldest waits. */
function returnsRow({ views, oldestAt, firstRefundBy }: ReturnCounts, at: Place): Waiting {
  const row = { label: "Returns", href: deskPaths.returns(), count: views.open };
  if (firstRefundBy === null)
    return { ...row, note: sinceText({ count: views.open, oldestAt }, at), isBad: false };
  const arrived = `${views.arrived} ${views.arrived === 1 ? "has" : "have"} arrived`;
  const note = `${arrived}, refund by ${dayText(firstRefundBy, at.now)}`;
  return { ...row, note, isBad: firstRefundBy < at.today };
}

function soldOutText(count: number): string {
  return count === 0 ? "None of them is sold out" : `${count} ${count === 1 ? "is" : "are"} sold out`;
}

/** Before everything else: while payments are refused, nothing is sold. */
async function refusingServices(role: StaffRole, { store }: Place): Promise<ReadonlyArray<Waiting>> {
  if (!can(role, "see-health")) return [];
  return (await listServiceRefusals()).map((refusal) => ({
    label: refusalTitle(refusal),
    ...{ count: refusal.refusals, href: deskPaths.health(), isBad: true },
    note: `Since ${dateTimeText(refusal.since, store)}. ${refusalEffect(refusal)}`,
  }));
}

async function messagesOf(role: StaffRole, { today, now }: Place): Promise<ReadonlyArray<Waiting>> {
  if (!can(role, "handle-messages")) return [];
  const { count, oldestDue } = await countWaitingMessages(role);
  const due = oldestDue === null ? null : dueText(oldestDue, { today, now });
  return [
    {
      ...{ label: "Messages to answer", count, href: deskPaths.messages(), note: due?.text ?? "" },
      isBad: due?.isLate ?? false,
    },
  ];
}

/** What an owner has to change by hand. */
export async function settingReminders(
  role: StaffRole,
  { store, today, now }: Place,
): Promise<ReadonlyArray<Reminder>> {
  const reminders = can(role, "change-settings") ? await listSettingReminders(today) : [];
  if (reminders.length === 0) return [];
  const { fields } = await findSettingState();
  return reminders.map((reminder) => ({
    ...{ id: reminder.id, href: deskPaths.settings(reminder.group), title: GROUP_TITLES[reminder.group] },
    text: reminderText(reminder, fields, { format: mainFormat(store), today, now }),
  }));
}

/** "4 packed and 3 sent today" */
export function workText({ packed, sent }: Readonly<{ packed: number; sent: number }>): string {
  if (packed === 0 && sent === 0) return "Nothing packed or sent yet today";
  const parts = [...(packed > 0 ? [`${packed} packed`] : []), ...(sent > 0 ? [`${sent} sent`] : [])];
  return `${parts.join(" and ")} today`;
}
