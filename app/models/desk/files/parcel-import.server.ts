/** Orders are sent with what a courier's file says, like at the desk: two minutes later, and taken back until then. */
import { db } from "#app/db/db.server.ts";
import { inTurns } from "#app/event-loop-fairness.server.ts";
import { type DeskOrderLines, findDeskOrders } from "#app/models/desk/orders/order-steps.server.ts";
import { findPlannedSendings, type PlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { plainTracking } from "#app/models/desk/orders/sending-many.server.ts";
import { planSending, sendRefusal, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { withoutApostrophe } from "#app/models/shared/csv-import.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { carrierOf, trackingNumber } from "#app/models/shipping/carrier.ts";

import { type CheckedLine, IMPORT_MAX_CHANGES, leftLines, linesThatChange } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.server.ts";

/** Characters of tracking number and courier. */
const PARCEL_MAX = 100;
/** Rows that are checked before the shop serves others. */
const ROWS_A_TURN = 100;

/** "#00123" is 123. NaN for what is no number of an order. */
function orderNumber(name: string): number {
  return Number(/^#?0*(\d{1,9})$/.exec(name)?.[1]);
}

export const parcelImport: ImportWork = {
  sameRow: (name) => String(orderNumber(name) || name),

  async check(rows) {
    const first = new Map<string, number>();
    const planned = await findPlannedSendings();
    const lines: Array<CheckedLine> = [];
    for await (const batch of inTurns(rows, ROWS_A_TURN)) {
      if (linesThatChange(lines).length > IMPORT_MAX_CHANGES) break;
      const orders = await findDeskOrders(batch.map(({ name }) => orderNumber(name)).filter(Boolean));
      const sent = await sentParcels([...orders.values()].map(({ order }) => order.id));
      for (const row of batch) {
        const tracking = plainTracking(parcelIn(row.cells).tracking);
        first.set(tracking, first.get(tracking) ?? row.line);
        const known = { orders, planned, sent, firstLine: first.get(tracking) ?? row.line };
        lines.push(checkedLine(row, known));
      }
    }
    return { lines, needsCode: false, hasPrices: false };
  },

  /** In the order of ids. */
  async lock(lines) {
    const numbers = linesThatChange(lines).map(({ subject }) => Number(subject));
    if (numbers.length === 0) return;
    const query = db().selectFrom("orders").select("id").where("number", "in", numbers).orderBy("id");
    for (const { id } of await query.execute()) if (isOrderId(id)) await lockOrder(id);
  },

  async apply(lines, { actor, importId }) {
    for (const { subject, cells } of linesThatChange(lines)) {
      const parcel = { ...parcelIn(cells), number: Number(subject), units: null, shown: null };
      const done = await planSending({ ...parcel, key: keyOf(importId) }, actor);
      if (!done.ok) return refused("import-stale");
    }
    return ok(lines);
  },

  async undo(lines, { actor, importId }) {
    return leftLines(linesThatChange(lines), async ({ subject }) => {
      const done = await withdrawSending(Number(subject), actor, keyOf(importId));
      return done.ok ? null : "The parcel has left, and the customer knows";
    });
  },
};

const keyOf = (importId: number) => `import-${importId}`;

function parcelIn(cells: NamedRow["cells"]) {
  const [tracking = "", carrier = ""] = ["tracking number", "carrier"].map((column) =>
    withoutApostrophe(trackingNumber(cells[column] ?? "")),
  );
  return { tracking, carrier };
}

type Known = Readonly<{
  orders: ReadonlyMap<number, DeskOrderLines>;
  /** By the order's id. */
  planned: ReadonlyMap<string, PlannedSending>;
  sent: ReadonlySet<string>;
  /** The line that has this tracking number first. */
  firstLine: number;
}>;

const parcelKey = (orderId: string, tracking: string) => `${orderId} ${plainTracking(tracking)}`;

async function sentParcels(ids: ReadonlyArray<OrderId>): Promise<ReadonlySet<string>> {
  const query = db().selectFrom("shipments").select(["order_id", "tracking_number"]);
  const rows = ids.length === 0 ? [] : await query.where("order_id", "in", ids).execute();
  return new Set(rows.map((row) => parcelKey(row.order_id, row.tracking_number)));
}

function checkedLine(row: NamedRow, known: Known): CheckedLine {
  const { line, name, cells } = row;
  const { tracking, carrier } = parcelIn(cells);
  const number = orderNumber(name);
  const base = { line, name, cells, subject: String(number || name), title: "", changes: {} };
  if (tracking === "") return { ...base, outcome: "unchanged", reason: "No tracking number" };
  const found = known.orders.get(number);
  if (!found) return { ...base, outcome: "wrong", reason: "There is no such order" };
  const { id } = found.order;
  const isPlanned = plainTracking(known.planned.get(id)?.tracking ?? "") === plainTracking(tracking);
  if (isPlanned || known.sent.has(parcelKey(id, tracking)))
    return { ...base, outcome: "unchanged", reason: "Sent with this number already" };
  const problem = problemOf(row, found, known);
  if (problem !== null) return { ...base, outcome: "wrong", reason: problem };
  const changes = { "sent with": ["", `${carrierOf(carrier).name} ${tracking}`] as const };
  return { ...base, outcome: "changed", changes, reason: "" };
}

function problemOf({ line, cells }: NamedRow, found: DeskOrderLines, known: Known): string | null {
  const { tracking, carrier } = parcelIn(cells);
  if (known.firstLine !== line) return `Line ${known.firstLine} has this tracking number`;
  if (carrier === "") return "Type the courier into a column “carrier”, such as Royal Mail or DPD";
  if (tracking.length + carrier.length > PARCEL_MAX) return "Shorten the tracking number or the courier";
  if (known.planned.has(found.order.id)) return "Another parcel of it is about to go out";
  return sendRefusal(found, { shown: null, units: null }) && "Orders in this state are not sent";
}
