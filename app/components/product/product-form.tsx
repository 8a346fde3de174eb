import { Form } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useAddToCart } from "#app/components/cart/use-add-to-cart.ts";
import { FieldError } from "#app/components/form/field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { Quantity } from "#app/components/ui/quantity.tsx";
import { Swatches } from "#app/components/ui/swatches.tsx";
import { announce } from "#app/hooks/announce.ts";
import { scrollToElement } from "#app/hooks/scroll-to.ts";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { canBeBought, stockText } from "#app/models/catalogue/inventory/stock.ts";
import type { Product } from "#app/models/catalogue/product-page.ts";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";
import type { SafetyFacts } from "#app/models/catalogue/product-safety.ts";
import { optionField, type ProductOption, type Variant } from "#app/models/catalogue/product.ts";
import { formatMoney, formatShortMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";
import { AddToCartError } from "./add-to-cart-error.tsx";
import { AlertForm } from "./alert-form.tsx";
import styles from "./buy-panel.module.css";
import { type PersonalisationAnswer, PersonalisationField } from "./personalisation-field.tsx";
import { SafetyPanel } from "./safety-panel.tsx";
import { useVariantChoice, variantAddress } from "./use-variant-choice.ts";

export const BUY_FORM = "buy";

export type BuyableProduct = Omit<Product, "images" | "related" | "similar" | "personalisation" | "safety"> &
  Readonly<{
    safety: SafetyFacts;
    /** Null: it is no pre-order, whose day and payment the shop itself says. */
    preorder: Readonly<{ text: string; button: string }> | null;
    /** Null: nothing can be written on it. */
    personalisation: PersonalisationTexts | null;
  }>;

export type ProductFormAnswer = Readonly<{
  ok: boolean;
  personalisation: PersonalisationAnswer;
  /** A refusal that is not about the words, or null. */
  refusal: Readonly<{ message: string; explanation: string | null }> | null;
  quantity: string | null;
}>;

export type ProductFormProps = Readonly<{
  product: BuyableProduct;
  variant: Variant;
  quantity: number;
  quantityProblem?: Readonly<{ typed: string; message: string }> | null;
  answer?: ProductFormAnswer | null;
}>;

/** One form, so that without a script the chosen values go along with "Add to basket". */
export function ProductForm({ product, variant, quantity, quantityProblem, answer }: ProductFormProps) {
  const { form, choose, round } = useVariantChoice(product, variant);
  const add = useAddToCart();
  useVariantAnnouncement(variant);
  const { path, personalisation } = product;
  const canBuy = canBeBought(variant.stock);
  const { words, refusal, refused } = lastAnswer(answer, add.refusal);
  useRefusedField(form, refused ?? quantityProblem);
  return (
    <>
      <Form
        ref={form}
        id={BUY_FORM}
        className="column gap-5"
        // A sold-out variant has only the choice of another one.
        method={canBuy ? "post" : "get"}
        action={canBuy && !personalisation ? paths.cart() : path}
        preventScrollReset
        onSubmit={add.onSubmit}
        aria-label="Options and quantity"
      >
        {canBuy ? <HiddenFields product={product} variant={variant} /> : null}
        <div key={round} className="column gap-5" onChange={(event) => choose(event.target)}>
          <OptionFields options={product.options} variants={product.variants} variant={variant} />
        </div>
        <ShowOption product={product} />
        {canBuy ? (
          <>
            {personalisation ? (
              <PersonalisationField texts={personalisation} answer={words} path={path} />
            ) : null}
            <SafetyPanel product={product} />
            <BuyRow {...{ product, variant, quantity, quantityProblem, add }} />
          </>
        ) : null}
      </Form>
      {refusal ? <AddToCartError refusal={refusal} /> : null}
      {canBuy ? null : (
        <>
          <SoldOut key={variant.id} product={product} variant={variant} />
          <SafetyPanel product={product} />
        </>
      )}
    </>
  );
}

/** The first field that was refused comes into view and takes the focus, once for each `refusal`. */
function useRefusedField(form: RefObject<HTMLFormElement>, refusal: object | null | undefined): void {
  useEffect(() => {
    const field = refusal && form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-refused]");
    if (!field) return;
    field.focus({ preventScroll: true });
    scrollToElement(field.closest("fieldset") ?? field);
  }, [form, refusal]);
}

type CartRefusal = ReturnType<typeof useAddToCart>["refusal"];

/** About the words, and a refusal beside the form: scripts get theirs from the cart. `refused`: a new one each time. */
function lastAnswer(answer: ProductFormAnswer | null | undefined, fromCart: CartRefusal) {
  const words = wordsAnswer(answer?.personalisation ?? null, fromCart);
  const refusal = (words?.error ? null : fromCart) ?? answer?.refusal;
  return { words, refusal, refused: fromCart ?? words?.error };
}

function wordsAnswer(
  answer: PersonalisationAnswer | null,
  refusal: CartRefusal,
): PersonalisationAnswer | null {
  const { code = "", message = "" } = refusal ?? {};
  if (!code.startsWith("personalisation-")) return answer;
  const field = code === "personalisation-needed" ? "choice" : "words";
  const error = { field, message: `${message}.` } as const;
  return { choice: "", typed: "", ...answer, preview: null, error };
}

function useVariantAnnouncement({ id, label, price, stock, available }: Variant): void {
  const locale = useLocale();
  const announced = useRef(id);
  useEffect(() => {
    if (announced.current === id) return;
    announced.current = id;
    announce([label, formatMoney(price.now, locale), stockText(stock, available)].filter(Boolean).join(", "));
  }, [id, label, price, stock, available, locale]);
}

