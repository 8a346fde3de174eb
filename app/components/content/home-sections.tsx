import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { ProductGrid } from "#app/components/product/product-grid.tsx";
import { ArrowLink, Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductSummary } from "#app/models/catalogue/product.ts";
import type { ArticleSummary } from "#app/models/content/content.ts";
import type { HomeContent } from "#app/models/content/home-content.ts";
import type { Store } from "#app/models/store/store.ts";
import { paths } from "#app/paths.ts";

import { ArticleGrid } from "./article-grid.tsx";
import styles from "./home.module.css";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

/** Pixels of the original. */
const HERO = { width: 1920, height: 900 } as const;

export function HomeHero({ hero }: Readonly<{ hero: HomeContent["hero"] }>) {
  const [main, ...others] = hero.actions;
  return (
    <section className={styles.hero}>
      <div className={styles.heroImage}>
        <ShopImage image={{ file: hero.image, alt: hero.alt, ...HERO }} sizes={IMAGE_SIZES.hero} priority />
      </div>
      <div className={styles.heroCopy}>
        <h1 className="d-2xl">{hero.heading}</h1>
        <p className="lead">{hero.text}</p>
        <div className={`cluster gap-1 gap-x-5 ${styles.heroActions}`}>
          {main ? (
            <ButtonLink size="is-large" to={main.href} prefetch="intent">
              {main.label}
            </ButtonLink>
          ) : null}
          {others.map(({ label, href }) => (
            <ArrowLink key={href} to={href} prefetch="intent">
              {label}
            </ArrowLink>
          ))}
        </div>
      </div>
    </section>
  );
}

const TONES = ["toys", "blue", "blush", "furniture"] as const;
const WALL = { width: 1920, height: 900 } as const;
const PRODUCT = { width: 1200, height: 1200 } as const;

export function HomeDepartments({ departments }: Pick<HomeContent, "departments">) {
  return (
    <TitledSection className="wrap" id="departments" look="visually-hidden" title="Departments">
      <ul className={styles.tiles}>
        {departments.map(({ category, title, text, image }, index) => {
          const isBanner = image.startsWith("banners/");
          return (
            <li key={category}>
              <Link
                className={styles.tile}
                to={paths.category(category)}
                prefetch="intent"
                data-kind={isBanner ? "wall" : "product"}
                data-tone={TONES[index % TONES.length]}
              >
                <ShopImage
                  image={{ file: image, alt: "", ...(isBanner ? WALL : PRODUCT) }}
                  sizes={isBanner ? "(min-width: 768px) 56vw, 92vw" : "(min-width: 768px) 32vw, 78vw"}
                  melt={isBanner ? "none" : "tint"}
                />
                <div className={styles.tileCopy}>
                  <h3 className="d-lg">{title}</h3>
                  <p>{text}</p>
                  <span className="link link-arrow">
                    Shop {title.toLowerCase()}
                    <Icon name="arrow" size="small" />
                  </span>
                </div>
              </Link>
            </li>
          );
        })}
      </ul>
    </TitledSection>
  );
}

type HomeProductsProps = Readonly<{
  id: string;
  title: string;
  text?: string;
  products: ReadonlyArray<ProductSummary>;
  children: ReactNode;
}>;

export function HomeProducts({ id, title, text, products, children }: HomeProductsProps) {
  if (products.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby={id}>
      <div className="row-head">
        <div>
          <h2 className="d-lg" id={id}>
            {title}
          </h2>
          {text ? <p className="muted">{text}</p> : null}
        </div>
        {children}
      </div>
      <ProductGrid products={products} level={3} place={id} />
    </section>
  );
}

type HomePromise = Omit<HomeContent["usps"][number], "icon"> & Readonly<{ icon: IconName }>;

