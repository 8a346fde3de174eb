import { Form, Link } from "@remix-run/react";
import type { FocusEvent, FormEvent } from "react";

import { FieldError } from "#app/components/form/field.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { Quantity } from "#app/components/ui/quantity.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { formFields } from "#app/hooks/plain-form.ts";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { type CartLine, lineProblemText } from "#app/models/cart/cart.ts";
import { madeForYouText } from "#app/models/platform/made-for-you.ts";
import { stockText } from "#app/models/catalogue/inventory/stock.ts";
import { lowestBeforeText, type Price } from "#app/models/catalogue/product.ts";
import { type Money, multiplyMoney } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import row from "#app/components/order/product-line.module.css";
import styles from "./basket-line.module.css";
import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";
import { type BasketGift, GiftForm } from "./gift-form.tsx";

const INTENTS = { set: "set-quantity", fewer: "decrease", more: "increase" } as const;

type BasketLineProps = Readonly<{
  line: CartLine;
  /** "Tuesday 24 to Wednesday 25 November", or null without delivery. */
  promise: string | null;
  gift: BasketGift | null;
  answer: CartAnswer | null;
}>;

export function BasketLine({ line, promise, gift, answer }: BasketLineProps) {
  const form = useLineForm(line, answer);
  const about = [line.variantLabel, line.ageText].filter(Boolean).join(", ");
  return (
    <li className={row.line} id={line.id}>
      <Link className={row.image} to={line.path} tabIndex={-1} aria-hidden="true">
        <ShopImage image={line.image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
      </Link>
      <div>
        <h2 className="item-name">
          <Link to={line.path}>{line.name}</Link>
        </h2>
        {about ? <p className="sm muted">{about}</p> : null}
        {line.personalisation ? <p className="xs muted">{madeForYouText(line.personalisation)}</p> : null}
        <LineStock line={line} />
        {form.refusal ? (
          <div role="alert">
            <FieldError id={`${line.id}-error`} error={refusalText(form.refusal)} />
          </div>
        ) : null}
        {/* noValidate: a quantity above the stock gets the server's message. */}
        <Form
          method="post"
          action={paths.cart()}
          className="cluster gap-1 gap-x-3 above-3"
          noValidate
          replace
          preventScrollReset
          onSubmit={form.onSubmit}
          onBlur={form.onBlur}
        >
          <input type="hidden" name="lineId" value={line.id} />
          {line.isForSale ? <LineQuantity line={line} quantity={form.quantity} /> : null}
          <Button nativeType="submit" kind="quiet" size="is-small" name="intent" value="remove">
            Remove<span className="visually-hidden"> {line.name}</span>
          </Button>
          <Button nativeType="submit" kind="quiet" size="is-small" name="intent" value="save-for-later">
            Save for later<span className="visually-hidden"> {line.name}</span>
          </Button>
          {line.personalisation ? null : <ToGiftList line={line} />}
        </Form>
      </div>
      {line.isForSale ? <LineTotal price={line.price} quantity={form.quantity} /> : null}
      <div className={`column gap-2 ${styles.extra}`}>
        {promise ? (
          <p className="sm muted icon-text tops">
            <Icon name="truck" size="small" />
            <span>{upperFirst(promise)}</span>
          </p>
        ) : null}
        <Warnings warnings={line.warnings} />
        {gift ? <GiftForm line={line} gift={gift} answer={answer} /> : null}
      </div>
    </li>
  );
}

function ToGiftList({ line }: Readonly<{ line: CartLine }>) {
  const { id, variantId, quantity, name } = line;
  return (
    <ButtonLink
      kind="quiet"
      size="is-small"
      to={paths.addToGiftList({ variant: variantId, quantity, line: id })}
    >
      Add to a gift list instead<span className="visually-hidden">: {name}</span>
    </ButtonLink>
  );
}

function LineQuantity({ line, quantity }: Readonly<{ line: CartLine; quantity: number }>) {
  return (
    <>
      <Quantity
        value={quantity}
        min={line.quantityMinimum}
        max={line.quantityMaximum}
        label={`Quantity of ${line.name}`}
        intents={INTENTS}
      />
      <noscript>
        <Button nativeType="submit" kind="quiet" size="is-small" name="intent" value={INTENTS.set}>
          Update<span className="visually-hidden"> the quantity of {line.name}</span>
        </Button>
      </noscript>
    </>
  );
}

function LineStock({ line }: Readonly<{ line: CartLine }>) {
  const problem = lineProblemText(line);
  if (problem) return <FieldError id={`${line.id}-problem`} error={problem} />;
  if (line.stock === "in-stock") return null;
  return (
    <p className={line.stock === "low-stock" ? "sm berry" : "sm"}>{stockText(line.stock, line.available)}</p>
  );
}

function refusalText({
  message,
  explanation,
}: Readonly<{ message: string; explanation: string | null }>): string {
  return explanation ? `${message}. ${explanation}` : `${message}.`;
}

function LineTotal({ price, quantity }: Readonly<{ price: Price; quantity: number }>) {
  const locale = useLocale();
  const times = (amount: Money) => multiplyMoney(amount, quantity);
  const { percentOff } = price;
  const total = { now: times(price.now), was: price.was && times(price.was), percentOff };
  const lowest = lowestBeforeText(price, locale);
  return (
    <div className={row.total}>
      <PriceText locale={locale} price={total} />
      {quantity > 1 ? (
        <p className={`xs muted ${styles.each}`}>
          <PriceText locale={locale} as="span" price={{ ...price, was: null }} /> each
        </p>
      ) : null}
      {lowest ? <p className={`xs muted ${styles.each}`}>{lowest}</p> : null}
    </div>
  );
}

function Warnings({ warnings }: Readonly<{ warnings: ReadonlyArray<string> }>) {
  const [first, ...others] = warnings;
  if (!first) return null;
  return (
    <div className={`xs muted measure ${styles.warnings}`}>
      <p>{first}</p>
      {others.length > 0 ? (
        <details className="fold-link">
          <summary>{others.length === 1 ? "1 more warning" : `${others.length} more warnings`}</summary>
          <ul className="column gap-1">
            {others.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

/** Optimistic quantity changes. Removing a line navigates instead, because its answer outlives the line. */
function useLineForm(line: CartLine, answer: CartAnswer | null) {
  const fetcher = useBasketFetcher();

  function send(fields: FormData) {
    fetcher.submit(fields, { method: "post", action: paths.cart(), preventScrollReset: true });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const fields = formFields(event.nativeEvent as SubmitEvent);
    if (takesAway(fields)) return;
    event.preventDefault();
    send(fields);
  }

  /** A typed number counts on blur, without Enter. */
  function onBlur(event: FocusEvent<HTMLFormElement>) {
    const field: EventTarget = event.target;
    if (!(field instanceof HTMLInputElement) || field.name !== "quantity") return;
    if (field.value === String(line.quantity) || event.currentTarget.contains(event.relatedTarget)) return;
    const fields = new FormData(event.currentTarget);
    fields.set("intent", "set-quantity");
    if (!takesAway(fields)) send(fields);
  }

  return {
    onSubmit,
    onBlur,
    quantity: optimisticQuantity(line, fetcher.formData),
    refusal: refusalOf(line, fetcher.data ?? null) ?? refusalOf(line, answer),
  };
}

function takesAway(fields: FormData): boolean {
  const intent = fields.get("intent");
  return (
    intent === "remove" ||
    intent === "save-for-later" ||
    (intent === "set-quantity" && Number(fields.get("quantity")) === 0)
  );
}

function optimisticQuantity(line: CartLine, fields: FormData | undefined): number {
  const limit = (targetQuantity: number) =>
    Math.max(1, Math.min(targetQuantity, Math.max(1, line.quantityMaximum)));
  switch (fields?.get("intent")) {
    case "increase":
      return limit(line.quantity + 1);
    case "decrease":
      return limit(line.quantity - 1);
    case "set-quantity":
      return limit(Number(fields.get("quantity")) || line.quantity);
    default:
      return line.quantity;
  }
}

function refusalOf(line: CartLine, answer: CartAnswer | null): CartRefusal | null {
  return answer?.ok === false && answer.lineId === line.id && !answer.gift ? answer : null;
}
