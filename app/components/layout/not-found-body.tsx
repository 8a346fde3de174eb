import type { ReactNode } from "react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { truncated } from "#app/models/shared/text.ts";
import styles from "./not-found-body.module.css";
import { ErrorLinks } from "./error-links.tsx";

const MESSAGE_MAX_CHARACTERS = 200;

const SHAPE_SORTER = { file: "products/shape-sorter-1.jpg", alt: "", width: 1200, height: 1200 };

export type NotFoundBodyProps = Readonly<{
  message: string;
  children?: ReactNode;
}>;

export function NotFoundBody({ message, children }: NotFoundBodyProps) {
  return (
    <div className="wrap">
      <div className={`centre ${styles.page}`}>
        <div className="picture">
          <ShopImage image={SHAPE_SORTER} sizes="(min-width: 504px) 352px, 70vw" melt="paper" priority />
        </div>
        <h1 className="d-xl">That doesn’t fit here</h1>
        <p className={`lead ${styles.message}`}>{truncated(message, MESSAGE_MAX_CHARACTERS)}</p>
        <ErrorLinks words={wordsOf(message)} />
      </div>
      {children}
    </div>
  );
}

const OF_CATALOGUE = /: \/(?:c|category|p|products|brands)\/(?:[^?]*\/)?([^?/]+)/i;

/** What a lost address of the catalogue was about: "rainbow stacker" of "Page Not Found: /p/stackers/rainbow-stacker?x". */
function wordsOf(message: string): string {
  return OF_CATALOGUE.exec(message)?.[1]?.replaceAll("-", " ") ?? "";
}
