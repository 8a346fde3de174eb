import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { NewProductPage } from "#app/components/desk/products/new-product-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { nextSku } from "#app/models/catalogue/editing/create-product.server.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import { createProductAtDesk } from "#app/models/desk/products/new-product.server.ts";
import { readNewProduct } from "#app/models/desk/products/new-product-form.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";

import { mainFormat } from "./product.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "edit-products");
  const [{ categories, brands }, sku, store] = await Promise.all([
    findProductChoices(),
    nextSku(),
    findStore(),
  ]);
  return json({ categories, brands, sku, currency: mainFormat(store).currency });
}

const text = z.string().max(2_000).default("");

const productSchema = z.object({
  ...{ name: text, category: text, brand: text, price: text },
  ...{ toy: text, shortDescription: text, sku: text },
});

const FIELDS: Readonly<Record<string, string>> = {
  "product-name-empty": "name",
  "product-name-taken": "name",
  "sku-taken": "sku",
  "category-unknown": "category",
  "brand-unknown": "brand",
};

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-products");
  const form = await readForm(request, productSchema);
  if (!form.ok) return deskInvalid(form);
  const values = form.value;
  const { product, errors } = readNewProduct(values, mainFormat(await findStore()));
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const made = await createProductAtDesk(product, actor);
  if (made.ok) throw seeOther(deskPaths.product(made.value.id, { done: "new" }));
  const field = FIELDS[made.code];
  return deskRefused(made, { values, ...(field ? { field } : {}) });
}

export const meta = deskTitle("New product");

export default deskPage<typeof loader, typeof action>(NewProductPage);
