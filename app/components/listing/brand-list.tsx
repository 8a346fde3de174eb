import { Link } from "@remix-run/react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { Brand } from "#app/models/catalogue/brand.ts";
import { paths } from "#app/paths.ts";

import styles from "./brand-list.module.css";

/** Pixels of an image's original. */
const SIDE = 1200;
const ALPHABET = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

export type BrandEntry = Pick<Brand, "slug" | "name" | "country" | "image"> & Readonly<{ count: string }>;

export function BrandCards({ brands }: Readonly<{ brands: ReadonlyArray<BrandEntry> }>) {
  return (
    <ul className={styles.cards}>
      {brands.map((brand) => (
        <li key={brand.slug}>
          <Link className={styles.card} to={paths.brand(brand.slug)} prefetch="intent">
            <b className="d-sm">{brand.name}</b>
            <span className="sm">{brand.country}</span>
            <ShopImage
              image={{ file: brand.image, alt: "", width: SIDE, height: SIDE }}
              sizes="(min-width: 1100px) 17vw, (min-width: 600px) 37vw, 32vw"
              melt="tint"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function BrandsByLetter({ brands }: Readonly<{ brands: ReadonlyArray<BrandEntry> }>) {
  const groups = ALPHABET.map((letter) => ({
    letter,
    brands: brands.filter(({ name }) => name.toUpperCase().startsWith(letter)),
  }));
  return (
    <>
      <nav className={styles.letters} aria-label="Brands A to Z">
        {groups.map(({ letter, brands: some }) =>
          some.length > 0 ? (
            <a key={letter} href={`#brands-${letter}`}>
              {letter}
            </a>
          ) : (
            <span key={letter} aria-hidden="true">
              {letter}
            </span>
          ),
        )}
      </nav>
      <div className={styles.columns}>
        {groups.map(({ letter, brands: some }) =>
          some.length > 0 ? (
            <section key={letter} id={`brands-${letter}`} aria-labelledby={`letter-${letter}`}>
              <h3 id={`letter-${letter}`}>{letter}</h3>
              <ul className="plain">
                {some.map((brand) => (
                  <li key={brand.slug}>
                    <Link to={paths.brand(brand.slug)} prefetch="intent">
                      <span>{brand.name}</span>
                      <span className="sm muted">{brand.count}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ) : null,
        )}
      </div>
    </>
  );
}
