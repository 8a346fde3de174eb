import type { ReactNode } from "react";

import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";

import styles from "./listing-head.module.css";

/** Size in pixels of every banner's original. */
const BANNER = { width: 1920, height: 900 } as const;

/** The colour of the wall in each banner: the ground that its picture fades into. */
const WALLS: Readonly<Record<string, string>> = {
  "banners/wooden-toys.jpg": "toys",
  "banners/nursery-furniture.jpg": "furniture",
  "banners/pushchairs-prams.jpg": "prams",
  "banners/gifts-by-age.jpg": "gifts",
};

export type ListingHeadProps = Readonly<{
  title: string;
  text?: ReactNode;
  /** Picture file; only a banner makes a wall, a product's picture is left to the list. */
  image: string | null;
}>;

export function ListingHead({ title, text, image }: ListingHeadProps) {
  const wall = image ? WALLS[image] : undefined;
  if (!image || !wall) {
    return (
      <header className={styles.plain}>
        <h1 className="d-xl">{title}</h1>
        {text ? <p className="lead">{text}</p> : null}
      </header>
    );
  }
  return (
    <header className={styles.head} data-wall={wall}>
      <Picture picture={{ file: image, alt: "", ...BANNER }} sizes={PICTURE_SIZES.banner} priority />
      <div className={styles.copy}>
        <h1 className="d-xl">{title}</h1>
        {text ? <p className="lead">{text}</p> : null}
      </div>
    </header>
  );
}
