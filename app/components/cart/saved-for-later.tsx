import { Form, Link } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { SAVED_GUEST_DAYS, type SavedForLater } from "#app/models/cart/saved-for-later.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import styles from "./saved-for-later.module.css";

type SavedSectionProps = Readonly<{ items: ReadonlyArray<SavedForLater>; isGuest: boolean }>;

export function SavedSection({ items, isGuest }: SavedSectionProps) {
  if (items.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="saved-heading">
      <div className={`cluster ends gap-2 gap-x-6 ${styles.head}`}>
        <h2 className="d-lg" id="saved-heading">
          Saved for later
        </h2>
        <p className="sm muted">
          {itemsLabel(items.length)}.{" "}
          {isGuest ? (
            <>
              Kept for {SAVED_GUEST_DAYS} days, or with{" "}
              <Link className="link" to={paths.account()}>
                your account
              </Link>
              .
            </>
          ) : (
            "Kept with your account."
          )}
        </p>
      </div>
      <ul>
        {items.map((item) => (
          <SavedLine key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function SavedLine({ item }: Readonly<{ item: SavedForLater }>) {
  const locale = useLocale();
  const { name, path, image, price, quantity, state } = item;
  const label = state.kind === "variant-gone" ? null : item.variantLabel;
  const about = [label, item.ageText, quantity > 1 ? `Quantity ${quantity}` : null].filter(Boolean);
  return (
    <li className="media tops">
      <div>{image ? <ShopImage image={image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" /> : null}</div>
      <div>
        <h3 className="item-name small-name">{path ? <Link to={path}>{name}</Link> : name}</h3>
        {about.length > 0 ? <p className="sm muted">{about.join(", ")}</p> : null}
        {price ? <PriceText locale={locale} price={price} /> : null}
        <Change item={item} />
        <State item={item} />
      </div>
      <Form
        method="post"
        action={paths.cart()}
        className={`cluster gap-1 gap-x-3 ${styles.actions}`}
        replace
        preventScrollReset
      >
        <input type="hidden" name="savedId" value={item.id} />
        <Onward item={item} />
        <Button nativeType="submit" kind="quiet" size="is-small" name="intent" value="remove-saved">
          Remove<span className="visually-hidden"> {name} from your saved items</span>
        </Button>
      </Form>
    </li>
  );
}

function Change({ item: { change } }: Readonly<{ item: SavedForLater }>) {
  const locale = useLocale();
  if (change === null) return null;
  if (change.kind === "dearer")
    return <p className="sm muted">Was {formatMoney(change.was, locale)} when you saved it</p>;
  return (
    <p className="sm icon-text holly">
      <Icon name="check" size="small" />
      {formatMoney(change.by, locale)} less than when you saved it
    </p>
  );
}

function State({ item: { state, variantLabel } }: Readonly<{ item: SavedForLater }>) {
  switch (state.kind) {
    case "available": {
      const left = state.left === null ? "" : `${state.left} left`;
      if (!state.isBack) return left ? <p className="sm">{left}</p> : null;
      return (
        <p className="sm icon-text strong">
          <Icon name="check" size="small" />
          Back in stock{left ? `. ${left}` : ""}
        </p>
      );
    }
    case "sold-out":
      return (
        <p className="sm icon-text">
          <Icon name="bell" size="small" />
          Sold out
        </p>
      );
    case "variant-gone":
      return <p className="sm">No longer made{variantLabel ? ` in ${variantLabel}` : " like this"}</p>;
    case "not-for-sale":
      return <p className="sm">We no longer sell this</p>;
  }
}

function Onward({ item: { name, path, variantId, state } }: Readonly<{ item: SavedForLater }>) {
  const hidden = <span className="visually-hidden"> {name}</span>;
  switch (state.kind) {
    case "available":
      return (
        <SubmitButton
          kind="line"
          size="is-small"
          intent="move-to-basket"
          label="Move to basket"
          pendingLabel="Moving"
          describe={name}
        />
      );
    case "sold-out":
      return (
        <ButtonLink kind="line" size="is-small" to={paths.stockAlerts({ variant: variantId })}>
          Tell me when it is back{hidden}
        </ButtonLink>
      );
    case "variant-gone":
      return (
        <ButtonLink kind="line" size="is-small" to={path ?? paths.search(name)}>
          Choose another{hidden}
        </ButtonLink>
      );
    case "not-for-sale":
      return (
        <ButtonLink kind="line" size="is-small" to={paths.search(name)}>
          See something like it{hidden}
        </ButtonLink>
      );
  }
}

export function SavedNotice({ item }: Readonly<{ item: SavedForLater }>) {
  const name = item.variantLabel ? `${item.name}, ${item.variantLabel},` : item.name;
  return (
    <Notice role="status" action={item.state.kind === "available" ? <UndoSave item={item} /> : null}>
      <b className="strong">{name}</b> is saved for later.
    </Notice>
  );
}

function UndoSave({ item }: Readonly<{ item: SavedForLater }>) {
  return (
    <Form method="post" action={paths.cart()} replace preventScrollReset>
      <input type="hidden" name="savedId" value={item.id} />
      <SubmitButton
        kind="line"
        size="is-small"
        intent="move-to-basket"
        label="Undo"
        pendingLabel="Undoing"
        describe={`saving ${item.name} for later`}
      />
    </Form>
  );
}
