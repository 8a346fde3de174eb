import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { VisibilityPage } from "#app/components/desk/products/visibility-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { VISIBILITY_WORDS } from "#app/models/catalogue/editing/product-fields.ts";
import { needsCode, readVisibilityRule } from "#app/models/desk/products/bulk-rule.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

import { deskInvalid, readDeskForm } from "#app/routes/desk/desk.server.ts";
import { applyToEach, bulkFields, productsOfForm } from "./bulk.server.ts";
import { checkedPage, shownText } from "./named-products.server.ts";

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
      formKey: newId("visibility"),
      isWithCode: needsCode(rule, products.length),
      isConfirmed: isRecentlyConfirmed(session, actor.now),
    },
    { status },
  );
}

const visibilitySchema = z.object({ ...bulkFields, to: z.string().max(20) }).passthrough();

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

export const meta = deskTitle<typeof loader>(({ data }) =>
  data?.isHiding === false ? "Show products" : "Hide products",
);

export default deskPage<typeof loader, typeof action>(VisibilityPage);
