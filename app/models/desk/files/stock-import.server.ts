/** What was received is added; what was counted is applied as its difference. */
import { db } from "#app/db/db.server.ts";
import { inTurns } from "#app/event-loop-fairness.server.ts";
import { changeStock, lockVariant } from "#app/models/catalogue/inventory/stock.server.ts";
import { UNDO_MS } from "#app/models/desk/orders/sending.server.ts";
import { readUnits } from "#app/models/desk/stock-views.ts";
import { EXPORT_BATCH } from "#app/models/shared/csv-export.server.ts";
import { ok, refused } from "#app/models/shared/result.ts";

import { type CheckedLine, leftLines, linesThatChange } from "./import-kinds.ts";
import type { ImportWork, NamedRow } from "./import-work.server.ts";

const ON_SHELF = "on the shelf";

type Variant = Readonly<{
  id: number;
  sku: string;
  label: string | null;
  product: string;
  on_hand: number;
  reserved: number;
}>;

export const stockImport: ImportWork = {
  async check(rows) {
    const variants = await findVariants(rows.map(({ name }) => name));
    return {
      lines: rows.map((row) => checkedLine(row, variants.get(row.name) ?? null)),
      needsCode: false,
      hasPrices: false,
    };
  },

  async lock(lines) {
    const variants = await findVariants(linesThatChange(lines).map(({ subject }) => subject));
    // Orders lock in the order of ids.
    for (const { sku } of [...variants.values()].sort((a, b) => a.id - b.id)) await lockVariant(sku);
  },

  /** What was sold meanwhile changes neither what was received nor the difference of a count. */
  stands: (shown, now) => (shown.outcome === "wrong") === (now.outcome === "wrong"),

  async apply(lines, { now, importId }) {
    const alertsFrom = new Date(now.getTime() + UNDO_MS).toISOString();
    const applied = new Map<number, CheckedLine>();
    for (const line of linesThatChange(lines)) {
      const reason = reasonOf(importId, line.cells["received"] ? "received" : "counted");
      const done = await changeStock(line.subject, { by: differenceOf(line) }, { reason, now, alertsFrom });
      if (!done.ok) return refused("import-stale");
      const { before, after } = done.value;
      const changes = { [ON_SHELF]: [String(before), String(after)] as const };
      applied.set(line.line, { ...line, changes, reason: meanwhileText(line, before) });
    }
    return ok(lines.map((line) => applied.get(line.line) ?? line));
  },

  async undo(lines, { now, importId }) {
    return leftLines(linesThatChange(lines), (line) => undoVariant(line, { now, importId }));
  },
};

function differenceOf({ changes }: CheckedLine): number {
  const [before, after] = changes[ON_SHELF] ?? ["0", "0"];
  return Number(after) - Number(before);
}

function reasonOf(importId: number, how: "received" | "counted" | "undone"): string {
  return how === "undone" ? `Import ${importId} undone` : `Import ${importId}, ${how}`;
}

function meanwhileText({ changes }: CheckedLine, before: number): string {
  const shown = Number(changes[ON_SHELF]?.[0] ?? before);
  return shown === before ? "" : `Was ${before} when it was applied, ${shown} when it was checked`;
}

async function findVariants(skus: ReadonlyArray<string>): Promise<ReadonlyMap<string, Variant>> {
  const found = new Map<string, Variant>();
  for await (const batch of inTurns(skus, EXPORT_BATCH)) {
    const rows = await db()
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select(["variants.id", "variants.sku", "label", "on_hand", "reserved", "products.name as product"])
      .where("variants.sku", "in", batch)
      .execute();
    for (const row of rows) found.set(row.sku, row);
  }
  return found;
}

function checkedLine({ line, name, cells }: NamedRow, variant: Variant | null): CheckedLine {
  if (!variant) {
    const nothing = { subject: "", title: "", changes: {} };
    return { line, name, cells, ...nothing, outcome: "wrong", reason: "There is no such article number" };
  }
  const title = [variant.product, variant.label].filter(Boolean).join(", ");
  const base = { line, name, cells, subject: variant.sku, title, changes: {} };
  const { after, how, problem } = bookingIn(cells, variant);
  if (problem !== null) return { ...base, outcome: "wrong", reason: problem };
  if (after === variant.on_hand) return { ...base, outcome: "unchanged", reason: "" };
  const changes = { [ON_SHELF]: [String(variant.on_hand), String(after)] as const };
  return { ...base, changes, outcome: "changed", reason: how };
}

type Booking = Readonly<{ after: number; how: string; problem: string | null }>;

/** As it is where neither column has units. */
function bookingIn(cells: NamedRow["cells"], { on_hand: before, reserved }: Variant): Booking {
  const [received = "", counted = ""] = ["received", "counted"].map((column) => (cells[column] ?? "").trim());
  const wrong = (problem: string) => ({ after: before, how: "", problem });
  if (received !== "" && counted !== "") return wrong("Type units in one of the two columns");
  if (received + counted === "") return { after: before, how: "", problem: null };
  const units = readUnits(received + counted);
  if (units === null) return wrong("Type a whole number, such as 12");
  const after = counted === "" ? before + units : units;
  if (after < reserved) return wrong(`Orders hold ${reserved} of these`);
  return { after, how: counted === "" ? "Received" : "Counted", problem: null };
}

type Undoing = Readonly<{ now: Date; importId: number }>;

/** Unless somebody has booked by hand since. Answers why it was left, or null. */
async function undoVariant(line: CheckedLine, { now, importId }: Undoing): Promise<string | null> {
  const variant = await lockVariant(line.subject);
  if (!variant) return "The variant is gone";
  const own = await findOwnRow(variant.id, line, importId);
  const later = await db()
    .selectFrom("stock_history")
    .select("reason")
    .where("variant_id", "=", variant.id)
    .where("id", ">", own ?? 0)
    .execute();
  const byHand = later.find(({ reason }) => !OF_AN_ORDER.test(reason));
  if (byHand) return `Booked since: ${byHand.reason}`;
  const done = await changeStock(
    line.subject,
    { by: -differenceOf(line) },
    { reason: reasonOf(importId, "undone"), now },
  );
  return done.ok ? null : "Fewer are left than the import brought";
}

/** The stock of a product that was never published has the reason "opening", whoever books it. */
async function findOwnRow(
  variantId: number,
  { changes }: CheckedLine,
  importId: number,
): Promise<number | null> {
  const [before = "", after = ""] = changes[ON_SHELF] ?? [];
  const row = await db()
    .selectFrom("stock_history")
    .innerJoin("file_imports", (join) => join.on("file_imports.id", "=", importId))
    .select(({ fn }) => fn.max("stock_history.id").as("id"))
    .where("variant_id", "=", variantId)
    .where((history) =>
      history.or([
        history("reason", "in", [reasonOf(importId, "received"), reasonOf(importId, "counted")]),
        history.and([
          history("reason", "=", "opening"),
          history("stock_history.created_at", "=", history.ref("file_imports.applied_at")),
          history("quantity_before", "=", Number(before)),
          history("quantity_after", "=", Number(after)),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Reasons that the shop itself writes into the history. */
const OF_AN_ORDER = /^(?:back from )?order \d+$/;
