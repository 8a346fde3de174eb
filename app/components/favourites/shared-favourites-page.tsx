import { Form, Link } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ProductCard } from "#app/components/product/product-card.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FavouriteCard } from "#app/models/wishlist/wishlist.ts";
import { paths } from "#app/paths.ts";

import styles from "./favourites-page.module.css";
import { SaveButton } from "./save-button.tsx";
import { useFavouriteIds } from "./use-card-requests.ts";

export type SharedFavouritesPageProps = Readonly<{
  cards: ReadonlyArray<FavouriteCard>;
  isOwn: boolean;
  path: string;
}>;

export function SharedFavouritesPage({ cards, isOwn, path }: SharedFavouritesPageProps) {
  const favourites = useFavouriteIds();
  return (
    <div className="wrap column gap-8 page-top">
      <div className="stack-small">
        <h1 className="d-xl">Shared favourites</h1>
        <p className="lead">
          {cards.length === 0
            ? "There are no favourites here at the moment."
            : `${cards.length === 1 ? "1 product" : `${cards.length} products`} someone has shared with you.`}
        </p>
      </div>
      {isOwn ? (
        <Notice
          kind="info"
          action={
            <Link className="link" to={`${paths.favourites()}#share`}>
              Back to your favourites
            </Link>
          }
        >
          These are your own favourites, as other people see them.
        </Notice>
      ) : null}
      {cards.length > 0 && !isOwn ? (
        <Form method="post" action={path}>
          <SubmitButton label="Save all to my favourites" />
        </Form>
      ) : null}
      <ul className="grid grid-4">
        {cards.map(({ product, variantId, variantLabel }) => (
          <li key={product.id}>
            <div className={styles.tile}>
              <ProductCard product={product} level={2} place={null} />
              <SaveButton
                product={product}
                variantId={variantId}
                isSaved={favourites.includes(product.id)}
                place="shared"
                look="card"
              />
            </div>
            {variantLabel ? <p className="sm muted">{variantLabel}</p> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
