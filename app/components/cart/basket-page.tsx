import { Form, Link } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";

import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ProductCarousel } from "#app/components/product/product-carousel.tsx";
import { ProductSetBlock } from "#app/components/product/product-set.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { FoldedGuarantee } from "#app/components/ui/folded-guarantee.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { announce } from "#app/hooks/announce.ts";
import { useRootData, useLocale } from "#app/hooks/use-root-data.ts";
import { type Cart, type CartLine, countItems, itemsLabel, linesForSale } from "#app/models/cart/cart.ts";
import type { GiftRules } from "#app/models/cart/gift.ts";
import { type CartPricing, estimateDelivery } from "#app/models/cart/pricing.ts";
import type { RemovedLine } from "#app/models/cart/removed-line.ts";
import type { SavedForLater } from "#app/models/cart/saved-for-later.ts";
import type { MissingItems } from "#app/models/catalogue/product-set.ts";
import type { ProductImage, ProductSummary } from "#app/models/catalogue/product.ts";
import { BASKET_GONE } from "#app/models/platform/basket-gone.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { currencyName } from "#app/models/shared/currency-name.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import type { LegalGuaranteeNotice } from "#app/models/store/legal-guarantee.ts";
import { paths } from "#app/paths.ts";

import { BasketLine } from "./basket-line.tsx";
import { isShownInPlace, type RefusalPlaces } from "./basket-refusal.ts";
import { BasketSummary } from "./basket-summary.tsx";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";
import { basketGift } from "./gift-form.tsx";
import { SavedNotice, SavedSection } from "./saved-for-later.tsx";

export type SavedItems = Readonly<{
  items: ReadonlyArray<SavedForLater>;
  justSavedId: string | null;
  isGuest: boolean;
}>;

type BasketPageProps = Readonly<{
  cart: Cart;
  pricing: CartPricing;
  coupon: CouponState | null;
  gift: GiftRules;
  recentlyViewed: ReadonlyArray<ProductSummary>;
  saved: SavedItems;
  note: Note | null;
  answer: CartAnswer | null;
  refusal?: CartRefusal | null;
  giftBaskets?: ReactNode;
  missing?: MissingItems | null;
  preorder: string | null;
  legalGuarantee?: LegalGuaranteeNotice | undefined;
}>;

export function BasketPage(props: BasketPageProps) {
  const locale = useLocale();
  const { cart, pricing, coupon, gift, recentlyViewed, saved, note, answer, refusal = null } = props;
  const items = itemsLabel(countItems(linesForSale(cart.lines)));
  return (
    <>
      <div className="wrap">
        <h1 className="d-xl above-6 below-6">
          Basket <span className="muted d-md">{items}</span>
        </h1>
        <p className="visually-hidden" role="status">
          Basket, {items}, {formatMoney(pricing.totals.total, locale)} to pay
        </p>
        <div className="split">
          <div>
            <div className="notices">
              <PricedAnew cart={cart} pricing={pricing} />
              <JustSaved saved={saved} answer={answer} />
              <NoteNotice note={answer ? null : note} />
              <BasketNotices answer={refusal ?? answer} places={refusalPlaces(props)} />
            </div>
            <ul className="plain">
              {cart.lines.map((line) => (
                <BasketLine
                  key={line.id}
                  line={line}
                  promise={estimateDelivery(pricing.chosen, line.variantId)}
                  gift={basketGift(line, pricing, gift)}
                  answer={answer}
                />
              ))}
            </ul>
            {props.legalGuarantee ? <FoldedGuarantee {...props.legalGuarantee} /> : null}
            <p>
              <Link className="link link-arrow" to={paths.categories()} prefetch="intent">
                Continue shopping <Icon name="arrow" size="small" />
              </Link>
            </p>
          </div>
          <BasketSummary {...{ cart, pricing, coupon, answer }} preorder={props.preorder} />
          <SavedSection items={saved.items} isGuest={saved.isGuest} />
        </div>
        {props.missing ? (
          <ProductSetBlock
            title={`Goes with your ${props.missing.of}`}
            text={`${props.missing.items.length === 1 ? "This is" : "These are"} not in your basket yet.`}
            items={props.missing.items}
          />
        ) : null}
        {props.giftBaskets}
      </div>
      <RecentlyViewed products={recentlyViewed} />
    </>
  );
}

export function GiftsOnlyBasket({
  note,
  answer,
  giftBaskets,
  saved,
}: Pick<BasketPageProps, "note" | "answer" | "giftBaskets" | "saved">) {
  return (
    <div className="wrap">
      <h1 className="d-xl above-6 below-6">Basket</h1>
      <div className="notices">
        <NoteNotice note={answer ? null : note} />
        <BasketNotices answer={answer} />
      </div>
      {giftBaskets}
      <SavedSection items={saved.items} isGuest={saved.isGuest} />
    </div>
  );
}

function PricedAnew({ cart, pricing }: Pick<BasketPageProps, "cart" | "pricing">) {
  if (cart.formerCurrency === null) return null;
  const { currency } = pricing.totals.total;
  return (
    <Notice kind="info">
      Our prices are now in {currencyName(currency)}. We have updated the prices in your basket.
    </Notice>
  );
}

function JustSaved({ saved, answer }: Readonly<{ saved: SavedItems; answer: CartAnswer | null }>) {
  const item = answer ? undefined : saved.items.find(({ id }) => id === saved.justSavedId);
  return item ? <SavedNotice key={item.id} item={item} /> : null;
}

