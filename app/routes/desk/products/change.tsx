import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { BulkChangePage } from "#app/components/desk/products/bulk-changes-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  type BulkChange,
  type BulkLine,
  findBulkChange,
  findBulkLines,
  takeBackBulkChange,
} from "#app/models/desk/products/bulk-changes.server.ts";
import { FIELD_LABELS, valueText } from "#app/models/desk/products/field-words.ts";
import { refused } from "#app/models/shared/result.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { confirmedBy, deskInvalid, deskRefused, readDeskForm } from "#app/routes/desk/desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

/** Throws the page for one that is not there or not theirs. */
async function changeIn(params: LoaderFunctionArgs["params"], { actor }: DeskVisit): Promise<BulkChange> {
  const id = /^[1-9]\d{0,8}$/.test(params["changeId"] ?? "") ? Number(params["changeId"]) : 0;
  const found = await findBulkChange({ id }, actor);
  if (!found) throw deskRefusal(refused("not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const { session, actor } = visit;
  const change = await changeIn(params, visit);
  const [lines, store] = await Promise.all([findBulkLines(change), findStore()]);
  const { title, kind, by, at, takenBackAt, takenBackBy, needsCode } = change;
  return json({
    ...{ title, detail: `Done on ${dateTimeText(at, store)} by ${by || "the shop’s own command"}.` },
    takenBack:
      takenBackAt === null
        ? null
        : `Taken back on ${dateTimeText(takenBackAt, store)} by ${takenBackBy || "the shop’s own command"}.`,
    what: FIELD_LABELS[kind],
    lines: lines.map((line) => lineWords(line, { change, store, now: actor.now })),
    standing: lines.filter(({ stands }) => stands).length,
    isWithCode: needsCode,
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    isDone: new URL(request.url).searchParams.get("done") === "yes" && takenBackAt !== null,
  });
}

type Words = Readonly<{ change: BulkChange; store: Store; now: Date }>;

function lineWords(line: BulkLine, { change: { kind, takenBackAt }, store, now }: Words) {
  const format = { currency: store.currencies[0] ?? store.currency, locale: store.locale };
  const text = (value: string) => valueText(kind, value, { format, now, variants: new Map() });
  const since = takenBackAt === null && !line.stands ? "Changed since: stays as it is now" : "";
  return {
    ...{ id: line.productId, name: line.name, before: text(line.before), after: text(line.after) },
    note: line.leftBecause ?? since,
  };
}

const takeBackSchema = z.object({
  intent: z.literal("take-back"),
  code: z.string().max(40).default(""),
});

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const { id, needsCode } = await changeIn(params, visit);
  const form = await readDeskForm(request, takeBackSchema);
  if (!form.ok) return deskInvalid(form);
  if (needsCode) {
    const confirmed = await confirmedBy(visit, form.value.code);
    if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  }
  const done = await takeBackBulkChange(id, visit.actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.bulkChange(id, { done: "yes" }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(data ? data.title : "Change");

export default function DeskBulkChange() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <BulkChangePage {...useLoaderData<typeof loader>()} answer={answer} />;
}
