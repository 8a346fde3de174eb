import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { type RedirectRow, RedirectsPage } from "#app/components/desk/shop/redirects-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { isShopHost } from "#app/http/request/origin.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  countRedirects,
  storedTarget,
  findRedirects,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import type { Redirect } from "#app/models/catalogue/redirects/redirect.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { findRedirectProblems, findRemovedRedirect } from "#app/models/desk/redirect-list.server.ts";
import {
  addRedirectAtDesk,
  putBackRedirectAtDesk,
  removeRedirectAtDesk,
} from "#app/models/desk/redirect-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";
import { deskInvalid, deskRefused, readDeskForm } from "#app/routes/desk/desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const PAGE_ROWS = 50;
const QUERY_MAX = 200;
const PROBLEMS_MAX = 200;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-redirects");
  const { searchParams } = new URL(request.url);
  const view = searchParams.get("view") === "problems" ? "problems" : "all";
  const text = (searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const [count, store, removed] = await Promise.all([
    countRedirects(text),
    findStore(),
    findRemovedRedirect(Number(searchParams.get("removed") ?? 0) || 0, actor),
  ]);
  return json({
    ...{ view, query: text, count, removed },
    done: searchParams.get("done"),
    address: searchParams.get("address") ?? "",
    from: (searchParams.get("from") ?? "").slice(0, QUERY_MAX),
    mayEdit: can(staff.role, "edit-redirects"),
    ...(view === "problems" ? await problemRows() : await pageOf(text, searchParams.get("after"), store)),
  });
}

async function pageOf(text: string, after: string | null, store: Store) {
  const found = await findRedirects({ text, limit: PAGE_ROWS + 1, after });
  const shown = found.slice(0, PAGE_ROWS);
  const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return {
    redirects: shown.map((redirect) => rowOf(redirect, store)),
    next: last ? deskPaths.redirects({ q: text, after: last.from }) : null,
  };
}

function rowOf({ from, to, source, createdAt }: Redirect, store: Store): RedirectRow {
  const how = source === "renamed" ? "Made by a rename" : "Typed by somebody";
  return { from, to, note: `${how}, ${dateText(createdAt, store)}`, isProblem: false };
}

/** The next page begins when these are put right. */
async function problemRows() {
  const problems = await findRedirectProblems();
  const shown = problems.slice(0, PROBLEMS_MAX);
  return {
    redirects: shown.map(({ from, to, words }): RedirectRow => ({ from, to, note: words, isProblem: true })),
    next: null,
  };
}

const address = z.string().trim().max(2_000).default("");

const redirectSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), from: address, to: address, was: address }),
  z.object({ intent: z.literal("remove"), from: address, to: address }),
  z.object({ intent: z.literal("put-back"), removed: z.coerce.number().int().positive() }),
]);

type AddForm = Extract<z.infer<typeof redirectSchema>, { intent: "add" }>;

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-redirects");
  const form = await readDeskForm(request, redirectSchema);
  if (!form.ok) return deskInvalid(form);
  switch (form.value.intent) {
    case "add":
      return add(form.value, actor);
    case "remove": {
      const removed = await removeRedirectAtDesk(form.value, actor);
      if (!removed.ok) return deskRefused(removed);
      throw seeOther(deskPaths.redirects({ removed: removed.value.logId, address: form.value.from }));
    }
    case "put-back": {
      const back = await putBackRedirectAtDesk(form.value.removed, actor);
      if (!back.ok) return deskRefused(back);
      throw seeOther(deskPaths.redirects({ done: "put-back", address: back.value.from }));
    }
  }
}

async function add(typed: AddForm, actor: DeskPerson) {
  const [from, to] = [pathIn(typed.from), targetIn(typed.to)];
  const values = { from: typed.from, to: typed.to, was: typed.was };
  const added = await addRedirectAtDesk({ from, to, was: typed.was || null }, actor);
  if (added.ok) throw seeOther(deskPaths.redirects({ done: "added", address: from }));
  if (added.code === "redirect-malformed")
    return deskRefused(added, { values, field: redirectField(from, to, added.detail["address"]) });
  if (added.code === "redirect-loop") return deskRefused(added, { values, field: "to" });
  if (added.code !== "redirect-changed") return deskRefused(added, { values });
  // Sent again, the form replaces what the address leads to now.
  const was = (await storedTarget(from)) ?? "";
  const { status, message } = shopError(added);
  const words = was === "" ? message : `${message}. Send it again to replace that`;
  return json({ errors: { form: words }, values: { ...values, was } }, { status });
}

function redirectField(from: string, to: string, wrong: unknown): string {
  return wrong === to && wrong !== from ? "to" : "from";
}

/** People paste whole addresses: of this shop's own, the path counts. */
function pathIn(text: string): string {
  const url = shopUrlIn(text);
  return url ? url.pathname + url.search : text;
}

/** A target may name a part of a page. */
function targetIn(text: string): string {
  const url = shopUrlIn(text);
  return url ? url.pathname + url.search + url.hash : text;
}

function shopUrlIn(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && isShopHost(url.host) ? url : null;
}

export const meta: MetaFunction = () => deskMeta("Redirects");

export default function DeskRedirects() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <RedirectsPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
