/** Orders are sent with what a courier's file says, like at the desk: two minutes later, and taken back until then. */
import { db } from "#app/db/db.server.ts";
import { findDeskOrder, orderIdOf } from "#app/models/desk/orders/order-steps.server.ts";
import { findPlannedSending } from "#app/models/desk/orders/planned-sending.server.ts";
import { plainTracking } from "#app/models/desk/orders/sending-many.server.ts";
import { planSending, sendRefusal, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { lockOrder } from "#app/models/order/fulfilment.server.ts";
import { withoutApostrophe } from "#app/models/shared/csv-import.server.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, refused } from "#app/models/shared/result.ts";
import { carrierOf } from "#app/models/shipping/carrier.ts";

import { linesThatChange, type CheckedLine } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.server.ts";

/** Characters of tracking number and courier. */
const PARCEL_MAX = 100;
const orderNumber = (name: string) => name.replace(/^#/, "");

export const parcelImport: ImportWork = {
  sameRow: orderNumber,

  async check(rows) {
    const first = new Map<string, number>();
    const lines: Array<CheckedLine> = [];
    for (const row of rows) {
      const tracking = plainTracking(parcelIn(row.cells).tracking);
      first.set(tracking, first.get(tracking) ?? row.line);
      lines.push(await checkedLine(row, first.get(tracking) ?? row.line));
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
    const left: Array<CheckedLine> = [];
    for (const line of linesThatChange(lines)) {
      const done = await withdrawSending(Number(line.subject), actor, keyOf(importId));
      if (!done.ok) left.push({ ...line, reason: "The parcel has left, and the customer knows" });
    }
    return left;
  },
};

const keyOf = (importId: number) => `import-${importId}`;

function parcelIn(cells: NamedRow["cells"]) {
  const [tracking = "", carrier = ""] = ["tracking number", "carrier"].map((column) =>
    withoutApostrophe((cells[column] ?? "").trim()),
  );
  return { tracking, carrier };
}

/** `first` is the line that has this tracking number first. */
async function checkedLine(row: NamedRow, first: number): Promise<CheckedLine> {
  const { line, name, cells } = row;
  const { tracking, carrier } = parcelIn(cells);
  const number = orderNumber(name);
  const base = { line, name, cells, subject: number, title: "", changes: {} };
  if (tracking === "") return { ...base, outcome: "unchanged", reason: "No tracking number" };
  const id = /^\d{1,9}$/.test(number) ? await orderIdOf(Number(number)) : null;
  if (!id) return { ...base, outcome: "wrong", reason: "There is no such order" };
  if (await isSentWith(id, tracking))
    return { ...base, outcome: "unchanged", reason: "Sent with this number already" };
  const problem =
    first === line ? await problemOf(Number(number), row) : `Line ${first} has this tracking number`;
  if (problem !== null) return { ...base, outcome: "wrong", reason: problem };
  const changes = { "sent with": ["", `${carrierOf(carrier).name} ${tracking}`] as const };
  return { ...base, outcome: "changed", changes, reason: "" };
}

/** Or about to be. */
async function isSentWith(id: OrderId, tracking: string): Promise<boolean> {
  const sent = db().selectFrom("shipments").select("tracking_number").where("order_id", "=", id);
  const planned = await findPlannedSending(id);
  const known = [...(await sent.execute()).map((row) => row.tracking_number), planned?.tracking ?? ""];
  return known.some((one) => plainTracking(one) === plainTracking(tracking));
}

async function problemOf(number: number, { cells }: NamedRow): Promise<string | null> {
  const { tracking, carrier } = parcelIn(cells);
  const found = await findDeskOrder(number);
  if (!found) return null;
  if (carrier === "") return "Type the courier into a column “carrier”, such as Royal Mail or DPD";
  if (tracking.length + carrier.length > PARCEL_MAX) return "Shorten the tracking number or the courier";
  if (await findPlannedSending(found.order.id)) return "Another parcel of it is about to go out";
  const refusal = sendRefusal(found, { shown: null, units: null });
  if (!refusal) return null;
  return refusal.code === "order-waits"
    ? "It waits for its buyer’s answer"
    : "Orders in this state are not sent";
}
