import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { OpenNotice } from "#app/components/desk/open-notice.tsx";
import { DeskProductPage } from "#app/components/desk/products/product-page.tsx";
import type { ProductAnswer } from "#app/components/desk/products/product-parts.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { withUploads } from "#app/http/request/upload-form.server.ts";
import { PHOTO_FORM_MAX_BYTES } from "#app/models/review/photo.ts";

import { uploadsBusy } from "./desk.server.ts";
import { othersOn } from "./notices/open-notice.server.ts";
import { editedProduct } from "./products/edit.server.ts";
import { findProductPage, productIdIn } from "./products/product.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-products");
  const { searchParams } = new URL(request.url);
  const id = productIdIn(params);
  const product = await findProductPage(id, visit);
  const isDone = searchParams.has("done");
  const others = await othersOn({ kind: "product", id: String(id) }, { request, isDone }, visit);
  return json({
    product,
    others,
    done: searchParams.get("done"),
    waiting: Number(searchParams.get("waiting")) || 0,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "edit-products");
  const id = productIdIn(params);
  return withUploads(request, {
    ...{ name: "files", by: "staff", maxBytes: PHOTO_FORM_MAX_BYTES },
    use: (form) => editedProduct(id, form, visit),
    busy: (fields) => uploadsBusy(fields, "files"),
  });
}

export const meta = deskTitle<typeof loader>(({ data }) => (data ? data.product.name : "Product"));

export default function DeskProductEditing() {
  const { product, others, done, waiting } = useLoaderData<typeof loader>();
  const given: ProductAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <>
      <OpenNotice others={others} />
      <DeskProductPage product={product} done={done} waiting={waiting} answer={given} />
    </>
  );
}
