import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { PricesPage } from "#app/components/desk/products/prices-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { needsCode, readPriceRule } from "#app/models/desk/products/bulk-rule.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskInvalid, readDeskForm, textsOf } from "./desk.server.ts";
import { applyToEach, bulkFields, productsOfForm } from "./products/bulk.server.ts";
import { checkedPage, shownText } from "./products/named-products.server.ts";
import { checkRow, ruleDetail, ruleTitle } from "./products/price-check.server.ts";

const RULE_FIELDS = ["kind", "percent", "round", "first", "last"];

export async function loader({ request }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "publish-prices");
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const [{ products, status, ...chosen }, store] = await Promise.all([productsOfForm(typed), findStore()]);
  const isTyped = typed["percent"] !== undefined;
  const { rule, errors } = readPriceRule(typed, localTime(actor.now, store.timeZone).day);
  const ofRule = Object.fromEntries(Object.entries(typed).filter(([name]) => RULE_FIELDS.includes(name)));
  const { shown, pages } = checkedPage(products, typed["page"], (page) =>
    deskPaths.productPrices({ ...chosen.query, ...ofRule, page }),
  );
  return json(
    {
      ...{ ...chosen, pages, count: products.length, shown: shownText(products) },
      kind: typed["kind"] === "sale" ? ("sale" as const) : ("price" as const),
      title: rule && ruleTitle(rule, products.length),
      detail: rule ? ruleDetail(rule) : "",
      rows: shown.map((product) => checkRow(product, rule, store)),
      rule: ofRule,
      back: deskPaths.productPrices({ ...chosen.query, ...ofRule, percent: null }),
      formKey: newId("prices"),
      isWithCode: rule !== null && needsCode(rule, products.length),
      isConfirmed: isRecentlyConfirmed(session, actor.now),
      errors: isTyped ? errors : {},
    },
    { status },
  );
}

const pricesSchema = z.object(bulkFields).passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "publish-prices");
  const form = await readDeskForm(request, pricesSchema);
  if (!form.ok) return deskInvalid(form);
  const { key, code, shown, ...rest } = form.value;
  const { timeZone } = await findStore();
  const { rule, errors } = readPriceRule(textsOf(rest), localTime(visit.actor.now, timeZone).day);
  if (!rule) return deskInvalid({ errors, values: {} });
  const words = (before: string, after: string) => {
    if (before === after) return `${after}, as before`;
    return rule.kind === "sale" ? `Sale price ${after}` : `${before} before, ${after} now`;
  };
  return applyToEach({ rule, key, code, shown, words }, visit);
}

export const meta = deskTitle<typeof loader>(({ data }) =>
  data?.kind === "sale" ? "Set sale prices" : "Change prices",
);

export default deskPage<typeof loader, typeof action>(PricesPage);
