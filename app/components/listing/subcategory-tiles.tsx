import { Link } from "@remix-run/react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";

import styles from "./subcategory-tiles.module.css";

/** Pixels of an image's original. */
const SIDE = 1200;

export type Subcategory = Readonly<{ name: string; to: string; image: string | null; isCurrent?: boolean }>;

type KindsProps = Readonly<{ kinds: ReadonlyArray<Subcategory>; label: string }>;

export function SubcategoryTiles({ kinds, label }: KindsProps) {
  if (kinds.length === 0) return null;
  return <CachedFragment as="nav" aria-label={label} part={Row} of={{ kinds }} />;
}

function Row({ kinds }: Pick<KindsProps, "kinds">) {
  return (
    <ul className={styles.kinds}>
      {kinds.map(({ name, to, image, isCurrent }) => (
        <li key={to}>
          <Link
            className={styles.kind}
            to={to}
            prefetch="intent"
            aria-current={isCurrent ? "page" : undefined}
          >
            {image ? (
              <ShopImage image={{ file: image, alt: "", width: SIDE, height: SIDE }} sizes="44px" />
            ) : null}
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
