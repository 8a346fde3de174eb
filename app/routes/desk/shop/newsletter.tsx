import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import { SubscribersPage } from "#app/components/desk/shop/newsletter-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import {
  countSubscriptions,
  listSubscribers,
  type SubscriberPlace,
} from "#app/models/newsletter/admin-subscriptions.server.ts";
import { topicsText } from "#app/models/newsletter/subscription.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { placeNamed } from "./subscription.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
export { noForm as action } from "#app/routes/desk/desk.server.ts";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-newsletter");
  const { searchParams } = new URL(request.url);
  const text = (searchParams.get("q") ?? "").trim().slice(0, 120);
  const [counts, store, found] = await Promise.all([
    countSubscriptions(),
    findStore(),
    listSubscribers(PAGE_ROWS + 1, { text, after: placeOf(searchParams.get("after") ?? "") }),
  ]);
  const shown = found.slice(0, PAGE_ROWS);
  const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return json({
    ...{ query: text, counts, done: searchParams.get("done") },
    subscribers: shown.map(({ id, email, topics, source, confirmedAt }) => ({
      ...{ id, email, topics: topicsText(topics), place: placeNamed(source) },
      confirmed: confirmedAt === null ? null : dateText(confirmedAt, store),
    })),
    next: last ? deskPaths.newsletter({ q: text, after: `${last.confirmedAt ?? ""}~${last.id}` }) : null,
    mayExport: can(staff.role, "export-names"),
  });
}

/** "2026-11-24T10:00:00.000Z~subscription_…" */
function placeOf(text: string): SubscriberPlace | null {
  const [, confirmedAt = "", id = ""] = /^([\d.:TZ-]{20,32})~([\w-]{1,64})$/.exec(text) ?? [];
  return confirmedAt === "" ? null : { confirmedAt, id };
}

export const meta: MetaFunction = () => deskMeta("Newsletter");

export default function DeskNewsletter() {
  return <SubscribersPage {...useLoaderData<typeof loader>()} />;
}
