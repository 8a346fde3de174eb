import { Link } from "@remix-run/react";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { showAbove } from "#app/components/ui/dialog.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { useImageUrl } from "#app/hooks/image-url.ts";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";
import type { ProductPageImage } from "#app/models/catalogue/product-page.ts";
import styles from "./gallery.module.css";
import { useImageZoom } from "./use-image-zoom.ts";
import type { ZoomDialog } from "./zoom-dialog.tsx";

/** Pixels of the zoomed image, which a link opens without scripts. */
const BIG_WIDTH = 1536;

export type GalleryImage = ProductPageImage &
  Readonly<{
    shownIn: string | null;
    path: string;
  }>;

export type GalleryProps = Readonly<{
  productId: number;
  name: string;
  /** The chosen variant's images first. At least one. */
  images: ReadonlyArray<GalleryImage>;
  /** From 0. */
  chosen: number;
  others: ReadonlyArray<Readonly<{ label: string; path: string; image: ProductPageImage }>>;
}>;

type NumberedImage = Readonly<{ image: GalleryImage; index: number }>;

/** The address says which image is the large one, so that it works without scripts. */
export function Gallery({ productId, name, images, chosen, others }: GalleryProps) {
  const { zoom, dialog } = useZoomDialog({ name, images });
  const { zoomLink, onChoose } = useChosenInView(chosen);
  const numbered = images.map((image, index) => ({ image, index }));
  const small = numbered.filter(({ index }) => index !== chosen);

  return (
    <section
      className={styles.side}
      data-rows={images.length > 1 ? "many" : "one"}
      aria-label={`Images of ${name}`}
    >
      <ul className={styles.gallery}>
        {numbered
          .filter(({ index }) => index === chosen)
          .map((main) => (
            <MainImage
              key={main.image.file}
              {...main}
              productId={productId}
              count={images.length}
              link={zoomLink}
              onZoom={zoom}
            />
          ))}
        {small.map((one, place) => (
          <SmallImage
            key={one.image.file}
            {...one}
            count={images.length}
            // Two in a row; an odd one at the end is wide.
            isWide={place === small.length - 1 && place % 2 === 0}
            onChoose={onChoose}
          />
        ))}
      </ul>
      <OtherColours others={others} />
      {dialog}
    </section>
  );
}

/** Loads the dialog at first use. If that fails, the link opens the image file. */
function useZoomDialog({ name, images }: Pick<GalleryProps, "name" | "images">) {
  const ref = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [Dialog, setDialog] = useState<typeof ZoomDialog | null>(null);

  function zoom(event: MouseEvent<HTMLAnchorElement>, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const big = event.currentTarget.href;
    void lazyOptional(() => import("./zoom-dialog.tsx")).then((loaded) => {
      if (!loaded) {
        window.location.assign(big);
        return;
      }
      flushSync(() => {
        setDialog(() => loaded.ZoomDialog);
        setOpen(index);
      });
      if (ref.current) showAbove(ref.current);
    });
  }

  const dialog = Dialog ? (
    <Dialog name={name} images={images} index={open} onShow={setOpen} dialog={ref} />
  ) : null;
  return { zoom, dialog };
}

type MainImageProps = NumberedImage &
  Readonly<{
    productId: number;
    count: number;
    link: RefObject<HTMLAnchorElement>;
    onZoom: (event: MouseEvent<HTMLAnchorElement>, index: number) => void;
  }>;

function MainImage({ productId, image, index, count, link, onZoom }: MainImageProps) {
  const big = useImageUrl()(image.file, BIG_WIDTH);
  const zoom = useImageZoom<HTMLDivElement>(big);
  // Once the large file has loaded, `sizes` makes the browser show it.
  const sizes = zoom.state === "zoomed" ? `${BIG_WIDTH}px` : IMAGE_SIZES.productMain;
  return (
    <li className={styles.main}>
      <figure>
        <div className={styles.stage} data-flies="to" data-product={`product-${productId}`} {...zoom.stage}>
          <ShopImage image={image} sizes={sizes} melt="product" priority />
        </div>
        <a
          className={`btn btn--milk ${styles.zoom}`}
          href={big}
          ref={link}
          onClick={(event) => onZoom(event, index)}
        >
          <Icon name="zoom" size="small" />
          Zoom
          <span className="visually-hidden">{` image ${index + 1} of ${count}`}</span>
        </a>
        <ShownIn label={image.shownIn} />
      </figure>
    </li>
  );
}

type SmallImageProps = NumberedImage &
  Readonly<{ count: number; isWide: boolean; onChoose: (index: number) => void }>;

function SmallImage({ image, index, count, isWide, onChoose }: SmallImageProps) {
  return (
    <li className={isWide ? styles.wide : undefined}>
      <figure>
        <Link
          className={`photo ${styles.photo}`}
          to={image.path}
          preventScrollReset
          replace
          onClick={() => onChoose(index)}
        >
          <span className="visually-hidden">{`Show image ${index + 1} of ${count}: `}</span>
          <ShopImage image={image} sizes={isWide ? IMAGE_SIZES.inScale : IMAGE_SIZES.productDetail} />
        </Link>
        <ShownIn label={image.shownIn} />
      </figure>
    </li>
  );
}

function ShownIn({ label }: Readonly<{ label: string | null }>) {
  return label === null ? null : <figcaption className="xs muted">Shown in {label}</figcaption>;
}

function OtherColours({ others }: Pick<GalleryProps, "others">) {
  if (others.length === 0) return null;
  return (
    <div className={styles.others}>
      <p className="sm strong">Also available in</p>
      <ul>
        {others.map(({ label, path, image }) => (
          <li key={path}>
            <Link to={path} prefetch="intent" preventScrollReset replace>
              <ShopImage image={image} alt="" sizes="80px" melt="paper" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The clicked link goes: the focus moves before the next key press, the scroll after the router has restored it. */
function useChosenInView(chosen: number) {
  const zoomLink = useRef<HTMLAnchorElement>(null);
  const target = useRef<number | null>(null);
  useBrowserLayoutEffect(() => {
    if (target.current === chosen) zoomLink.current?.focus({ preventScroll: true });
  }, [chosen]);
  useEffect(() => {
    if (target.current !== chosen) return;
    target.current = null;
    zoomLink.current?.closest("ul")?.scrollTo({ left: 0 });
    zoomLink.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return { zoomLink, onChoose: (index: number) => (target.current = index) };
}
