import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactElement } from "react";

import { ProductPreview } from "#app/components/product/product-preview.tsx";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { BuyPanel } from "#app/components/product/buy-panel.tsx";
import { FitPanel, type FitPanelProps } from "#app/components/product/fit-panel.tsx";
import { Gallery } from "#app/components/product/gallery.tsx";
import { ProductCarousel } from "#app/components/product/product-carousel.tsx";
import type { ProductFormAnswer } from "#app/components/product/product-form.tsx";
import { ProductGrid } from "#app/components/product/product-grid.tsx";
import styles from "#app/components/product/product-layout.module.css";
import { ProductSetBlock } from "#app/components/product/product-set.tsx";
import { Reviews } from "#app/components/product/reviews.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { pathSegments } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { movedPermanently } from "#app/http/response/responses.server.ts";
import { findMySpaces } from "#app/http/session/my-spaces-cookie.server.ts";
import { readViewedIds } from "#app/http/session/viewed-cookie.server.ts";
import { findSetItems } from "#app/models/cart/set-items.server.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import { findCompatibility } from "#app/models/catalogue/compatibility.server.ts";
import { findGlossary } from "#app/models/catalogue/glossary.server.ts";
import { resolveProduct } from "#app/models/catalogue/product.server.ts";
import { chosenVariant, type ProductSummary } from "#app/models/catalogue/product.ts";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { listProductCards } from "#app/models/listing/listing.server.ts";
import { type OfferTerms, productMarkup } from "#app/models/seo/schema-org-product.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";
import { reviewFragment } from "#app/routes/reviews/reviews.server.ts";

import { fitPanelOf } from "./fit-panel.server.ts";
import {
  findPreview,
  previewMark,
  productOrPreview,
  refuseInPreview,
  noteViewed,
} from "./product-preview.server.ts";
import { answerProductForm } from "./product-form.server.ts";
import {
  explainedIn,
  findDeliveryMemory,
  galleryOf,
  partsShown,
  preorderOf,
  productFacts,
  productLabel,
  quantityProblem,
  redirectToChoice,
  requestedQuantity,
  shownPart,
  termsOf,
} from "./product.server.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export { headMeta as meta } from "#app/http/response/meta.ts";

/** In pixels; one of the generated widths. */
const STRUCTURED_IMAGE_WIDTH = 1280;

