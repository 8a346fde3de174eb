import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { type FailureRow, HealthPage } from "#app/components/desk/shop/health-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { healthSettings } from "#app/services/health/health-settings.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  countFailuresAtDesk,
  type Failure,
  listFailuresAtDesk,
  retryAllAtDesk,
  retryAtDesk,
} from "#app/models/desk/failure-steps.server.ts";
import { findHealthAtDesk } from "#app/models/desk/health.server.ts";
import { jobWords } from "#app/models/desk/job-words.ts";
import type { FailedPlace } from "#app/models/jobs/list.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-health");
  const { searchParams } = new URL(request.url);
  const [lines, store, count, found] = await Promise.all([
    findHealthAtDesk(staff.role, healthSettings(), actor.now),
    findStore(),
    countFailuresAtDesk(staff.role),
    listFailuresAtDesk(staff.role, PAGE_ROWS + 1, placeOf(searchParams.get("after") ?? "")),
  ]);
  if (!lines.ok) throw deskRefusal(lines);
  const shown = found.slice(0, PAGE_ROWS);
  const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return json({
    lines: lines.value,
    count: count ?? 0,
    failures: shown.map((failure) => failureRow(failure, store)),
    next: last ? deskPaths.health({ after: `${last.createdAt}~${last.id}` }) : null,
    until: actor.now.toISOString(),
    ...{ done: searchParams.get("done"), tried: Number(searchParams.get("tried") ?? 0) },
  });
}

/** "2026-11-24T10:00:00.000Z~job_…" */
function placeOf(text: string): FailedPlace | null {
  const [, createdAt = "", id = ""] = /^([\d.:TZ-]{20,32})~([\w-]{1,64})$/.exec(text) ?? [];
  return createdAt === "" ? null : { createdAt, id };
}

function failureRow(failure: Failure, store: Store): FailureRow {
  const { id, key, kind, status, tries, createdAt, runAt, finishedAt, lastError, orderNumber } = failure;
  return {
    ...{ id, key, tries, orderNumber, error: lastError },
    what: jobWords(kind),
    since: dateTimeText(createdAt, store),
    next: status === "dead" ? null : dateTimeText(runAt, store),
    ended: finishedAt === null ? null : dateTimeText(finishedAt, store),
  };
}

const healthSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retry"), id: z.string().max(64) }),
  z.object({ intent: z.literal("retry-all"), until: z.string().datetime() }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "see-health");
  const form = await requireDeskForm(request, healthSchema);
  if (form.intent === "retry-all") {
    const all = await retryAllAtDesk(form.until, actor);
    if (!all.ok) return deskRefused(all);
    throw seeOther(deskPaths.health({ done: "all", tried: all.value }));
  }
  const done = await retryAtDesk(form.id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.health({ done: done.value.outcome }));
}

export const meta = deskTitle("Health");

export default deskPage<typeof loader, typeof action>(HealthPage);
