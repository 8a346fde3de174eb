import type { Picture as PictureData } from "#app/models/product.ts";
import { paths } from "#app/paths.ts";
import { IMAGE_WIDTHS } from "#app/services/images/images-port.ts";
import styles from "./picture.module.css";

/** How wide each use of a picture is on the page: a true `sizes` for the browser's choice. */
export const PICTURE_SIZES = {
  card: "(min-width: 1024px) 22vw, (min-width: 768px) 31vw, 46vw",
  listingCard: "(min-width: 1024px) 23vw, (min-width: 768px) 31vw, 46vw",
  productMain: "(min-width: 1024px) 52vw, 94vw",
  productDetail: "(min-width: 1024px) 26vw, 86vw",
  inScale: "(min-width: 1024px) 52vw, 86vw",
  ruler: "(min-width: 768px) 16vw, 116px",
  hero: "(min-width: 1100px) 96vw, 100vw",
  banner: "(min-width: 900px) 67vw, 92vw",
  journal: "(min-width: 768px) 31vw, 92vw",
  thumb: "136px",
} as const;

/** The width that a browser without `srcset` gets, in pixels. */
const FALLBACK_WIDTH = 640;

export type PictureProps = Readonly<{
  picture: PictureData;
  /** The `sizes` attribute, such as PICTURE_SIZES.card. */
  sizes: string;
  /** The one largest picture of a page. All others load when they come near. */
  priority?: boolean;
  /** Lets the studio floor of the photograph run into the ground it stands on. */
  melt?: "paper" | "tint" | "product" | "none";
  /** In place of the picture's own text; empty when the text beside it says the same. */
  alt?: string;
  className?: string;
}>;

export function Picture({ picture, sizes, priority = false, melt = "none", alt, className }: PictureProps) {
  const classes = [MELT_CLASS[melt], className].filter(Boolean).join(" ");
  return (
    <img
      className={classes || undefined}
      src={paths.image(picture.file, FALLBACK_WIDTH)}
      srcSet={pictureSrcSet(picture.file)}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt ?? picture.alt}
      {...(priority ? { fetchpriority: "high" } : { loading: "lazy" as const })}
      decoding={priority ? undefined : "async"}
    />
  );
}

/** The file in each of the six widths. */
function pictureSrcSet(file: string): string {
  return IMAGE_WIDTHS.map((width) => `${paths.image(file, width)} ${width}w`).join(", ");
}

const MELT_CLASS = {
  paper: `${styles.melt} ${styles.paper}`,
  tint: `${styles.melt} ${styles.tint}`,
  product: `${styles.melt} ${styles.product}`,
  none: "",
} satisfies Record<NonNullable<PictureProps["melt"]>, string>;
