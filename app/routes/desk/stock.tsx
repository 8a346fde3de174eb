import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { type StockAnswer, StockPage } from "#app/components/desk/stock-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import {
  countStockViews,
  type DeskVariant,
  findDeskVariants,
  listDeskStock,
  searchDeskStock,
} from "#app/models/desk/stock-list.server.ts";
import {
  bookStockAtDesk,
  findUndoable,
  type StockBooked,
  undoStockAtDesk,
} from "#app/models/desk/stock-steps.server.ts";
import {
  readUnits,
  STOCK_MODES,
  STOCK_REASONS,
  STOCK_VIEWS,
  stockMode,
  type StockReason,
  stockReason,
  stockView,
} from "#app/models/desk/stock-views.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid, readDeskForm, textsOf } from "./desk.server.ts";

const QUERY_MAX = 80;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-stock");
  const { searchParams } = new URL(request.url);
  const { key: view, title } = stockView(searchParams.get("view"));
  const mode = stockMode(searchParams.get("mode"));
  const query = (searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const { lowStockThreshold } = await findStore();
  const [counts, page] = await Promise.all([
    countStockViews(lowStockThreshold),
    query === ""
      ? listDeskStock({ view, lowStockThreshold }, searchParams.get("after"))
      : searchDeskStock(query).then((variants) => ({ variants, next: null })),
  ]);
  return json({
    ...{ view, title, mode, query },
    views: STOCK_VIEWS.map((each) => ({ ...each, count: counts[each.key] })),
    variants: page.variants.map((row) => ({ ...row, isLow: row.onHand - row.reserved <= lowStockThreshold })),
    reasons: STOCK_REASONS[mode],
    next: page.next === null ? null : deskPaths.stock({ view, mode, after: page.next }),
    mayBook: can(staff.role, "book-stock"),
    formKey: newId("booking"),
  });
}

const keySchema = z.string().min(1).max(60);

const stockSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("book"),
      mode: z.enum(STOCK_MODES),
      reason: z.string().max(60),
      key: keySchema,
    })
    .passthrough(),
  z.object({ intent: z.literal("undo"), key: keySchema }),
]);

type BookForm = Extract<z.infer<typeof stockSchema>, { intent: "book" }>;

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "book-stock");
  const form = await readDeskForm(request, stockSchema);
  if (!form.ok) return deskInvalid(form);
  return form.value.intent === "undo" ? undo(form.value.key, actor) : book(form.value, actor);
}

async function undo(key: string, actor: DeskPerson) {
  const outcomes = await undoStockAtDesk(key, actor);
  const rows = outcomes.map(({ sku, done }) => ({
    ...{ sku, isDone: done.ok, words: done.ok ? "taken back" : shopError(done).message },
  }));
  const undone = rows.filter(({ isDone }) => isDone).length;
  return json<StockAnswer>({ ...NO_DESK_ANSWER, rows, undone }, { status: undone > 0 ? 200 : 409 });
}

type Typed = Readonly<{ id: number; units: number; shown: number }>;

async function book(form: BookForm, actor: DeskPerson) {
  const { typed, errors } = typedUnits(form);
  const values = textsOf(form, (name) => /^(?:u\d+|reason)$/.test(name));
  const reason = stockReason(form.mode, form.reason);
  if (reason === null) return deskInvalid({ errors: { ...errors, reason: "Choose why" }, values });
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  if (typed.length === 0)
    return deskInvalid({ errors: { form: "Type how many, next to a variant" }, values });
  const variants = await findDeskVariants(typed.map(({ id }) => id));
  const outcomes = [];
  for (const variant of variants) {
    const entry = typed.find(({ id }) => id === variant.id);
    if (entry) outcomes.push(await bookOne(variant, entry, { form, reason, actor }));
  }
  const isDone = outcomes.some((outcome) => outcome.isDone);
  const undoable = await findUndoable(form.key, actor);
  const refusedFields = outcomes.flatMap((outcome) => (outcome.isDone ? [] : [`u${outcome.id}`]));
  return json<StockAnswer>(
    {
      errors: {},
      values: Object.fromEntries(Object.entries(values).filter(([name]) => refusedFields.includes(name))),
      rows: outcomes,
      ...(undoable.length > 0 ? { undoKey: form.key } : {}),
    },
    { status: isDone ? 200 : 409 },
  );
}

type Booking = Readonly<{ form: BookForm; reason: StockReason; actor: DeskPerson }>;

/** Each in a transaction of its own: one that is refused keeps no other back. */
async function bookOne({ id, sku }: DeskVariant, { units, shown }: Typed, { form, reason, actor }: Booking) {
  const entry = { sku, mode: form.mode, units, shown, reason, key: form.key };
  const done = await bookStockAtDesk(entry, actor);
  const words = done.ok ? bookedText(done.value) : shopError(done).message;
  return { id, sku, isDone: done.ok, words };
}

function bookedText({ product, before, after, isChanged, meanwhile }: StockBooked): string {
  if (!isChanged) return `${product}, ${after} on the shelf as before`;
  const words = `${product}, ${before} before, ${after} now`;
  if (meanwhile === 0) return words;
  return meanwhile < 0
    ? `${words}, because ${-meanwhile} went while you counted`
    : `${words}, because ${meanwhile} came while you counted`;
}

/** Fields such as "u12" with what was typed, and "s12" with what the page showed. */
function typedUnits(form: Readonly<Record<string, unknown>>) {
  const typed: Array<Typed> = [];
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(form)) {
    const [, id] = /^u(\d{1,9})$/.exec(name) ?? [];
    if (id === undefined || typeof value !== "string" || value.trim() === "") continue;
    const before = form[`s${id}`];
    const [units, shown] = [readUnits(value), readUnits(typeof before === "string" ? before : "")];
    if (units === null) errors[name] = "Type a whole number, such as 12";
    else if (shown !== null) typed.push({ id: Number(id), units, shown });
  }
  return { typed, errors };
}

export const meta = deskTitle("Stock");

export default deskPage<typeof loader, typeof action>(StockPage);
