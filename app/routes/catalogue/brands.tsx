import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { BrandCards, BrandsByLetter } from "#app/components/listing/brand-list.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { countBrandProducts, listBrands } from "#app/models/catalogue/brand.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { countText } from "./product-list.server.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export { headMeta as meta } from "#app/http/response/meta.ts";

const FEATURED_BRANDS = 4;

export async function loader() {
  const [brands, counts, store] = await Promise.all([listBrands(), countBrandProducts(), findStore()]);
  const entries = brands.map(({ id, slug, name, country, image }) => {
    const productCount = counts.get(id) ?? 0;
    return { slug, name, country, image, productCount, count: countText(productCount, store) };
  });
  const featured = [...entries].sort((a, b) => b.productCount - a.productCount).slice(0, FEATURED_BRANDS);
  return json({
    head: {
      title: "Brands",
      description: `The ${brands.length} workshops whose wooden toys, prams and nursery furniture ${store.name} sells.`,
      canonicalPath: paths.brands(),
      origin: shopOrigin(),
      storeName: store.name,
    },
    brands: [...entries].sort((a, b) => a.name.localeCompare(b.name, store.locale)),
    featured,
  });
}

export default function BrandsRoute() {
  const { brands, featured } = useLoaderData<typeof loader>();
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Brands", path: null }]} />
      <div className="row-head">
        <div className="stack-small">
          <h1 className="d-xl">Brands</h1>
          <p className="lead">{`${brands.length} workshops, most of them small.`}</p>
        </div>
      </div>
      <section aria-labelledby="featured-makers">
        <h2 className="visually-hidden" id="featured-makers">
          Featured brands
        </h2>
        <BrandCards brands={featured} />
      </section>
      <TitledSection className="section" id="a-to-z" look="d-lg" title="A to Z">
        <BrandsByLetter brands={brands} />
      </TitledSection>
    </div>
  );
}