function refusalPlaces({ cart, pricing, coupon, gift }: BasketPageProps): RefusalPlaces {
  const hasGiftForm = (line: CartLine) => (basketGift(line, pricing, gift)?.fee ?? null) !== null;
  return {
    lineIds: cart.lines.map(({ id }) => id),
    giftLineIds: cart.lines.filter(hasGiftForm).map(({ id }) => id),
    hasCouponField: coupon === null,
  };
}

function RecentlyViewed({ products }: Readonly<{ products: ReadonlyArray<ProductSummary> }>) {
  if (products.length === 0) return null;
  return (
    <section className="section section-tight" aria-labelledby="viewed-heading">
      <div className="wrap">
        <h2 className="d-md below-5" id="viewed-heading">
          Recently viewed
        </h2>
        <ProductCarousel products={products} />
      </div>
    </section>
  );
}

type BasketNoticesProps = Readonly<{
  answer: CartAnswer | null;
  places?: RefusalPlaces;
  isExpired?: boolean;
  isOrdered?: boolean;
}>;

function BasketNotices({ answer, places, isExpired = false, isOrdered = false }: BasketNoticesProps) {
  if (answer?.ok) return answer.removed ? <Removed note={answer.removed} /> : null;
  if (answer && !(places && isShownInPlace(answer, places))) return <Refused refusal={answer} />;
  return <Lost isExpired={isExpired} isOrdered={isOrdered} />;
}

function Lost({ isExpired, isOrdered }: Readonly<{ isExpired: boolean; isOrdered: boolean }>) {
  if (isOrdered)
    return (
      <Notice kind="info">
        This basket has already been ordered and paid for, here or in another browser.
      </Notice>
    );
  if (!isExpired) return null;
  return <Notice kind="info">{BASKET_GONE}.</Notice>;
}

const announced = new WeakSet<RemovedLine>();

function Removed({ note }: Readonly<{ note: RemovedLine }>) {
  const name = note.variantLabel ? `${note.name}, ${note.variantLabel},` : note.name;
  useEffect(() => {
    // Removing the last line renders the notice a second time.
    if (announced.has(note)) return;
    announced.add(note);
    announce(`${name} removed from your basket`);
  }, [name, note]);
  return (
    <Notice action={note.canUndo ? <Undo note={note} /> : null}>
      <b className="strong">{name}</b> removed from your basket.
    </Notice>
  );
}

function Undo({ note }: Readonly<{ note: RemovedLine }>) {
  return (
    <Form method="post" action={paths.cart()} replace preventScrollReset>
      <input type="hidden" name="variantId" value={note.variantId} />
      <input type="hidden" name="quantity" value={note.quantity} />
      {note.words ? <input type="hidden" name="words" value={note.words} /> : null}
      {note.gift?.paper ? <input type="hidden" name="paper" value={note.gift.paper} /> : null}
      {note.gift?.message ? <input type="hidden" name="message" value={note.gift.message} /> : null}
      <SubmitButton
        kind="line"
        size="is-small"
        intent="undo"
        label="Undo"
        pendingLabel="Undoing"
        describe={`the removal of ${note.name}`}
      />
    </Form>
  );
}

function Refused({ refusal }: Readonly<{ refusal: CartRefusal }>) {
  const { message, explanation, retry } = refusal;
  return (
    <RefusalNotice refusal={refusal}>
      <b className="strong">{message}.</b> {explanation}
      {retry ? (
        <>
          {" "}
          <Link className="link" to={retryAddress(retry)}>
            Back to {retry.name}
          </Link>
        </>
      ) : null}
    </RefusalNotice>
  );
}

function retryAddress({ path, quantity }: NonNullable<CartRefusal["retry"]>): string {
  if (quantity === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}quantity=${encodeURIComponent(quantity)}`;
}

type EmptyBasketProps = Readonly<{
  image: ProductImage | null;
  recentlyViewed: ReadonlyArray<ProductSummary>;
  isExpired: boolean;
  isOrdered?: boolean;
  saved: SavedItems;
  note: Note | null;
  answer: CartAnswer | null;
}>;

export function EmptyBasket(props: EmptyBasketProps) {
  const { image, recentlyViewed, isExpired, isOrdered = false, saved, note, answer } = props;
  const department = useRootData()?.departments[0];
  return (
    <>
      <div className="wrap">
        <div className="centre page-room">
          <div className="notices">
            <JustSaved saved={saved} answer={answer} />
            <NoteNotice note={answer ? null : note} />
            <BasketNotices
              answer={answer}
              isExpired={isExpired && !answer?.ok}
              isOrdered={isOrdered && !answer?.ok}
            />
          </div>
          {image ? (
            <ShopImage
              className="picture"
              image={image}
              alt=""
              sizes="(min-width: 503px) 352px, 70vw"
              melt="paper"
            />
          ) : null}
          <h1 className="d-xl">Your basket is empty</h1>
          <p className="lead">
            When you add something, we keep your basket for 90 days, even if you close the browser.
          </p>
          <div className="cluster centred gap-3">
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
        <SavedSection items={saved.items} isGuest={saved.isGuest} />
      </div>
      <RecentlyViewed products={recentlyViewed} />
    </>
  );
}
