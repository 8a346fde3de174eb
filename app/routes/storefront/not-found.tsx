import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";

import { NotFoundBody } from "#app/components/layout/not-found-body.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import type { RootData } from "#app/hooks/use-root-data.ts";
import { readablePath } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { pageMeta } from "#app/http/response/meta.ts";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import { findHomeContent, listProductCardsBySlug } from "#app/models/content/content.server.ts";

const PRODUCTS_SHOWN = 4;

type NotFound = Readonly<{ message: string; products: ReadonlyArray<ProductSummary> }>;

/** An unknown address (requirement routes-5). */
export async function loader({ request }: LoaderFunctionArgs) {
  const moved = await elsewhere(request);
  if (moved.status === 301) throw moved;
  const { featured } = await findHomeContent();
  const products = await listProductCardsBySlug(featured.products.slice(0, PRODUCTS_SHOWN), new Date());
  const message = `Page not found: ${readablePath(new URL(request.url).pathname)}`;
  return json<NotFound>({ message, products }, { status: 404 });
}

/** Client navigation includes the query in the message (requirement routes-5). */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<NotFound> {
  const { products } = await serverLoader<typeof loader>();
  const { pathname, search } = new URL(request.url);
  return { message: `Page Not Found: ${readablePath(pathname + search)}`, products };
}

export function action() {
  return json<NotFound>({ message: "Page not found", products: [] }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const root = matches.find(({ id }) => id === "root")?.data as RootData | undefined;
  return root
    ? pageMeta({ title: "Page not found", noindex: true, origin: root.origin, storeName: root.store.name })
    : [{ title: "Page not found" }];
};

export default function NotFoundPage() {
  const { message, products } = useLoaderData<typeof loader>() as NotFound;
  return (
    <NotFoundBody message={message}>
      {products.length > 0 ? (
        <>
          <div className="row-head">
            <h2 className="d-lg">You might like these</h2>
          </div>
          <ProductGrid products={products} level={3} />
        </>
      ) : null}
    </NotFoundBody>
  );
}
