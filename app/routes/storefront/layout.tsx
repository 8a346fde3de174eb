import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";

import { AddedPanel } from "#app/components/cart/mini-basket.tsx";
import { CardForms } from "#app/components/favourites/card-forms.tsx";
import { ShopFrame } from "#app/components/layout/shop-frame.tsx";
import { findAddedToCart } from "#app/http/request/added-to-cart.server.ts";
import { useRefreshOnReturn } from "#app/hooks/use-refresh-on-return.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  return { added: await findAddedToCart(request) };
}

/** With scripts the mini-basket comes from the form's answer. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.searchParams.get("added") !== nextUrl.searchParams.get("added");

export default function StorefrontLayout() {
  const { added } = useLoaderData<typeof loader>() as { added: AddedToCart | null };
  useRefreshOnReturn();
  return (
    <ShopFrame panel={<AddedPanel added={added} />}>
      <CardForms>
        <Outlet />
      </CardForms>
    </ShopFrame>
  );
}
