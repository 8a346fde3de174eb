import { Picture } from "#app/components/ui/picture.tsx";

import styles from "./thumbs.module.css";

/** In pixels. */
const PICTURE_SIDE = 1024;

type Item = Readonly<{ name: string; image: string }>;

/** The names are for screen readers. */
export function Thumbs({
  items,
  ground = "paper",
}: Readonly<{ items: ReadonlyArray<Item>; ground?: "paper" | "tint" }>) {
  return (
    <span className={styles.thumbs}>
      {items.map(({ name, image }, index) => (
        <Picture
          key={`${index} ${image}`}
          picture={{ file: image, alt: name, width: PICTURE_SIDE, height: PICTURE_SIDE }}
          sizes="56px"
          melt={ground}
        />
      ))}
    </span>
  );
}
