import type { ReactNode } from "react";

import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";

import styles from "./listing-head.module.css";

/** Pixels of the original. */
const BANNER = { width: 1920, height: 900 } as const;

const WALLS: Readonly<Record<string, string>> = {
  "banners/wooden-toys.jpg": "toys",
  "banners/nursery-furniture.jpg": "furniture",
  "banners/pushchairs-prams.jpg": "prams",
  "banners/gifts-by-age.jpg": "gifts",
};

export type ListingHeadProps = Readonly<{
  title: string;
  text?: ReactNode;
  /** Only a banner is shown here, not a product's image. */
  image: string | null;
}>;

export function ListingHead({ title, text, image }: ListingHeadProps) {
  const wall = image ? WALLS[image] : undefined;
  if (!image || !wall) {
    return (
      <header className="column gap-3 measure above-4 below-2">
        <h1 className="d-xl">{title}</h1>
        {text ? <p className="lead">{text}</p> : null}
      </header>
    );
  }
  return (
    <header className={styles.head} data-wall={wall}>
      <ShopImage image={{ file: image, alt: "", ...BANNER }} sizes={IMAGE_SIZES.banner} priority />
      <div className={styles.copy}>
        <h1 className="d-xl">{title}</h1>
        {text ? <p className="lead">{text}</p> : null}
      </div>
    </header>
  );
}
