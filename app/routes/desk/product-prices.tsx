/** /desk/products/prices: one rule for the prices of several products, checked before it is applied. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { type PricesAnswer, PricesPage } from "#app/components/desk/products/prices-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { needsCode, type PriceRule, readPriceRule } from "#app/models/desk/products/price-rule.ts";
import { changePriceAtDesk } from "#app/models/desk/products/price-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import type { DeskPerson } from "#app/models/desk/order-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { confirmedBy, deskInvalid, deskRefused } from "./desk.server.ts";
import { checkRow, ruleDetail, ruleTitle } from "./products/price-check.server.ts";
import { tickedNumbers } from "./selection.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

/** Two fields for each product: a form has at most 200. */
const PRODUCTS_MAX = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "publish-prices");
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const ids = tickedNumbers(Object.keys(typed)).slice(0, PRODUCTS_MAX);
  const [products, store] = await Promise.all([findDeskProducts(ids), findStore()]);
  if (products.length === 0) throw deskRefusal(refused("desk-nothing-chosen"));
  const isTyped = typed["percent"] !== undefined;
  const { rule, errors } = readPriceRule(typed, localTime(actor.now, store.timeZone).day);
  const query = Object.fromEntries(Object.entries(typed).filter(([name]) => name !== "back"));
  return json({
    kind: typed["kind"] === "sale" ? ("sale" as const) : ("price" as const),
    title: rule && ruleTitle(rule, products.length),
    detail: rule ? ruleDetail(rule) : "",
    rows: products.map((product) => checkRow(product, rule, store)),
    query,
    back: deskPaths.productPrices(
      Object.fromEntries(Object.entries(query).filter(([name]) => name !== "percent")),
    ),
    key: newId("prices"),
    isWithCode: rule !== null && needsCode(rule, products.length),
    isConfirmed: isRecentlyConfirmed(session, actor.now),
    errors: isTyped ? errors : {},
  });
}

const pricesSchema = z
  .object({
    intent: z.literal("apply"),
    key: z.string().min(1).max(60),
    code: z.string().max(20).default(""),
  })
  .passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "publish-prices");
  const form = await readForm(request, pricesSchema);
  if (!form.ok) {
    if (form.errors["intent"]) throw deskRefusal(refused("unknown-action"));
    return deskInvalid(form);
  }
  const { key, code, ...rest } = form.value;
  const typed = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const { timeZone } = await findStore();
  const { rule, errors } = readPriceRule(typed, localTime(visit.actor.now, timeZone).day);
  if (!rule) return deskInvalid({ errors, values: {} });
  const products = await findDeskProducts(tickedNumbers(Object.keys(typed)).slice(0, PRODUCTS_MAX));
  if (needsCode(rule, products.length)) {
    const confirmed = await confirmedBy(visit, code);
    if (!confirmed.ok) return deskRefused(confirmed, { field: "code" });
  }
  const rows = [];
  for (const { id, name } of products)
    rows.push({ id, name, ...(await applied({ id, rule, key, typed }, visit.actor)) });
  const isDone = rows.some((row) => row.isDone);
  return json<PricesAnswer>({ ...NO_DESK_ANSWER, rows }, { status: isDone ? 200 : 409 });
}

type Row = Readonly<{ id: number; rule: PriceRule; key: string; typed: Readonly<Record<string, string>> }>;

async function applied({ id, rule, key, typed }: Row, actor: DeskPerson) {
  const shownMinor = Number(typed[`o${id}`] ?? Number.NaN);
  const done = await changePriceAtDesk({ id, rule, shownMinor, key }, actor);
  if (!done.ok) return { isDone: false, words: `${shopError(done).message}.` };
  const { before, after } = done.value;
  if (before === after) return { isDone: true, words: `${after}, as before` };
  const words = rule.kind === "sale" ? `On sale at ${after}` : `${before} before, ${after} now`;
  return { isDone: true, words };
}

export const meta: MetaFunction = () => deskMeta("Change prices");

export default function DeskProductPrices() {
  const { key, ...page } = useLoaderData<typeof loader>();
  const answer: PricesAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <PricesPage {...page} formKey={key} answer={answer} />;
}
