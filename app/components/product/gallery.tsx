import { Link } from "@remix-run/react";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "#app/components/ui/icon.tsx";
import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";
import { loadOptional } from "#app/hooks/load-optional.ts";
import { usePictureAddress } from "#app/hooks/picture-address.ts";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";
import type { ProductPicture } from "#app/models/catalogue/product-page.ts";
import styles from "./gallery.module.css";
import { useImageZoom } from "./use-image-zoom.ts";
import type { ZoomDialog } from "./zoom-dialog.tsx";

/** Pixels of the zoomed image, which a link opens without scripts. */
const BIG_WIDTH = 1536;

/** An image, with the colour's name if it shows another variant. */
export type GalleryPicture = ProductPicture &
  Readonly<{
    shownIn: string | null;
    /** The page with this image as the large one. */
    path: string;
  }>;

export type GalleryProps = Readonly<{
  name: string;
  /** The chosen variant's images first. At least one. */
  pictures: ReadonlyArray<GalleryPicture>;
  /** From 0. */
  chosen: number;
  others: ReadonlyArray<Readonly<{ label: string; path: string; picture: ProductPicture }>>;
}>;

type NumberedPicture = Readonly<{ picture: GalleryPicture; index: number }>;

/**
 * One large picture, which zooms, and the others as links that make them the large one: the address says which, so
 * that it works without script. The Zoom link is the big file; with script it opens the zoom dialog instead.
 */
export function Gallery({ name, pictures, chosen, others }: GalleryProps) {
  const { zoom, dialog } = useZoomDialog({ name, pictures });
  const { zoomLink, onChoose } = useChosenInView(chosen);
  const numbered = pictures.map((picture, index) => ({ picture, index }));
  const small = numbered.filter(({ index }) => index !== chosen);

  return (
    <section
      className={styles.side}
      data-rows={pictures.length > 1 ? "many" : "one"}
      aria-label={`Images of ${name}`}
    >
      <ul className={styles.gallery}>
        {numbered
          .filter(({ index }) => index === chosen)
          .map((main) => (
            <MainPicture
              key={main.picture.file}
              {...main}
              count={pictures.length}
              link={zoomLink}
              onZoom={zoom}
            />
          ))}
        {small.map((one, place) => (
          <SmallPicture
            key={one.picture.file}
            {...one}
            count={pictures.length}
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
function useZoomDialog({ name, pictures }: Pick<GalleryProps, "name" | "pictures">) {
  const ref = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [Dialog, setDialog] = useState<typeof ZoomDialog | null>(null);

  function zoom(event: MouseEvent<HTMLAnchorElement>, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const big = event.currentTarget.href;
    void loadOptional(() => import("./zoom-dialog.tsx")).then((loaded) => {
      if (!loaded) {
        window.location.assign(big);
        return;
      }
      flushSync(() => {
        setDialog(() => loaded.ZoomDialog);
        setOpen(index);
      });
      ref.current?.showModal();
    });
  }

  const dialog = Dialog ? (
    <Dialog name={name} pictures={pictures} index={open} onShow={setOpen} dialog={ref} />
  ) : null;
  return { zoom, dialog };
}

type MainPictureProps = NumberedPicture &
  Readonly<{
    count: number;
    link: RefObject<HTMLAnchorElement>;
    onZoom: (event: MouseEvent<HTMLAnchorElement>, index: number) => void;
  }>;

function MainPicture({ picture, index, count, link, onZoom }: MainPictureProps) {
  const big = usePictureAddress()(picture.file, BIG_WIDTH);
  const zoom = useImageZoom<HTMLDivElement>(big);
  // Once the large file has loaded, `sizes` makes the browser show it.
  const sizes = zoom.state === "zoomed" ? `${BIG_WIDTH}px` : PICTURE_SIZES.productMain;
  return (
    <li className={styles.main}>
      <figure>
        <div className={styles.stage} {...zoom.stage}>
          <Picture picture={picture} sizes={sizes} melt="product" priority />
        </div>
        <a className={styles.zoom} href={big} ref={link} onClick={(event) => onZoom(event, index)}>
          <Icon name="zoom" size="small" />
          Zoom
          <span className="visually-hidden">{` image ${index + 1} of ${count}`}</span>
        </a>
        <ShownIn label={picture.shownIn} />
      </figure>
    </li>
  );
}

type SmallPictureProps = NumberedPicture &
  Readonly<{ count: number; isWide: boolean; onChoose: (index: number) => void }>;

function SmallPicture({ picture, index, count, isWide, onChoose }: SmallPictureProps) {
  return (
    <li className={isWide ? styles.wide : undefined}>
      <figure>
        <Link
          className={styles.photo}
          to={picture.path}
          preventScrollReset
          replace
          onClick={() => onChoose(index)}
        >
          <span className="visually-hidden">{`Show image ${index + 1} of ${count}: `}</span>
          <Picture picture={picture} sizes={isWide ? PICTURE_SIZES.inScale : PICTURE_SIZES.productDetail} />
        </Link>
        <ShownIn label={picture.shownIn} />
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
        {others.map(({ label, path, picture }) => (
          <li key={path}>
            <Link to={path} prefetch="intent" preventScrollReset replace>
              <Picture picture={picture} alt="" sizes="80px" melt="paper" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The link of a picture goes when the picture becomes the large one: the keyboard goes along before anybody can press
 * the next key, and the sight after it, because the router still scrolls back to where the window was.
 * `chosen`: which picture is the large one, from 0.
 */
function useChosenInView(chosen: number) {
  const zoomLink = useRef<HTMLAnchorElement>(null);
  const wanted = useRef<number | null>(null);
  useBrowserLayoutEffect(() => {
    if (wanted.current === chosen) zoomLink.current?.focus({ preventScroll: true });
  }, [chosen]);
  useEffect(() => {
    if (wanted.current !== chosen) return;
    wanted.current = null;
    zoomLink.current?.closest("ul")?.scrollTo({ left: 0 });
    zoomLink.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return { zoomLink, onChoose: (index: number) => (wanted.current = index) };
}
