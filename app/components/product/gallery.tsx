import { Link } from "@remix-run/react";
import { type MouseEvent, useRef, useState } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";
import type { ProductPicture } from "#app/models/product-page.ts";
import { paths } from "#app/paths.ts";

import styles from "./gallery.module.css";
import { ZoomDialog } from "./zoom-dialog.tsx";

/** Width in pixels of the picture that a link opens without script. */
const LINK_WIDTH = 1536;

/** A picture and, where it shows another colour than the chosen one, that colour's name. */
export type GalleryPicture = ProductPicture & Readonly<{ shownIn: string | null }>;

export type GalleryProps = Readonly<{
  name: string;
  /** The chosen variant's first. At least one. */
  pictures: ReadonlyArray<GalleryPicture>;
  /** The product in its other colours. `path` is an address. */
  others: ReadonlyArray<Readonly<{ label: string; path: string; picture: ProductPicture }>>;
}>;

/** Every picture is a link to its big file; with script the links open the zoom dialog instead. */
export function Gallery({ name, pictures, others }: GalleryProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState<number | null>(null);

  function zoom(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !dialog.current) return;
    event.preventDefault();
    setOpen(index);
    dialog.current.showModal();
  }

  return (
    <section
      className={styles.side}
      data-rows={pictures.length > 1 ? "many" : "one"}
      aria-label={`Pictures of ${name}`}
    >
      <ul className={styles.gallery}>
        {pictures.map((picture, index) => (
          <GalleryItem
            key={picture.file}
            picture={picture}
            place={{ index, count: pictures.length }}
            onZoom={zoom}
          />
        ))}
      </ul>
      <OtherColours others={others} />
      <ZoomDialog name={name} pictures={pictures} index={open} onShow={setOpen} dialog={dialog} />
    </section>
  );
}

type GalleryItemProps = Readonly<{
  picture: GalleryPicture;
  place: Readonly<{ index: number; count: number }>;
  onZoom: (event: MouseEvent, index: number) => void;
}>;

function GalleryItem({ picture, place, onZoom }: GalleryItemProps) {
  const { index, count } = place;
  const big = paths.image(picture.file, LINK_WIDTH);
  if (index === 0) {
    return (
      <li className={styles.main}>
        <figure>
          <Picture picture={picture} sizes={PICTURE_SIZES.productMain} melt="product" priority />
          <a className={styles.zoom} href={big} onClick={(event) => onZoom(event, index)}>
            <Icon name="zoom" size="small" />
            Zoom
            <span className="visually-hidden">{` image 1 of ${count}`}</span>
          </a>
        </figure>
      </li>
    );
  }
  // Two beside each other; an odd one at the end takes the whole width.
  const isWide = index === count - 1 && index % 2 === 1;
  return (
    <li className={isWide ? styles.wide : undefined}>
      <figure>
        <a className={styles.photo} href={big} onClick={(event) => onZoom(event, index)}>
          <span className="visually-hidden">{`Zoom image ${index + 1} of ${count}: `}</span>
          <Picture picture={picture} sizes={isWide ? PICTURE_SIZES.inScale : PICTURE_SIZES.productDetail} />
        </a>
        {picture.shownIn ? <figcaption className="xs muted">Shown in {picture.shownIn}</figcaption> : null}
      </figure>
    </li>
  );
}

function OtherColours({ others }: Pick<GalleryProps, "others">) {
  if (others.length === 0) return null;
  return (
    <div className={styles.others}>
      <p className="sm strong">Also in</p>
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
