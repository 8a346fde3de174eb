import { Link } from "@remix-run/react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { Brand } from "#app/models/catalogue/brand.ts";
import { paths } from "#app/paths.ts";

import styles from "./brand-list.module.css";

/** Pixels of an image's original. */
const SIDE = 1200;
const ALPHABET = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Digits and other scripts. */
const OTHER = "#";
const byBaseLetter = new Intl.Collator("en", { sensitivity: "base" });

export type BrandEntry = Pick<Brand, "slug" | "name" | "country" | "image"> & Readonly<{ count: string }>;

export function BrandCards({ brands }: Readonly<{ brands: ReadonlyArray<BrandEntry> }>) {
  return (
    <ul className={styles.cards}>
      {brands.map((brand) => (
        <li key={brand.slug}>
          <Link className={styles.card} to={paths.brand(brand.slug)} prefetch="intent">
            <b className="d-sm">{brand.name}</b>
            <span className="sm">{brand.country}</span>
            {brand.image === null ? null : (
              <ShopImage
                image={{ file: brand.image, alt: "", width: SIDE, height: SIDE }}
                sizes="(min-width: 1100px) 17vw, (min-width: 600px) 37vw, 32vw"
                melt="tint"
              />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** By its first letter or digit: "Ø" is O, "'t" is T, and "Æ" stands where it is sorted, under A. */
function letterOf(name: string): string {
  const first = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? "";
  if (!/\p{Script=Latin}/u.test(first)) return OTHER;
  return ALPHABET.findLast((letter) => byBaseLetter.compare(letter, first) <= 0) ?? OTHER;
}

function groupsOf(brands: ReadonlyArray<BrandEntry>) {
  const placed = brands.map((brand) => ({ brand, letter: letterOf(brand.name) }));
  const letters = placed.some(({ letter }) => letter === OTHER) ? [...ALPHABET, OTHER] : ALPHABET;
  return letters.map((letter) => ({
    letter,
    key: letter === OTHER ? "other" : letter,
    name: letter === OTHER ? "Other brands" : undefined,
    brands: placed.filter((one) => one.letter === letter).map(({ brand }) => brand),
  }));
}

export function BrandsByLetter({ brands }: Readonly<{ brands: ReadonlyArray<BrandEntry> }>) {
  const groups = groupsOf(brands);
  return (
    <>
      <nav className={styles.letters} aria-label="Brands A to Z">
        {groups.map(({ letter, key, name, brands: some }) =>
          some.length > 0 ? (
            <a key={key} href={`#brands-${key}`} aria-label={name}>
              {letter}
            </a>
          ) : (
            <span key={key} aria-hidden="true">
              {letter}
            </span>
          ),
        )}
      </nav>
      <div className={styles.columns}>
        {groups.map(({ letter, key, name, brands: some }) =>
          some.length > 0 ? (
            <section key={key} id={`brands-${key}`} aria-labelledby={`letter-${key}`}>
              <h3 id={`letter-${key}`}>{name ?? letter}</h3>
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
