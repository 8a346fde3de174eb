import { Link } from "@remix-run/react";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import type { SearchApart, SearchCategory, SearchResults } from "#app/models/search/search.ts";
import { paths } from "#app/paths.ts";
import { TitledSection } from "#app/components/ui/titled-section.tsx";
import styles from "./search.module.css";

export function SearchUnderstood({ filters }: Pick<SearchResults, "filters">) {
  if (filters.length === 0) return null;
  return (
    <div className="cluster below-3" role="group" aria-label="Filters from your search">
      <span className="sm muted" aria-hidden="true">
        Showing only:
      </span>
      <ul className="cluster">
        {filters.map(({ text, without }) => (
          <li key={text}>
            <Link className={`pill small-pill ${styles.applied}`} to={paths.search(without)}>
              <span className="visually-hidden">Remove filter: </span>
              {text}
              <Icon name="close" size="small" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SearchNote({ notice }: Pick<SearchResults, "notice">) {
  if (notice === null) return null;
  const { title, text, link, also } = notice;
  return (
    <TitledSection id="search-note" title={title} className="panel column gap-3 blue">
      <p>{text}</p>
      {link ? (
        <p>
          <ButtonLink to={link.path} prefetch="intent">
            {link.text}
          </ButtonLink>
        </p>
      ) : null}
      {also ? (
        <p className="sm">
          {also.before}{" "}
          <Link className="link" to={also.path} prefetch="intent">
            {also.text}
          </Link>
        </p>
      ) : null}
    </TitledSection>
  );
}

/** Parts, and what only looks like the products, below them. */
export function SearchAparts({ apart }: Pick<SearchResults, "apart">) {
  return apart.map((group, at) => <ApartList key={group.heading} group={group} id={`search-apart-${at}`} />);
}

function ApartList({ group, id }: Readonly<{ group: SearchApart; id: string }>) {
  return (
    <TitledSection id={id} title={group.heading} className="column gap-3">
      <ul className="beside ruled">
        {group.products.map(({ name, path, image, price }) => (
          <li key={path} className="media">
            <ShopImage image={image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
            <Link to={path} prefetch="intent">
              {name}
            </Link>
            <span>{price}</span>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export function SearchPages({ pages }: Pick<SearchResults, "pages">) {
  if (pages.length === 0) return null;
  return (
    <TitledSection id="search-pages" title="Help and information" className="column gap-3">
      <ChipLinks places={pages} />
    </TitledSection>
  );
}

type SearchBandProps = Readonly<{
  category: SearchCategory | null;
  image: ProductImage | null;
}>;

export function SearchBand({ category, image }: SearchBandProps) {
  if (category === null) return null;
  const { name, path, description } = category;
  return (
    <Link className="panel media unlined" to={path} prefetch="intent">
      {image ? <ShopImage image={{ ...image, alt: "" }} sizes={IMAGE_SIZES.thumb} melt="tint" /> : <span />}
      <span>
        <b className="d-xs block">{name}</b> <span className="muted">{description}</span>
      </span>
      <Icon name="right" />
    </Link>
  );
}

export function SearchChips({
  results,
}: Readonly<{ results: Pick<SearchResults, "categories" | "brands"> }>) {
  const places = [...results.categories, ...results.brands];
  if (places.length === 0) return null;
  return (
    <nav className="cluster below-3" aria-label="Matching departments and brands">
      <span className="sm muted" aria-hidden="true">
        Go to:
      </span>
      <ChipLinks places={places} />
    </nav>
  );
}

export function ChipLinks({
  places,
}: Readonly<{ places: ReadonlyArray<Readonly<{ name: string; path: string }>> }>) {
  return (
    <ul className="cluster">
      {places.map(({ name, path }) => (
        <li key={path}>
          <Link className="pill small-pill" to={path} prefetch="intent">
            {name}
            <Icon name="right" size="small" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
