/** /desk/products/prices: one rule for the prices of several products, checked before it is applied. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import type { BulkChangeAnswer } from "#app/components/desk/products/bulk-check.tsx";
import { PricesPage } from "#app/components/desk/products/prices-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { needsCode, readPriceRule } from "#app/models/desk/products/bulk-rule.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid } from "./desk.server.ts";
import { applyToEach, CHOSEN_PRODUCTS_MAX } from "./products/bulk.server.ts";
import { checkRow, ruleDetail, ruleTitle } from "./products/price-check.server.ts";
import { tickedNumbers } from "./selection.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "publish-prices");
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const ids = tickedNumbers(Object.keys(typed)).slice(0, CHOSEN_PRODUCTS_MAX);
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
  const products = await findDeskProducts(tickedNumbers(Object.keys(typed)).slice(0, CHOSEN_PRODUCTS_MAX));
  const words = (before: string, after: string) => {
    if (before === after) return `${after}, as before`;
    return rule.kind === "sale" ? `On sale at ${after}` : `${before} before, ${after} now`;
  };
  return applyToEach({ rule, products, key, code, typed, words }, visit);
}

export const meta: MetaFunction = () => deskMeta("Change prices");

export default function DeskProductPrices() {
  const { key, ...page } = useLoaderData<typeof loader>();
  const answer: BulkChangeAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <PricesPage {...page} formKey={key} answer={answer} />;
}
