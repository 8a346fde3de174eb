import type { Params } from "@remix-run/react";

import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import {
  type DaySpan,
  daySpan,
  EXPORT_KINDS,
  exportKind,
  type ExportKindRow,
  hasDays,
  isCourierKind,
} from "#app/models/desk/files/export-kinds.ts";
import type { ExportRequest } from "#app/models/desk/files/exports.server.ts";
import { orderView } from "#app/models/desk/views.ts";
import { refused } from "#app/models/shared/result.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { type NamedList, namedList } from "#app/routes/desk/selection.server.ts";

export function exportsFor(role: StaffRole) {
  return EXPORT_KINDS.filter(({ names }) =>
    can(role, names === "always" ? "export-names" : "export-without-names"),
  ).map(({ key, title, what }) => ({ key, title, what }));
}

export function exportKindIn(params: Params): ExportKindRow {
  const kind = exportKind(params["kind"]);
  if (!kind) throw deskRefusal(refused("not-found"));
  return kind;
}

type Typed = URLSearchParams | Readonly<Record<string, string>>;

const NO_DAYS: DaySpan = { from: null, to: null };

/** `request` is null where its days are none. */
export async function readExport(kind: ExportKindRow, typed: Typed, { staff, actor }: DeskVisit) {
  const read = (name: string) =>
    (typed instanceof URLSearchParams ? typed.get(name) : typed[name])?.trim() ?? "";
  const hasNames = namesPeople(kind, read("names"));
  if ((kind.key === "orders" || isCourierKind(kind.key)) && read("view") !== "") {
    const reader = { role: staff.role, now: actor.now };
    return readView(kind, hasNames, await namedList(typed, reader));
  }
  const days = { from: read("from"), to: read("to") };
  const span = hasDays(kind.key) ? daySpan(days.from, days.to) : NO_DAYS;
  const request: ExportRequest | null = span && { kind: kind.key, hasNames, span, view: null };
  const query: Readonly<Record<string, string>> = hasDays(kind.key) ? days : {};
  return { request, hasNames, view: null, query };
}

export function namesPeople({ names }: ExportKindRow, typed: string | null): boolean {
  return names === "always" || (names === "either" && typed === "on");
}

function readView({ key }: ExportKindRow, hasNames: boolean, { selection, view, query }: NamedList) {
  const request: ExportRequest = { kind: key, hasNames, span: NO_DAYS, view: selection };
  return { request, hasNames, view: orderView(view).title, query };
}

type Read = Awaited<ReturnType<typeof readExport>>;

export function exportPage(kind: ExportKindRow, { request, hasNames, view, query }: Read, visit: DeskVisit) {
  const { staff, session, actor } = visit;
  const hasOther = kind.names === "either" && can(staff.role, "export-names");
  const names = hasNames ? null : "on";
  return {
    ...{ kind: kind.key, title: kind.title, what: kind.what, personal: kind.personal },
    ...{ hasNames, view, hasDays: hasDays(kind.key), query },
    other: hasOther ? deskPaths.exportOf(kind.key, { ...query, names }) : null,
    couriers: kind.key === "orders" && view !== null ? couriersFor(query, staff.role) : [],
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    errors: request === null ? NO_SPAN : {},
  };
}

/** The same list for their websites. */
function couriersFor(query: Read["query"], role: StaffRole) {
  const kinds = EXPORT_KINDS.filter(({ key }) => isCourierKind(key) && can(role, "export-names"));
  return kinds.map(({ key, title }) => ({ title, href: deskPaths.exportOf(key, query) }));
}

const NO_SPAN: Readonly<Record<string, string>> = { from: "Type days such as 2026-12-01" };
