import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import type { BulkChangeAnswer } from "#app/components/desk/products/bulk-check.tsx";
import { VisibilityPage } from "#app/components/desk/products/visibility-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { VISIBILITY_WORDS } from "#app/models/catalogue/editing/product-fields.ts";
import { needsCode, readVisibilityRule } from "#app/models/desk/products/bulk-rule.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { deskInvalid, readDeskForm } from "#app/routes/desk/desk.server.ts";
import { applyToEach, productsOfForm } from "./bulk.server.ts";
import { checkedPage, shownText } from "./named-products.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request }: LoaderFunctionArgs) {
  const { session, actor } = await requireStaff(request, "edit-products");
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const { products, status, ...chosen } = await productsOfForm(typed);
  const rule = readVisibilityRule(typed["to"] ?? "");
  if (!rule) throw deskRefusal(refused("desk-nothing-chosen"));
  const { visibility } = rule;
  const { shown, pages } = checkedPage(products, typed["page"], (page) =>
    deskPaths.productVisibility({ ...chosen.query, to: visibility, page }),
  );
  return json(
    {
      ...{ ...chosen, pages, count: products.length, shown: shownText(products) },
      isHiding: visibility === "nobody",
      rows: shown.map(({ id, name, image, visibility: present, hasDraft }) => ({
        ...{ id, name, image: image ?? "" },
        ...{ before: VISIBILITY_WORDS[present], after: VISIBILITY_WORDS[visibility] },
        note: hasDraft ? "Has changes that are not published, which stay so." : "",
      })),
      rule: { to: visibility },
      key: newId("visibility"),
      isWithCode: needsCode(rule, products.length),
      isConfirmed: isRecentlyConfirmed(session, actor.now),
    },
    { status },
  );
}

const visibilitySchema = z
  .object({
    intent: z.literal("apply"),
    key: z.string().min(1).max(60),
    code: z.string().max(20).default(""),
    shown: z.string().max(20_000).default(""),
    to: z.string().max(20),
  })
  .passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const form = await readDeskForm(request, visibilitySchema);
  if (!form.ok) return deskInvalid(form);
  const { key, code, to, shown } = form.value;
  const rule = readVisibilityRule(to);
  if (!rule) throw deskRefusal(refused("desk-nothing-chosen"));
  const words = (before: string, after: string) =>
    before === after ? `${after}, as before` : `${before} before, ${after.toLowerCase()} now`;
  return applyToEach({ rule, key, code, shown, words }, visit);
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  deskMeta(data?.isHiding === false ? "Show products" : "Hide products");

export default function DeskVisibility() {
  const { key, ...page } = useLoaderData<typeof loader>();
  const answer: BulkChangeAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <VisibilityPage {...page} formKey={key} answer={answer} />;
}
