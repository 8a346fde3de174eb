import { ShopImage } from "#app/components/ui/shop-image.tsx";

import styles from "./thumbnails.module.css";

/** In pixels. */
const IMAGE_SIDE = 1024;

type Item = Readonly<{ name: string; image: string }>;

export function Thumbnails({
  items,
  ground = "paper",
}: Readonly<{ items: ReadonlyArray<Item>; ground?: "paper" | "tint" }>) {
  return (
    <span className={styles.thumbs}>
      {items.map(({ name, image }, index) => (
        <ShopImage
          key={`${index} ${image}`}
          image={{ file: image, alt: name, width: IMAGE_SIDE, height: IMAGE_SIDE }}
          sizes="56px"
          melt={ground}
        />
      ))}
    </span>
  );
}
