import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { CardsPage } from "#app/components/gift-list/cards-page.tsx";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { drawQr } from "#app/models/shared/qr.server.ts";

import { listLink } from "./gift-list.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const list = await requireOwnGiftList(request, params["listId"], new Date());
  if (list.code === null) throw notFound(request);
  const link = listLink(list.code);
  return json({
    list: { id: list.id, name: list.name },
    address: `${new URL(link).host}/list`,
    code: formatListCode(list.code),
    qr: drawQr(link),
    meta: await privateMeta("Print cards"),
  });
}

export default function Cards() {
  return <CardsPage {...useLoaderData<typeof loader>()} />;
}
