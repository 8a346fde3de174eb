import { transact } from "#app/db/db.server.ts";
import { exportStock, STOCK_COLUMNS } from "#app/models/catalogue/inventory/stock-export.server.ts";
import {
  countVariants,
  exportProducts,
  productColumns,
} from "#app/models/catalogue/product-export.server.ts";
import { exportRedirects, REDIRECT_COLUMNS } from "#app/models/catalogue/redirects/redirect-export.server.ts";
import { customerColumns, exportCustomers } from "#app/models/desk/customer-export.server.ts";
import { courierTable } from "#app/models/desk/orders/courier-files.server.ts";
import { indexOrders } from "#app/models/desk/orders/order-index.server.ts";
import { orderNumbersAfter, type OrderSelection } from "#app/models/desk/orders/order-list.server.ts";
import { exportSubscribers, subscriberColumns } from "#app/models/newsletter/admin-subscriptions.server.ts";
import {
  countOrders,
  exportNumberedOrders,
  exportOrders,
  type NumbersAfter,
  orderColumns,
} from "#app/models/order/export.server.ts";
import { COUPON_COLUMNS, exportCoupons } from "#app/models/coupon/coupon-export.server.ts";
import type { ExportTable } from "#app/models/shared/csv-export.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { exportDeskLog, LOG_COLUMNS } from "#app/models/staff/log-export.server.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { can } from "#app/models/staff/role.ts";

import {
  type CourierKind,
  type DaySpan,
  type ExportKind,
  exportKind,
  isCourierKind,
} from "./export-kinds.ts";

export type ExportRequest = Readonly<{
  kind: ExportKind;
  hasNames: boolean;
  /** Of orders. */
  span: DaySpan;
  /** Of orders: a view of the desk, in place of the span; null: all. */
  view: OrderSelection | null;
}>;

/** Read it once. With names only for owners and the shop's own commands, and logged. Ask for a code first. */
export async function openExport(
  request: ExportRequest,
  actor: DeskActor,
): Promise<Result<ExportTable, "desk-not-allowed">> {
  const { kind, hasNames, span, view } = request;
  if (!mayExport(request, actor)) return refused("desk-not-allowed");
  if (!hasNames) return ok(await tableOf(request, actor.now));
  await transact(async () => {
    await writeDeskLog(actor, {
      action: "file-exported",
      subject: { kind: "export", id: kind },
      reason: view ? `The view ${view.view}` : daysText(span),
    });
    return ok(null);
  });
  return ok(await tableOf(request, actor.now));
}

function mayExport({ kind, hasNames }: ExportRequest, { staff }: DeskActor): boolean {
  const names = exportKind(kind)?.names ?? "always";
  if ((names === "always" && !hasNames) || (names === "never" && hasNames)) return false;
  return staff === null || can(staff.role, hasNames ? "export-names" : "export-without-names");
}

function daysText({ from, to }: DaySpan): string {
  return [from && `From ${from.slice(0, 10)}`, to && `before ${to.slice(0, 10)}`].filter(Boolean).join(", ");
}

/** Null where it is not quickly known. */
export async function countExport({
  kind,
  span,
}: Pick<ExportRequest, "kind" | "span">): Promise<number | null> {
  if (kind === "orders") return countOrders(span);
  return kind === "products" || kind === "stock" ? countVariants() : null;
}

async function tableOf(request: ExportRequest, now: Date): Promise<ExportTable> {
  const { kind, view } = request;
  if (isCourierKind(kind)) return courierTable(kind, view ? numbersOf(view) : undefined);
  return ownTable({ ...request, kind }, now);
}

type OwnRequest = ExportRequest & Readonly<{ kind: Exclude<ExportKind, CourierKind> }>;

async function ownTable({ kind, hasNames, span, view }: OwnRequest, now: Date): Promise<ExportTable> {
  const names = { hasNames };
  switch (kind) {
    case "orders":
      return {
        columns: await orderColumns(names),
        batches: view ? exportNumberedOrders(numbersOf(view), names) : exportOrders(span, names),
      };
    case "products":
      return { columns: await productColumns(), batches: exportProducts() };
    case "stock":
      return { columns: STOCK_COLUMNS, batches: exportStock() };
    case "customers":
      return { columns: customerColumns(names), batches: exportCustomers() };
    case "newsletter":
      return { columns: subscriberColumns(names), batches: exportSubscribers() };
    case "coupons":
      return { columns: COUPON_COLUMNS, batches: exportCoupons(now) };
    case "redirects":
      return { columns: REDIRECT_COLUMNS, batches: exportRedirects() };
    case "log":
      return { columns: LOG_COLUMNS, batches: exportDeskLog() };
  }
}

/** A view sees an order once it is in the index of the desk. */
function numbersOf(view: OrderSelection): NumbersAfter {
  let indexed: Promise<void> | null = null;
  return async (last, limit) => {
    await (indexed ??= indexOrders());
    return orderNumbersAfter(view, { last, limit });
  };
}
