import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { VariantsPage } from "#app/components/desk/products/variants-page.tsx";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { deskInvalid, readDeskForm } from "#app/routes/desk/desk.server.ts";

import { productIdIn } from "./product.server.ts";
import { changedVariants, findVariantsPage, variantIntent } from "./variants.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "edit-products");
  const { searchParams } = new URL(request.url);
  const page = await findVariantsPage(productIdIn(params));
  return json({ ...page, done: searchParams.get("done"), count: Number(searchParams.get("count")) || 0 });
}

const variantsSchema = z
  .object({ intent: z.string().max(40), mark: z.string().max(40).default("") })
  .catchall(z.string().max(2_000));

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const id = productIdIn(params);
  const form = await readDeskForm(request, variantsSchema);
  if (!form.ok) return deskInvalid(form);
  const intent = variantIntent(form.value.intent);
  if (!intent) throw deskRefusal(refused("unknown-action"));
  return changedVariants(id, { intent, typed: form.value }, visit);
}

export const meta = deskTitle<typeof loader>(({ data }) => (data ? `Variants of ${data.name}` : "Variants"));

export default deskPage<typeof loader, typeof action>(VariantsPage);
