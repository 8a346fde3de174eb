import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { deskTitle } from "#app/components/desk/desk-page.tsx";
import type { BulkAnswer } from "#app/components/desk/orders/bulk-bar.tsx";
import { DeskOrdersPage } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { hasFilters, LOOKED_THROUGH, looksAtEach } from "#app/models/desk/orders/order-filters.server.ts";
import {
  BULK_MAX,
  countDeskOrders,
  countOrdersUpTo,
  COUNTED_MAX,
  listDeskOrders,
  type OrderSelection,
  sortOf,
} from "#app/models/desk/orders/order-list.server.ts";
import { type DeskPerson, stepAtDesk } from "#app/models/desk/orders/order-steps.server.ts";
import { ORDER_VIEWS, orderView } from "#app/models/desk/views.ts";
import { countOrderViews } from "#app/models/desk/orders/waiting.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { requireDeskForm } from "./desk.server.ts";
import { listRow } from "./order-view.server.ts";
import { batchLinks } from "./orders/batch-words.server.ts";
import { chosenFilters, chosenNumbers, namedList, placeText, seenAt } from "./selection.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const reader = { role: staff.role, now: actor.now };
  const { searchParams } = new URL(request.url);
  const { selection, view, after, query } = await namedList(searchParams, reader);
  const store = await findStore();
  const counts = await countOrderViews(store, actor.now, { withAll: view === "all" });
  const inView = counts[view] ?? 0;
  const { filters } = selection;
  const [page, length, { methods }] = await Promise.all([
    listDeskOrders(selection, after),
    hasFilters(filters) ? countList(selection) : inView,
    findDeliveryRules(),
  ]);
  const { sort } = selection;
  return json({
    ...{ view, query, sort: sort ?? sortOf(view) },
    length: shownLength(view, length),
    title: orderView(view).title,
    views: ORDER_VIEWS.map(({ key, title }) => ({ key, title, count: key === "all" ? null : counts[key] })),
    inView: shownLength(view, inView),
    lookedThrough: isLookedThrough(selection, inView) ? LOOKED_THROUGH.toLocaleString(store.locale) : null,
    methods: methods.map(({ key, name }) => ({ key, name })),
    chosen: chosenFilters(query, methods, store).map((one) => ({
      ...one,
      href: deskPaths.orders(one.query),
    })),
    orders: page.orders.map((order) => listRow(order, { store, role: staff.role, now: actor.now })),
    next: page.next ? deskPaths.orders({ ...query, after: placeText(page.next, sort) }) : null,
    seen: actor.now.toISOString(),
    ...placesOf(query, after === null ? null : placeText(after, sort)),
    isChosen: searchParams.get("choose") === "page",
    isOneStatus: orderView(view).statuses?.length === 1,
    batches: await batchLinks(staff.role, actor.now, store),
    mayPack: can(staff.role, "pack"),
    seesNames: can(staff.role, "see-names"),
    download: can(staff.role, "export-without-names") ? deskPaths.exportOf("orders", query) : null,
  });
}

/** This page of the list: with nothing chosen, and with all of it chosen. */
function placesOf(query: Readonly<Record<string, string>>, after: string | null) {
  return {
    here: deskPaths.orders({ ...query, after }),
    hereChosen: deskPaths.orders({ ...query, after, choose: "page" }),
  };
}

function shownLength(view: string, length: number): number | null {
  return view === "all" && length > COUNTED_MAX ? null : length;
}

function isLookedThrough({ view, filters }: OrderSelection, inView: number): boolean {
  return view === "all" && looksAtEach(filters) && inView > LOOKED_THROUGH;
}

function countList(selection: OrderSelection): Promise<number> {
  return selection.view === "all" ? countOrdersUpTo(COUNTED_MAX, selection) : countDeskOrders(selection);
}

const bulkSchema = z.object({ intent: z.enum(["pack", "unpack"]) }).passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "pack");
  const form = await requireDeskForm(request, bulkSchema);
  const fields = form as Readonly<Record<string, string>>;
  const reader = { role: staff.role, now: actor.now };
  const numbers = await chosenNumbers(fields, reader);
  const { selection, query } = await namedList(fields, reader);
  const length = await countDeskOrders(selection);
  const { intent: step } = form;
  if (step === "pack" && fields["all"] === "on" && length > BULK_MAX)
    throw seeOther(deskPaths.newOrderBatch({ ...query, seen: seenAt(fields) }));
  const rows: Array<BulkAnswer["rows"][number]> = [];
  for (const number of numbers.slice(0, BULK_MAX))
    rows.push(await stepped({ number, step, shown: shownOf(fields, number) }, actor));
  return json<BulkAnswer>({
    ...{ step, rows, done: rows.filter(({ isDone }) => isDone).length },
    length: numbers.length < BULK_MAX ? numbers.length : length,
  });
}

/** `shownStatus` of its slip, if it has one; what this page has packed is unpacked only from there. */
function shownOf(fields: Readonly<Record<string, string>>, number: number): string | null {
  return fields[`s${number}`] ?? (fields["intent"] === "unpack" ? "packed" : null);
}

const BEFORE = { pack: "Packed before", unpack: "Not packed before" } as const;

/** Each in a transaction of its own: one that is refused keeps no other back. */
async function stepped(
  { number, step, shown }: Readonly<{ number: number; step: BulkAnswer["step"]; shown: string | null }>,
  actor: DeskPerson,
): Promise<BulkAnswer["rows"][number]> {
  const done = await stepAtDesk({ number, step, shown }, actor);
  if (!done.ok) return { number, isDone: false, words: shopError(done).message };
  return { number, isDone: done.value.isChanged, words: done.value.isChanged ? "" : BEFORE[step] };
}

export const meta = deskTitle("Orders");

export default function DeskOrders() {
  const answer = useActionData<typeof action>() ?? null;
  return <DeskOrdersPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