export function HomePromises({ promises }: Readonly<{ promises: ReadonlyArray<HomePromise> }>) {
  return (
    <TitledSection className="wrap" id="promises" look="visually-hidden" title="Why shop with us">
      <ul className={styles.promises}>
        {promises.map(({ icon, title, text, href }) => (
          <li key={title} className="column gap-2">
            <Icon name={icon} />
            <Link className="strong" to={href} prefetch="intent">
              {title}
            </Link>
            <p className="sm muted">{text}</p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

type HomeClosingProps = Readonly<{
  closing: HomeContent["closing"];
  contact: Pick<Store["contact"], "phone" | "phoneE164" | "email">;
}>;

export function HomeClosing({ closing, contact }: HomeClosingProps) {
  return (
    <section className="wrap" aria-labelledby="closing">
      <div className="tinted beside milk">
        <div>
          <h2 className="d-lg" id="closing">
            {closing.heading}
          </h2>
          <p className="lead">{closing.text}</p>
        </div>
        <ul className="column gap-1 pre-line">
          <li>
            <a className="link icon-text" href={`tel:${contact.phoneE164}`}>
              <Icon name="phone" size="small" />
              {contact.phone}
            </a>
          </li>
          <li>
            <a className="link icon-text" href={`mailto:${contact.email}`}>
              <Icon name="mail" size="small" />
              {contact.email}
            </a>
          </li>
        </ul>
      </div>
    </section>
  );
}

const SIZE = { width: 1200, height: 1200 } as const;

type HomeStoryProps = Readonly<{
  story: HomeContent["editorial"][number];
  tone: "dark" | "milk";
}>;

export function HomeStory({ story, tone }: HomeStoryProps) {
  return (
    <section className="wrap" aria-labelledby={`story-${story.key}`}>
      <div className={styles.story} data-layout={story.image ? story.layout : "text"} data-tone={tone}>
        <div className={tone === "dark" ? `${styles.storyCopy} on-dark` : styles.storyCopy}>
          <p className="eyebrow">{story.eyebrow}</p>
          <h2 className="d-xl" id={`story-${story.key}`}>
            {story.heading}
          </h2>
          <p className="lead">{story.text}</p>
          <ButtonLink kind={tone === "dark" ? "milk" : "line"} to={story.action.href} prefetch="intent">
            {story.action.label}
          </ButtonLink>
        </div>
        {story.image ? (
          <div className={`filled ${styles.storyImage}`}>
            <ShopImage
              image={{ file: story.image, alt: story.alt ?? "", ...SIZE }}
              sizes="(min-width: 900px) 47vw, 92vw"
            />
          </div>
        ) : null}
      </div>
    </section>
  );
}

type HomeBlogProps = Readonly<{
  blog: HomeContent["blog"];
  articles: ReadonlyArray<ArticleSummary>;
}>;

export function HomeBlog({ blog, articles }: HomeBlogProps) {
  if (articles.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="blog">
      <div className="row-head">
        <div>
          <h2 className="d-lg" id="blog">
            {blog.title}
          </h2>
          <p className="muted">{blog.text}</p>
        </div>
        <ArrowLink to={paths.blog()} prefetch="intent">
          All articles
        </ArrowLink>
      </div>
      <ArticleGrid articles={articles} level={3} />
    </section>
  );
}

export function HomeNewsletter({ words }: Readonly<{ words: HomeContent["newsletter"] }>) {
  return (
    <section className="wrap" aria-labelledby="letter">
      <div className="tinted beside">
        <div className="stack-small">
          <h2 className="d-lg" id="letter">
            {words.heading}
          </h2>
          <p className="lead">{words.text}</p>
        </div>
        <form method="post" action={paths.newsletter()} className="column gap-2" noValidate>
          <input type="hidden" name="from" value="home" />
          <label className="label" htmlFor="letter-email">
            Email address
          </label>
          <input id="letter-email" name="email" type="email" autoComplete="email" className="input" />
          <Button nativeType="submit">{words.button}</Button>
          <p className="xs">{words.small_print}</p>
        </form>
      </div>
    </section>
  );
}
