import { Form, Link } from "@remix-run/react";

import { OwnerField } from "#app/components/form/owner-field.tsx";
import { ProductCard } from "#app/components/product/product-card.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { FavouriteCard } from "#app/models/wishlist/wishlist.ts";
import { favouriteText } from "#app/models/wishlist/wishlist.ts";
import { paths } from "#app/paths.ts";

export function FavouriteTile({ card }: Readonly<{ card: FavouriteCard }>) {
  const locale = useLocale();
  const { product, variantLabel, saving, variantId } = card;
  return (
    <div className="column gap-1">
      <ProductCard product={product} level={2} place={null} />
      {variantLabel ? <p className="sm muted">{variantLabel}</p> : null}
      {saving ? <p className="sm berry">{formatMoney(saving, locale)} less than when you saved it</p> : null}
      <Link
        className="link sm"
        to={paths.addToGiftList(variantId === null ? { product: product.id } : { variant: variantId })}
      >
        Add to a gift list<span className="visually-hidden">: {product.name}</span>
      </Link>
      <Form method="post" action={paths.favourites()} replace preventScrollReset>
        <OwnerField />
        <button
          type="submit"
          name="remove"
          value={favouriteText({ productId: product.id, variantId })}
          className="text-button sm"
        >
          <Icon name="bin" size="small" />
          Remove<span className="visually-hidden"> {product.name} from favourites</span>
        </button>
      </Form>
    </div>
  );
}
