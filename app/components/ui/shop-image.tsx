import { useImageUrl } from "#app/hooks/image-url.ts";
import { useSaveData } from "#app/hooks/save-data.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { IMAGE_SCREENS, IMAGE_WIDTHS, type ImageWidth } from "#app/services/images/image-widths.ts";

import styles from "./shop-image.module.css";

export const IMAGE_SIZES = {
  card: "(min-width: 1024px) 22vw, (min-width: 768px) 31vw, 46vw",
  listingCard: "(min-width: 1024px) 23vw, (min-width: 768px) 31vw, 46vw",
  productMain: "(min-width: 1024px) 52vw, 62vw",
  productDetail: "(min-width: 1024px) 26vw, 62vw",
  inScale: "(min-width: 1024px) 52vw, 62vw",
  ruler: "(min-width: 768px) 18.5vw, 116px",
  agePick: "(min-width: 768px) 18.5vw, 84px",
  hero: "(min-width: 1100px) 96vw, 100vw",
  banner: "(min-width: 900px) 67vw, 92vw",
  blog: "(min-width: 768px) 31vw, 92vw",
  thumb: "136px",
} as const;

/** In pixels. */
const FALLBACK_WIDTH = 640;
/** In pixels, with Save-Data. */
const SAVING_MAX_WIDTH = 640;
const DENSITY_MAX = 3;
/** A fixed size: "136px" alone, or at the end of "(min-width: 768px) 16vw, 116px". */
const PIXEL_SIZE = /(?:^|[,)]\s*)(\d+)px/;

export type ImageProps = Readonly<{
  image: ProductImage;
  sizes: string;
  priority?: boolean;
  melt?: "paper" | "tint" | "product" | "none";
  alt?: string;
  className?: string;
}>;

export function ShopImage({ image, sizes, priority = false, melt = "none", alt, className }: ImageProps) {
  const address = useImageUrl();
  const savesData = useSaveData();
  const widths = offeredWidths(sizes, image.width, savesData);
  const classes = [MELT_CLASS[melt], className].filter(Boolean).join(" ");
  return (
    <img
      className={classes || undefined}
      src={address(image.file, widths.findLast((width) => width <= FALLBACK_WIDTH) ?? FALLBACK_WIDTH)}
      srcSet={widths.map((width) => `${address(image.file, width)} ${width}w`).join(", ")}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt ?? image.alt}
      {...(priority ? { fetchpriority: "high" } : { loading: "lazy" as const })}
      decoding={priority ? undefined : "async"}
    />
  );
}

/** In pixels. Nothing beyond the first width that holds the whole original, because images are never made larger. */
function offeredWidths(sizes: string, original: number, savesData: boolean): ReadonlyArray<ImageWidth> {
  const pixels = Number(PIXEL_SIZE.exec(sizes)?.[1] ?? Infinity);
  const fixed = sizes === `${pixels}px` ? pixels : null;
  const known: ReadonlyArray<ImageWidth> = pixels < IMAGE_SCREENS[0] ? IMAGE_WIDTHS : IMAGE_SCREENS;
  const useful = known.filter((width) => width >= (fixed ?? 0));
  const enough = useful.findIndex((width) => width >= Math.min(original, (fixed ?? Infinity) * DENSITY_MAX));
  const offered = enough === -1 ? useful : useful.slice(0, enough + 1);
  return savesData ? offered.filter((width, place) => place === 0 || width <= SAVING_MAX_WIDTH) : offered;
}

const MELT_CLASS = {
  paper: `${styles.melt} ${styles.paper}`,
  tint: `${styles.melt} ${styles.tint}`,
  product: `${styles.melt} ${styles.product}`,
  none: "",
} satisfies Record<NonNullable<ImageProps["melt"]>, string>;