export async function loader({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const now = new Date();
  const { productId, preview } = await requestedProduct(request, now);
  const viewedIds = (await readViewedIds(request)).filter((id) => id !== productId);
  const [product, store, rules, home, viewed, compatibility, glossary] = await Promise.all([
    productOrPreview(productId, preview, now),
    findStore(),
    findDeliveryRules(),
    findHomeContent(),
    listProductCards(viewedIds, now),
    findCompatibility(productId),
    findGlossary(),
  ]);
  if (!product) throw await elsewhere(request);
  redirectToChoice(url, product);

  const swatch = url.searchParams.get("swatch");
  const variant = chosenVariant(product, { swatch, variant: url.searchParams.get("variant") });
  const delivery = await findDeliveryMemory(request, { product, rules, now });
  const [cookie, spaces] = await Promise.all([noteViewed(request, product.id), findMySpaces(request)]);
  const fit = await fitPanelOf(product, variant, { query: url.searchParams, spaces, now });
  const setItems = await findSetItems(product.set, variant.id);
  const problem = quantityProblem(url, product);
  const isRefused = problem !== null || hasErrors(fit);
  return json(
    {
      head: {
        title: swatch && variant.label ? `${product.name} in ${variant.label}` : product.pageTitle,
        description: product.metaDescription,
        canonicalPath: product.path,
        image: variant.image.file,
        kind: "product" as const,
        hasErrors: isRefused,
        noindex: !product.isListed,
        origin: shopOrigin(),
        storeName: store.name,
      },
      ...previewMark(preview),
      product: shownPart(product, store, preorderOf({ product, variant, store, rules, delivery, now })),
      related: product.related,
      similar: product.similar,
      reviews: await reviewFragment(request, product, store),
      variant,
      quantity: requestedQuantity(url, product) ?? product.quantityMinimum,
      quantityProblem: problem,
      gallery: galleryOf(product, variant, url.searchParams.get("image")),
      compatible: partsShown(compatibility, store),
      setItems,
      explained: explainedIn(product, glossary),
      fit,
      terms: termsOf(product, { store, rules, now }),
      label: await productLabel(request, product, store),
      facts: productFacts({ product, variant, store, rules, delivery, spaces, now }),
      viewed: { title: home.recently_viewed.title, products: viewed },
    },
    { status: isRefused ? 422 : 200, headers: cookie ? { "Set-Cookie": cookie } : {} },
  );
}

async function requestedProduct(request: Request, now: Date) {
  const preview = await findPreview(request, now);
  return { productId: preview?.id ?? (await productIdOf(request)), preview };
}

/** Throws where the path is no product's, or an old one. */
async function productIdOf(request: Request): Promise<number> {
  const resolved = await resolveProduct(pathSegments(request).slice(1));
  if (!resolved) throw await elsewhere(request);
  if (resolved.kind === "found") return resolved.productId;
  throw await elsewhere(request, {
    otherwise: movedPermanently(resolved.path + new URL(request.url).search),
  });
}

export const action = async ({ request }: ActionFunctionArgs) => {
  await refuseInPreview(request);
  return answerProductForm(request);
};

function hasErrors(fit: FitPanelProps | null): boolean {
  return Object.keys(fit?.question?.errors ?? {}).length > 0;
}

export default function ProductRoute() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<ProductFormAnswer>();
  const { product, gallery, fit, reviews, related, similar, viewed } = data;
  const page = (
    <>
      <StructuredData
        schemas={import.meta.env.SSR ? [productMarkup(product, structuredContext(data))] : null}
        path={product.path}
      />
      <div className={`wrap ${styles.head}`}>
        <Breadcrumbs crumbs={[...product.breadcrumbs, { name: product.name, path: null }]} />
        <div className={styles.page}>
          <Gallery key={`gallery ${product.id}`} productId={product.id} name={product.name} {...gallery} />
          <BuyPanel
            key={`buy ${product.id}`}
            product={product}
            variant={data.variant}
            answer={answer ?? null}
            quantity={Number(answer?.quantity ?? data.quantity) || data.quantity}
            quantityProblem={data.quantityProblem}
            facts={data.facts}
            compatible={data.compatible}
            explained={data.explained}
          />
        </div>
        <Label html={data.label} />
      </div>
      <div className={styles.below}>
        {data.setItems.length > 0 ? (
          <div className="wrap">
            <ProductSetBlock
              title="Complete the set"
              text={`What belongs to the ${product.name}.`}
              items={data.setItems}
              own={
                canBeBought(data.variant.stock)
                  ? { variantId: data.variant.id, price: data.variant.price.now }
                  : null
              }
            />
          </div>
        ) : null}
        {fit ? <FitPanel key={`fit ${product.id}`} {...fit} /> : null}
        <Reviews {...reviews} />
        {related.length > 0 ? (
          <TitledSection className="wrap column gap-8" id="related" look="d-lg" title="Goes well with">
            <ProductGrid products={related} level={3} />
          </TitledSection>
        ) : null}
        <Row id="similar" title="More like this" products={similar} />
        <Row id="viewed" title={viewed.title} products={viewed.products} />
      </div>
    </>
  );
  return framed(page, data.isPreview);
}

/** Pages of the desk have no script, so browsers need none of it. */
function framed(page: ReactElement, isPreview: boolean | undefined): ReactElement {
  return import.meta.env.SSR && isPreview ? <ProductPreview>{page}</ProductPreview> : page;
}

type ContextData = Readonly<{ terms: OfferTerms; head: Readonly<{ origin: string; storeName: string }> }>;

function structuredContext({ terms, head }: ContextData) {
  const { origin, storeName } = head;
  return {
    terms,
    origin,
    storeName,
    imagePath: (file: string) => paths.image(file, STRUCTURED_IMAGE_WIDTH),
  };
}

function Label({ html }: Readonly<{ html?: string | undefined }>) {
  return html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : null;
}

type RowProps = Readonly<{ id: string; title: string; products: ReadonlyArray<ProductSummary> }>;

function Row({ id, title, products }: RowProps) {
  if (products.length === 0) return null;
  return (
    <TitledSection className="wrap column gap-5" id={id} title={title}>
      <ProductCarousel products={products} />
    </TitledSection>
  );
}
