/** Owners see everything, others what they did themselves. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { LogPage } from "#app/components/desk/log-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { dayStart } from "#app/models/shared/date-window.ts";
import { addDays, isDay } from "#app/models/shared/local-date.ts";
import { listDeskLog, type LogFilters } from "#app/models/staff/log.server.ts";
import { LOG_VIEWS, logView } from "#app/models/staff/log-views.server.ts";
import { can } from "#app/models/staff/role.ts";
import { listStaff } from "#app/models/staff/staff.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { logLine } from "./log-line.server.ts";

export { noForm as action } from "./desk.server.ts";

const PAGE_ROWS = 50;
const ABOUT_MAX = 60;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-own-log");
  const isWhole = can(staff.role, "see-whole-log");
  const { searchParams } = new URL(request.url);
  const [people, store] = await Promise.all([isWhole ? listStaff() : [], findStore()]);
  const query = shownQuery(searchParams, people);
  const rows = await listDeskLog({
    staffId: isWhole ? query.who || null : staff.id,
    filters: filtersOf(query, store),
    before: rowIn(searchParams.get("before")),
    limit: PAGE_ROWS + 1,
  });
  const shown = rows.slice(0, PAGE_ROWS);
  const older = rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null;
  return json({
    isWhole,
    query,
    lines: await Promise.all(shown.map((row) => logLine(row, store))),
    views: LOG_VIEWS.map(({ key, title }) => ({
      ...{ title, isCurrent: key === query.view },
      href: deskPaths.log({ ...query, view: key }),
    })),
    people: people.map(({ id, name }) => ({ key: id, title: name })),
    older: older === null ? null : deskPaths.log({ ...query, before: older }),
    download: can(staff.role, "export-names") ? deskPaths.exportOf("log") : null,
  });
}

function rowIn(text: string | null): number | null {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : null;
}

function filtersOf(query: ReturnType<typeof shownQuery>, { timeZone }: Store): LogFilters {
  const { view, about, from, to } = query;
  return {
    actions: logView(view).actions,
    about,
    from: from && dayStart(from, timeZone),
    before: to && dayStart(addDays(to, 1), timeZone),
  };
}

/** Values that make no sense are left out. */
function shownQuery(address: URLSearchParams, people: ReadonlyArray<Readonly<{ id: string }>>) {
  const read = (name: string) => address.get(name)?.trim() ?? "";
  const day = (name: string) => (isDay(read(name)) ? read(name) : null);
  return {
    view: logView(read("view")).key,
    who: people.find(({ id }) => id === read("who"))?.id ?? "",
    about: read("about").slice(0, ABOUT_MAX),
    from: day("from"),
    to: day("to"),
  };
}

export const meta = deskTitle("Log");

export default deskPage<typeof loader>(LogPage);
