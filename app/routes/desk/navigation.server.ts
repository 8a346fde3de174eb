import type { DeskEntry } from "#app/components/desk/desk-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { countFailuresAtDesk } from "#app/models/desk/failure-steps.server.ts";
import { countWaitingMessages } from "#app/models/desk/message-steps.server.ts";
import { countStockViews } from "#app/models/desk/stock-list.server.ts";
import { RESOURCES } from "#app/models/desk/resources.server.ts";
import { countOpenReturns } from "#app/models/desk/orders/returns.server.ts";
import { countUrgentOrders } from "#app/models/desk/orders/waiting.server.ts";
import { countReviews } from "#app/models/review/moderation.server.ts";
import type { MenuGroup } from "#app/models/resource/resource.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

/** Links that one may not use are not shown. */
export async function deskEntries(role: StaffRole, now: Date): Promise<ReadonlyArray<DeskEntry>> {
  const store = await findStore();
  const [counts, returns, stock, reviews, messages] = await Promise.all([
    countUrgentOrders(store, now),
    countOpenReturns(store, now),
    countStockViews(store.lowStockThreshold),
    countReviews(),
    countWaitingMessages(role),
  ]);
  const { count, oldestDue } = messages;
  const isLate = oldestDue !== null && oldestDue < localTime(now, store.timeZone).day;
  const orders = { count: counts.toPack, counted: "to pack", isLate: counts.late > 0, isShort: true };
  const low = { count: stock.low, counted: "low or sold out", isShort: true };
  const toAnswer = { count, counted: "to answer", isLate, isShort: true };
  const entries: ReadonlyArray<DeskEntry | null> = [
    { href: deskPaths.today(), label: "Today", icon: "today", isShort: true },
    { href: deskPaths.orders(), label: "Orders", icon: "box", ...orders },
    can(role, "send") ? { href: deskPaths.pack(), label: "Pack", icon: "scan", isShort: true } : null,
    {
      href: deskPaths.returns(),
      label: "Returns",
      icon: "return",
      count: returns.views.open,
      counted: "open",
      isShort: !can(role, "send") && !can(role, "handle-messages"),
    },
    { href: deskPaths.products(), label: "Products", icon: "tag" },
    ...resourceEntries("goods", role),
    { href: deskPaths.stock(), label: "Stock", icon: "shelf", ...low },
    can(role, "handle-messages")
      ? { href: deskPaths.messages(), label: "Messages", icon: "mail", ...toAnswer }
      : null,
    { href: deskPaths.reviews(), label: "Reviews", icon: "star", count: reviews.waiting, counted: "waiting" },
    { href: deskPaths.customers(), label: "Customers", icon: "people" },
    can(role, "see-gift-lists") ? { href: deskPaths.giftLists(), label: "Gift lists", icon: "gift" } : null,
    ...resourceEntries("customers", role),
    can(role, "see-figures") ? { href: deskPaths.figures(), label: "Figures", icon: "chart" } : null,
    { href: deskPaths.pages(), label: "Pages", icon: "page" },
    ...resourceEntries("texts", role),
    { href: deskPaths.files(), label: "Files", icon: "file" },
    { href: deskPaths.log(), label: "Log", icon: "list" },
    ...resourceEntries("settings", role),
    can(role, "change-settings") ? { href: deskPaths.settings(), label: "Settings", icon: "gear" } : null,
    can(role, "manage-staff") ? { href: deskPaths.staff(), label: "Staff", icon: "key" } : null,
    await healthEntry(role),
  ];
  return entries.filter((entry) => entry !== null);
}

/** What is declared (docs/resources.md), in the order of its list. */
function resourceEntries(group: MenuGroup, role: StaffRole): ReadonlyArray<DeskEntry> {
  return RESOURCES.flatMap(({ name, title, menu, see }) =>
    menu?.group === group && can(role, see)
      ? [{ href: deskPaths.resource(name), label: title, icon: menu.icon }]
      : [],
  );
}

async function healthEntry(role: StaffRole): Promise<DeskEntry | null> {
  const count = await countFailuresAtDesk(role);
  return count === null
    ? null
    : { href: deskPaths.health(), label: "Health", icon: "pulse", count, counted: "failed" };
}