function HiddenFields({ product, variant }: Pick<ProductFormProps, "product" | "variant">) {
  return (
    <>
      {product.options.length > 0 || product.personalisation ? <DefaultButton /> : null}
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="variantId" value={variant.id} />
      <input type="hidden" name="redirectTo" value={product.path} />
    </>
  );
}

/** Enter presses the first submit button; without this one it would choose a variant. */
function DefaultButton() {
  return (
    <button
      type="submit"
      name="intent"
      value="add"
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
    >
      Add to basket
    </button>
  );
}

/** Takes the place of the script that follows a choice at once. */
function ShowOption({ product }: Pick<ProductFormProps, "product">) {
  if (product.options.length === 0) return null;
  return (
    <noscript>
      {import.meta.env.SSR ? (
        <Button nativeType="submit" kind="line" size="is-small" formMethod="get" formAction={product.path}>
          {showLabel(product)}
        </Button>
      ) : null}
    </noscript>
  );
}

const QUANTITY_ERROR = "quantity-error";

type BuyRowProps = ProductFormProps & Readonly<{ add: ReturnType<typeof useAddToCart> }>;

function BuyRow({ product, variant, quantity, quantityProblem, add }: BuyRowProps) {
  const maximum = Math.max(product.quantityMinimum, Math.min(product.quantityMaximum, variant.available));
  return (
    <>
      {quantityProblem ? (
        <div role="alert">
          <FieldError id={QUANTITY_ERROR} error={`${quantityProblem.message}.`} />
        </div>
      ) : null}
      <div className={styles.row}>
        <Quantity
          value={quantityProblem?.typed ?? Math.min(quantity, maximum)}
          errorId={quantityProblem ? QUANTITY_ERROR : undefined}
          min={product.quantityMinimum}
          max={maximum}
          label="Quantity"
          size="large"
        />
        <SubmitButton
          intent="add"
          size="is-large"
          wide
          label={product.preorder?.button ?? (variant.stock === "preorder" ? "Pre-order" : "Add to basket")}
          pendingLabel="Adding"
          fetcherState={add.isAdding ? "submitting" : "idle"}
        />
      </div>
      {product.preorder ? <p className="sm">{product.preorder.text}</p> : null}
    </>
  );
}

function showLabel(product: BuyableProduct): string {
  const [first, second] = product.options;
  return first && !second ? `Select ${first.name.toLowerCase()}` : "Select option";
}

type OptionFieldsProps = Readonly<{
  options: ReadonlyArray<ProductOption>;
  variants: ReadonlyArray<Variant>;
  variant: Variant;
}>;

function OptionFields({ options, variants, variant }: OptionFieldsProps) {
  const locale = useLocale();
  return (
    <>
      {options.map((option) => (
        <Swatches
          key={option.id}
          legend={option.name}
          name={optionField(option.id)}
          chosen={variant.options[option.name] ?? null}
          values={option.values.map((value) => {
            const chosen = variantsWith({ variants, variant, option, key: value.key });
            return {
              ...value,
              isSoldOut: chosen.every(({ available }) => available <= 0),
              note: priceNote(chosen, variant, locale),
            };
          })}
        />
      ))}
    </>
  );
}

type Place = Readonly<{
  variants: ReadonlyArray<Variant>;
  variant: Variant;
  option: ProductOption;
  key: string;
}>;

/** The variants that choosing `key` may lead to: the one with the other options as they are, if there is one. */
function variantsWith({ variants, variant, option, key }: Place): ReadonlyArray<Variant> {
  const withValue = variants.filter((one) => one.options[option.name] === key);
  const target: Readonly<Record<string, string>> = { ...variant.options, [option.name]: key };
  const exact = withValue.filter((one) =>
    Object.entries(target).every(([name, value]) => one.options[name] === value),
  );
  return exact.length > 0 ? exact : withValue;
}

/** "£89 more" than the variant on the page; null at the same price. */
function priceNote([chosen]: ReadonlyArray<Variant>, { price }: Variant, locale: string): string | null {
  const more = chosen ? chosen.price.now.minor - price.now.minor : 0;
  const amount = formatShortMoney({ ...price.now, minor: Math.abs(more) }, locale);
  return more === 0 ? null : `${amount} ${more > 0 ? "more" : "less"}`;
}

type SoldOutProps = Readonly<{
  product: Pick<Product, "name" | "path" | "options" | "variants">;
  variant: Variant;
}>;

function SoldOut({ product, variant }: SoldOutProps) {
  const here = product.variants.filter(({ available }) => available > 0);
  const what = variant.label ?? product.name;
  return (
    <>
      <div className="panel small-panel column blue">
        <h2 className="d-sm">
          {variant.stock === "discontinued" ? `${what} has been discontinued` : `${what} is sold out`}
        </h2>
        {variant.stock === "discontinued" ? (
          <p>We keep this page for people who own one. The warnings and dimensions still apply.</p>
        ) : (
          <>
            <p>
              Enter your email address and we’ll email you once, when {variant.label ?? "it"} is back in
              stock. We email people in the order they signed up.
            </p>
            <AlertForm variantId={variant.id} />
          </>
        )}
      </div>
      {here.length > 0 ? (
        <ul className="column gap-2" aria-label="In stock instead">
          {here.map((other) => (
            <li key={other.id} className="panel small-panel media">
              <ShopImage image={other.image} alt="" sizes="56px" melt="tint" />
              <span>
                <b className="strong">{other.label ?? product.name} is in stock</b>
                <br />
                <span className="sm muted">{stockText(other.stock, other.available)}</span>
              </span>
              <ButtonLink
                kind="line"
                size="is-small"
                to={variantAddress(product, other)}
                prefetch="intent"
                preventScrollReset
                replace
              >
                View {other.label ?? "it"}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
