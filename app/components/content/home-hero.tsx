import { Link } from "@remix-run/react";

import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import type { HomeContent } from "#app/models/content/content.ts";

import styles from "./home.module.css";

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
        <div className={styles.heroActions}>
          {main ? (
            <ButtonLink size="is-large" to={main.href} prefetch="intent">
              {main.label}
            </ButtonLink>
          ) : null}
          {others.map(({ label, href }) => (
            <Link key={href} className="link link-arrow" to={href} prefetch="intent">
              {label}
              <Icon name="arrow" size="small" />
            </Link>
          ))}
        </div>
      </div>
    </section>
  );
}
