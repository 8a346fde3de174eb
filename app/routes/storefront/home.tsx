import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { AgeRuler } from "#app/components/age/age-ruler.tsx";
import {
  HomeBlog,
  HomeClosing,
  HomeDepartments,
  HomeHero,
  HomeNewsletter,
  HomeProducts,
  HomePromises,
  HomeStory,
} from "#app/components/content/home-sections.tsx";
import styles from "#app/components/content/home.module.css";
import { promiseIcon } from "#app/components/layout/promise-icon.ts";
import { StructuredData } from "#app/components/layout/structured-data.tsx";
import { ProductCarousel } from "#app/components/product/product-carousel.tsx";
import { ArrowLink } from "#app/components/ui/button.tsx";
import { shopOrigin } from "#app/http/request/origin.server.ts";
import { readViewedIds } from "#app/http/session/viewed-cookie.server.ts";
import {
  findHomeContent,
  listHomeArticles,
  listProductCardsBySlug,
} from "#app/models/content/content.server.ts";
import { listProductCards, listProducts } from "#app/models/listing/listing.server.ts";
import { shopOf, shopSchemas } from "#app/models/seo/schema-org.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { homeTitle } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";
import { listAgeBands } from "#app/routes/catalogue/age-bands.server.ts";

export { headMeta as meta } from "#app/http/response/meta.ts";

const ROW = 4;

export async function loader({ request }: LoaderFunctionArgs) {
  const now = new Date();
  const [home, store, viewedIds] = await Promise.all([
    findHomeContent(),
    findStore(),
    readViewedIds(request),
  ]);
  const [bands, fresh, popular, articles, viewed] = await Promise.all([
    listAgeBands(),
    listFresh(store.newInDays, now),
    listProductCardsBySlug(home.featured.products, now),
    listHomeArticles(home.blog.picks),
    listProductCards(viewedIds, now),
  ]);
  const [story, second] = home.editorial;
  return {
    head: {
      title: homeTitle(store),
      description: store.metaDescription,
      canonicalPath: paths.home(),
      image: home.hero.image,
      origin: shopOrigin(),
      storeName: store.name,
    },
    shop: shopOf(store),
    hero: home.hero,
    bands,
    departments: home.departments,
    fresh: { ...home.new_in, ...fresh },
    stories: { first: story ?? null, second: second ?? null },
    popular: { title: home.featured.title, products: popular },
    blog: home.blog,
    articles,
    viewed: { title: home.recently_viewed.title, products: viewed },
    promises: home.usps.map((promise) => ({ ...promise, icon: promiseIcon(promise.icon) })),
    email: home.newsletter,
    closing: home.closing,
    contact: { phone: store.contact.phone, phoneE164: store.contact.phoneE164, email: store.contact.email },
  };
}

/** New products, or the newest ones without the date line (requirement listing-1). */
async function listFresh(days: number, now: Date) {
  const lately = await listProducts({ scope: { kind: "new", days }, sort: "newest", page: 1, now });
  if (lately.total > 0) return { products: lately.products.slice(0, ROW) };
  const newest = await listProducts({ scope: { kind: "all" }, sort: "newest", page: 1, now });
  return { products: newest.products.slice(0, ROW), text: "" };
}

export default function HomeRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className={styles.page}>
      <StructuredData
        schemas={import.meta.env.SSR ? shopSchemas(data.shop, data.head.origin) : null}
        path={paths.home()}
      />
      <HomeHero hero={data.hero} />
      <section className="wrap" aria-labelledby="ages">
        <div className="row-head">
          <div className="stack-small">
            <h2 className="d-xl" id="ages">
              Gifts by age
            </h2>
            <p className="lead">Pick an age. We only show toys that are safe for it.</p>
          </div>
          <ArrowLink to={paths.giftsByAge()} prefetch="intent">
            All gifts by age
          </ArrowLink>
        </div>
        <AgeRuler bands={data.bands} />
      </section>
      <HomeDepartments departments={data.departments} />
      <HomeProducts id="fresh" title={data.fresh.title} products={data.fresh.products} text={data.fresh.text}>
        <ArrowLink to={data.fresh.href} prefetch="intent">
          All new arrivals
        </ArrowLink>
      </HomeProducts>
      {data.stories.first ? <HomeStory story={data.stories.first} tone="dark" /> : null}
      <HomeProducts id="most-popular" title={data.popular.title} products={data.popular.products}>
        <ArrowLink to={paths.categories()} prefetch="intent">
          See everything
        </ArrowLink>
      </HomeProducts>
      {data.stories.second ? <HomeStory story={data.stories.second} tone="milk" /> : null}
      <HomeBlog blog={data.blog} articles={data.articles} />
      {data.viewed.products.length > 0 ? (
        <section className="wrap" aria-labelledby="viewed">
          <div className="row-head">
            <h2 className="d-md" id="viewed">
              {data.viewed.title}
            </h2>
          </div>
          <ProductCarousel products={data.viewed.products} />
        </section>
      ) : null}
      <HomePromises promises={data.promises} />
      <HomeNewsletter words={data.email} />
      <HomeClosing closing={data.closing} contact={data.contact} />
    </div>
  );
}
