import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { CardsPage } from "#app/components/gift-list/cards-page.tsx";
import { requireOwnGiftList } from "#app/http/request/gift-list-editor.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { drawQr } from "#app/models/shared/qr.server.ts";

import { giftListHead, listLink } from "./gift-list.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const list = await requireOwnGiftList(request, params["listId"], new Date());
  if (list.code === null) throw notFound(request);
  const link = listLink(list.code);
  return json({
    list: { id: list.id, name: list.name },
    address: `${new URL(link).host}/list`,
    code: formatListCode(list.code),
    qr: drawQr(link),
    meta: await giftListHead("Print cards"),
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Cards() {
  return <CardsPage {...useLoaderData<typeof loader>()} />;
}
