import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { HomeContent } from "#app/models/content/content.ts";
import { paths } from "#app/paths.ts";

import styles from "./home.module.css";

const TONES = ["toys", "blue", "blush", "furniture"] as const;
const WALL = { width: 1920, height: 900 } as const;
const PRODUCT = { width: 1200, height: 1200 } as const;

export function HomeDepartments({ departments }: Pick<HomeContent, "departments">) {
  return (
    <section className="wrap" aria-labelledby="departments">
      <h2 className="visually-hidden" id="departments">
        Departments
      </h2>
      <ul className={styles.tiles}>
        {departments.map(({ category, title, text, image }, index) => {
          const isBanner = image.startsWith("banners/");
          return (
            <li key={category}>
              <Link
                className={styles.tile}
                to={paths.category(category)}
                prefetch="intent"
                data-kind={isBanner ? "wall" : "product"}
                data-tone={TONES[index % TONES.length]}
              >
                <ShopImage
                  image={{ file: image, alt: "", ...(isBanner ? WALL : PRODUCT) }}
                  sizes={isBanner ? "(min-width: 768px) 56vw, 92vw" : "(min-width: 768px) 32vw, 78vw"}
                  melt={isBanner ? "none" : "tint"}
                />
                <div className={styles.tileCopy}>
                  <h3 className="d-lg">{title}</h3>
                  <p>{text}</p>
                  <span className="link link-arrow">
                    Shop {title.toLowerCase()}
                    <Icon name="arrow" size="small" />
                  </span>
                </div>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
