import { Link } from "@remix-run/react";

import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import type { LostPage } from "#app/models/content/content.ts";
import { truncated } from "#app/models/shared/text.ts";
import { ErrorLinks } from "./error-links.tsx";

const MESSAGE_MAX_CHARACTERS = 200;

const SHAPE_SORTER = { file: "products/shape-sorter-1.jpg", alt: "", width: 1200, height: 1200 };

export function NotFoundBody({ message, products }: LostPage) {
  return (
    <div className="wrap">
      <div className="centre page-room">
        <div className="picture">
          <ShopImage image={SHAPE_SORTER} sizes="(min-width: 504px) 352px, 70vw" melt="paper" priority />
        </div>
        <h1 className="d-xl">That doesn’t fit here</h1>
        <p className="lead pre-line">{truncated(message, MESSAGE_MAX_CHARACTERS)}</p>
        <ErrorLinks words={wordsOf(message)} />
      </div>
      {products.length > 0 ? (
        <>
          <div className="row-head">
            <h2 className="d-lg">You might like these</h2>
          </div>
          <ul className="grid grid-4 unlined">
            {products.map(({ name, path, image, price }) => (
              <li key={path}>
                <Link to={path}>
                  <ShopImage image={image} alt="" sizes={IMAGE_SIZES.card} melt="paper" />
                  <span className="item-name block">{name}</span>
                </Link>
                {price}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

const OF_CATALOGUE = /: \/(?:c|category|p|products|brands)\/(?:[^?]*\/)?([^?/]+)/i;

/** What a lost address of the catalogue was about: "rainbow stacker" of "Page Not Found: /p/stackers/rainbow-stacker?x". */
function wordsOf(message: string): string {
  return OF_CATALOGUE.exec(message)?.[1]?.replaceAll("-", " ") ?? "";
}
