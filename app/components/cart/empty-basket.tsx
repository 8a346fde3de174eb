import { ButtonLink } from "#app/components/ui/button.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import type { ProductImage, ProductSummary } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import { BasketNotices } from "./basket-notices.tsx";
import { RecentlyViewed } from "./basket-page.tsx";
import styles from "./basket-page.module.css";
import type { CartAnswer } from "./cart-answer.ts";

export type EmptyBasketProps = Readonly<{
  image: ProductImage | null;
  recentlyViewed: ReadonlyArray<ProductSummary>;
  /** The cart expired. */
  isExpired: boolean;
  /** The cart has become an order. */
  isOrdered?: boolean;
  note: Note | null;
  answer: CartAnswer | null;
}>;

export function EmptyBasket(props: EmptyBasketProps) {
  const { image, recentlyViewed, isExpired, isOrdered = false, note, answer } = props;
  const department = useRootData()?.departments[0];
  return (
    <>
      <div className="wrap">
        <div className={`centre ${styles.empty}`}>
          <div className={styles.note}>
            <NoteNotice note={answer ? null : note} />
            <BasketNotices
              answer={answer}
              isExpired={isExpired && !answer?.ok}
              isOrdered={isOrdered && !answer?.ok}
            />
          </div>
          {image ? (
            <ShopImage
              className={styles.image}
              image={image}
              alt=""
              sizes="(min-width: 503px) 352px, 70vw"
              melt="paper"
            />
          ) : null}
          <h1 className="d-xl">Your basket is empty</h1>
          <p className="lead">
            {itemsLabel(0)}. Once you add something, we keep your basket for 90 days, even if you close the
            browser.
          </p>
          <div className={styles.ways}>
            {department ? (
              <ButtonLink size="is-large" to={paths.category(department.path)} prefetch="intent">
                Shop {department.name.toLowerCase()}
              </ButtonLink>
            ) : null}
            <ButtonLink kind="line" size="is-large" to={paths.giftsByAge()} prefetch="intent">
              Find a gift by age
            </ButtonLink>
          </div>
        </div>
      </div>
      <RecentlyViewed products={recentlyViewed} />
    </>
  );
}
