import { json, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { BuyPanel } from "#app/components/product/buy-panel.tsx";
import { Gallery } from "#app/components/product/gallery.tsx";
import { MiniRow } from "#app/components/product/mini-row.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import styles from "#app/components/product/product-layout.module.css";
import { Reviews } from "#app/components/product/reviews.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { pageMeta } from "#app/http/meta.ts";
import { shopOrigin } from "#app/http/origin.server.ts";
import { pathSegments } from "#app/http/path-params.ts";
import { movedPermanently, notFound } from "#app/http/responses.server.ts";
import { readSession } from "#app/http/session.server.ts";
import { findHomeContent } from "#app/models/content.server.ts";
import { findDeliveryRules } from "#app/models/delivery.server.ts";
import { listProductCards } from "#app/models/product-listing.server.ts";
import { chosenVariant } from "#app/models/product.ts";
import { findProduct, resolveProduct } from "#app/models/product.server.ts";
import { findStore } from "#app/models/store.server.ts";

import { productFacts } from "./product-facts.ts";
import {
  askedQuantity,
  datedReviews,
  galleryOf,
  redirectToChoice,
  shownPart,
  viewedCookie,
} from "./product-loader.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const now = new Date();
  const resolved = await resolveProduct(pathSegments(request).slice(1));
  if (!resolved) throw notFound(request);
  if (resolved.kind === "moved") throw movedPermanently(resolved.path + url.search);

  const session = await readSession(request);
  const viewedIds = session.recentlyViewed().filter((id) => id !== resolved.productId);
  const [product, store, rules, home, viewed] = await Promise.all([
    findProduct(resolved.productId, now),
    findStore(),
    findDeliveryRules(),
    findHomeContent(),
    listProductCards(viewedIds, now),
  ]);
  if (!product) throw notFound(request);
  redirectToChoice(url, product);

  const swatch = url.searchParams.get("swatch");
  const variant = chosenVariant(product, { swatch, variant: url.searchParams.get("variant") });
  const cookie = await viewedCookie(request, session, product.id);
  return json(
    {
      head: {
        title: swatch && variant.label ? `${product.name} in ${variant.label}` : product.pageTitle,
        description: product.metaDescription,
        canonicalPath: product.path,
        origin: shopOrigin(),
        storeName: store.name,
      },
      product: shownPart(product),
      related: product.related,
      reviews: datedReviews(product, store),
      variant,
      quantity: askedQuantity(url, product) ?? product.quantityMinimum,
      gallery: galleryOf(product, variant),
      facts: productFacts({ product, variant, store, rules, now }),
      viewed: { title: home.recently_viewed.title, products: viewed },
    },
    { headers: cookie ? { "Set-Cookie": cookie } : {} },
  );
}

export function meta({ data }: MetaArgs<typeof loader>) {
  return data ? pageMeta(data.head) : [];
}

export default function ProductRoute() {
  const { product, variant, quantity, gallery, facts, reviews, related, viewed } =
    useLoaderData<typeof loader>();
  return (
    <>
      <div className="wrap">
        <Breadcrumbs crumbs={[...product.breadcrumbs, { name: product.name, path: null }]} />
        <div className={styles.page}>
          <Gallery
            key={`gallery ${product.id}`}
            name={product.name}
            pictures={gallery.pictures}
            others={gallery.others}
          />
          <BuyPanel
            key={`buy ${product.id}`}
            product={product}
            variant={variant}
            quantity={quantity}
            facts={facts}
          />
        </div>
      </div>
      <div className={styles.below}>
        {product.rating ? <Reviews reviews={reviews} rating={product.rating} /> : null}
        {related.length > 0 ? (
          <section className={`wrap ${styles.related}`} aria-labelledby="related">
            <h2 className="d-lg" id="related">
              Goes well with it
            </h2>
            <ProductGrid products={related} level={3} />
          </section>
        ) : null}
        {viewed.products.length > 0 ? (
          <section className={`wrap ${styles.viewed}`} aria-labelledby="viewed">
            <h2 className="d-md" id="viewed">
              {viewed.title}
            </h2>
            <MiniRow products={viewed.products} />
          </section>
        ) : null}
      </div>
    </>
  );
}
