import { type RefObject, useEffect, useRef } from "react";

import { focusPage } from "#app/components/layout/route-announcer.tsx";
import { ButtonLink, IconButton } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { MeterBar } from "#app/components/ui/meter-bar.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { itemsLabel } from "#app/models/cart/cart.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import styles from "./mini-basket.module.css";
import { useAnswerHere } from "./use-add-to-cart.ts";

export function AddedPanel({ added }: Readonly<{ added: AddedToCart | null }>) {
  const { answer } = useAnswerHere();
  const latest = answer?.ok ? answer.added : added;
  if (!latest) return null;
  // A new key opens the panel again after it was closed.
  return <MiniBasket key={`${latest.line.id} ${latest.version}`} added={latest} />;
}

function MiniBasket({ added }: Readonly<{ added: AddedToCart }>) {
  const locale = useLocale();
  const { line, count, items, deliveryText, freeDeliveryShare } = added;
  const dialog = useRef<HTMLDialogElement>(null);

  usePanelFocus(dialog);

  return (
    <dialog ref={dialog} open className={styles.panel} aria-labelledby="added-heading">
      <div className={`icon-text tops ends ${styles.head}`}>
        <div role="status">
          <h2 id="added-heading" tabIndex={-1} className={`d-sm icon-text ${styles.heading}`}>
            <Icon name="check" />
            Added to your basket
          </h2>
        </div>
        <form method="dialog">
          <IconButton nativeType="submit" icon="close" label="Close" />
        </form>
      </div>
      <div className="media above-4 below-4">
        <ShopImage image={line.image} alt="" sizes="88px" melt="tint" />
        <div>
          <b className="strong">{line.name}</b>
          <p className="sm muted">
            {[line.variantLabel, line.ageText, `quantity ${line.quantity}`].filter(Boolean).join(", ")}
          </p>
          <PriceText locale={locale} price={line.price} />
          {added.others.length > 0 ? <p className="sm">Together with {listText(added.others)}</p> : null}
        </div>
      </div>
      <div className="column gap-2 section-line">
        <p className="cluster ends">
          <span>Basket, {itemsLabel(count)}</span> <b className="strong tnum">{formatMoney(items, locale)}</b>
        </p>
        {freeDeliveryShare === null ? null : <MeterBar value={freeDeliveryShare} />}
        <p className="sm muted">{deliveryText}</p>
      </div>
      <div className="column gap-2 above-5">
        <ButtonLink wide to={paths.checkout()}>
          Go to checkout
        </ButtonLink>{" "}
        <ButtonLink kind="line" wide to={paths.cart()}>
          View basket
        </ButtonLink>
      </div>
    </dialog>
  );
}

function usePanelFocus(dialog: RefObject<HTMLDialogElement>): void {
  const isOpenedByScript = useHydrated();
  useEffect(() => {
    const opener = document.activeElement;
    const panel = dialog.current;
    if (isOpenedByScript) panel?.querySelector("h2")?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") panel?.close();
    };
    const onClose = () => {
      if (document.activeElement === document.body || panel?.contains(document.activeElement))
        giveFocusBack(opener);
    };
    document.addEventListener("keydown", onKey);
    panel?.addEventListener("close", onClose);
    return () => {
      document.removeEventListener("keydown", onKey);
      panel?.removeEventListener("close", onClose);
    };
    // Later changes must not move the focus.
  }, []);
}

function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus({ preventScroll: true });
  else focusPage();
}
