import { VersionHistory } from "#app/components/desk/version-history.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { otherPriceInput } from "#app/models/desk/products/basic-form.ts";

import { DeskErrors, DeskField, DeskNotice, HiddenFields, More } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { StatusTags } from "#app/components/desk/orders-page.tsx";
import { MissingParts, ProductImages } from "./product-images.tsx";
import { KIND_LABELS, ProductDelivery, ProductKind } from "./product-kind.tsx";
import { ProductSafety, SAFETY_LABELS } from "./product-safety.tsx";
import { ProductVariants, variantLabels } from "./product-variants.tsx";
import { ProductConflict } from "./product-conflict.tsx";
import { SaveBar } from "#app/components/desk/save-bar.tsx";
import {
  changesText,
  DECLARED_LABELS,
  declaredIn,
  DeclaredInputs,
  type FormProps,
  OnTheShop,
  type ProductAnswer,
  productField,
  type ProductPageData,
  ProductPart,
} from "./product-parts.tsx";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  product: ProductPageData;
  done: string | null;
  waiting: number;
  answer: ProductAnswer;
}>;

const LABELS: Readonly<Record<string, string>> = {
  ...DECLARED_LABELS,
  price: "Price",
  salePrice: "Sale price",
  saleFirst: "First day of the sale",
  saleLast: "Last day of the sale",
  slug: "Last part of the web address",
  files: "Add images",
  images: "Images",
  variants: "Variants",
  ...KIND_LABELS,
};

/** Texts of images are named by their place. */
function labelsFor(answer: ProductAnswer, product: ProductPageData): Readonly<Record<string, string>> {
  const texts = Object.keys(answer.errors).filter((name) => name.startsWith("alt-"));
  return {
    ...LABELS,
    ...SAFETY_LABELS,
    ...variantLabels(product.variants),
    ...Object.fromEntries(
      product.otherCurrencies.map((currency) => [otherPriceInput(currency), `Price in ${currency}`]),
    ),
    ...Object.fromEntries(texts.map((name) => [name, `Description of image ${Number(name.slice(4)) + 1}`])),
  };
}

const PARTS = [
  ["texts", "Texts"],
  ["prices", "Price"],
  ["images", "Images"],
  ["variants", "Variants"],
  ["seen", "In the shop"],
  ["kind", "Category and brand"],
  ["safety", "Age and safety"],
  ["sending", "Delivery"],
  ["search-engines", "Search engines"],
] as const;

export function DeskProductPage({ product, done, waiting, answer }: Props) {
  if (answer.conflict)
    return (
      <ProductConflict href={deskPaths.product(product.id)} name={product.name} conflict={answer.conflict} />
    );
  const { name, tags, saved, may, count } = product;
  return (
    <>
      <div className="acts between">
        <DeskBack href={deskPaths.products()}>Products</DeskBack>
        <span className="xs muted">{saved}</span>
      </div>
      <Done done={done} waiting={waiting} product={product} />
      <DeskErrors answer={answer} labels={labelsFor(answer, product)} />
      {product.claimWarning ? <DeskNotice tone="warn">{product.claimWarning}</DeskNotice> : null}
      <form method="post" action={deskPaths.product(product.id)} encType="multipart/form-data">
        {/* The first button is the one that Enter presses: it must not publish. */}
        {may.edit ? (
          <button className="vh" name="intent" value="save" tabIndex={-1} aria-hidden="true">
            Save
          </button>
        ) : null}
        <DeskHead title={name} tags={<StatusTags tags={tags} />}>
          {product.hasImage ? (
            <DeskLink href={deskPaths.productPreview(product.id)}>Preview in the shop</DeskLink>
          ) : null}
        </DeskHead>
        <nav className="views views--parts" aria-label="Parts of the product">
          {PARTS.map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <ProductForm product={product} answer={answer} />
        {may.edit ? <SaveBar publish={may.publish ? publishText(count) : null} hint={saveHint(may)} /> : null}
      </form>
    </>
  );
}

function saveHint({ publish, price }: ProductPageData["may"]): string {
  if (!publish) return "An owner publishes a new product, because it has a price.";
  const words = "Publish saves what you typed and shows it to shoppers.";
  return price ? words : `${words} Prices wait for an owner.`;
}

function publishText(count: number): string {
  return count === 0 ? "Publish" : `Publish ${changesText(count)}`;
}

type Notice = Readonly<{ tone?: "info"; text: string }>;

const PUBLISHED = "Published. Shoppers see it now.";

const DONE: Readonly<Record<string, Notice>> = {
  save: { text: "Saved. Shoppers do not see it until you publish it." },
  publish: { text: PUBLISHED },
  "publish-sale": { text: PUBLISHED },
  waiting: {
    tone: "info",
    text: "Saved. An owner has to publish prices, lower ages and fewer warnings.",
  },
  images: { text: "Images saved. Shoppers do not see the change until you publish it." },
  "put-back": {
    text: "The earlier version is now a draft. Check it, then publish it.",
  },
  before: { text: "Nothing has changed. It was like this already." },
  new: {
    text: "This is a draft. Shoppers do not see it. Add what is missing, then publish it. You can come back another day.",
  },
  discard: { text: "Changes discarded. The form shows what shoppers see." },
};

function saleNotice(plannedSale: string): Notice {
  return { text: `Published. ${plannedSale}.` };
}

type DoneProps = Readonly<{ done: string | null; waiting: number; product: ProductPageData }>;

function Done({ done, waiting, product: { may, plannedSale } }: DoneProps) {
  const notice: Notice | undefined =
    done === "publish-sale" && plannedSale ? saleNotice(plannedSale) : DONE[done ?? ""];
  if (!notice) return null;
  const hasRest = done === "publish" && waiting > 0 && !may.price;
  return (
    <DeskNotice tone={hasRest ? "info" : (notice.tone ?? "success")}>
      {notice.text}
      {hasRest ? " An owner has to publish prices, lower ages and fewer warnings." : ""}
    </DeskNotice>
  );
}

function ProductForm({ product, answer }: FormProps) {
  const { version, marks, may } = product;
  return (
    <>
      <HiddenFields values={{ version, ...marks }} answer={answer} />
      <fieldset className={product.missing.length > 0 ? "cols cols--missing" : "cols"} disabled={!may.edit}>
        <legend className="vh">{product.name}</legend>
        <MissingParts product={product} />
        <div>
          <ProductPart id="texts" title="Texts" inputs={declaredIn("texts")} product={product}>
            <DeclaredInputs part="texts" product={product} answer={answer} />
          </ProductPart>
          <Prices product={product} answer={answer} />
          <ProductImages product={product} answer={answer} />
          <ProductVariants product={product} answer={answer} />
          <SearchEngines product={product} answer={answer} />
        </div>
        <div>
          <OnTheShop product={product} answer={answer} />
          <ProductKind product={product} answer={answer} />
          <ProductSafety product={product} answer={answer} />
          <ProductDelivery product={product} answer={answer} />
          <VersionHistory history={product.history} mayPutBack={product.may.edit} />
        </div>
      </fieldset>
    </>
  );
}

function Prices(form: FormProps) {
  const { product } = form;
  const { priceLabel, priceWords, priceNotes, prices } = product;
  const field = (name: string, label: string, type: "text" | "date" = "text") => (
    <DeskField
      {...productField(form, name, label)}
      key={name}
      type={type}
      {...(type === "text" ? { inputMode: "decimal", maxLength: 40 } : {})}
    />
  );
  return (
    <ProductPart id="prices" title="Price" inputs={["price", "salePrice"]} product={product}>
      <div className="fields g4">
        {field("price", priceLabel)}
        {field("salePrice", "Sale price")}
        {field("saleFirst", "First day of the sale", "date")}
        {field("saleLast", "Last day of the sale", "date")}
        {product.otherCurrencies.map((currency) => field(otherPriceInput(currency), `Price in ${currency}`))}
      </div>
      <p className="hint">
        Without a sale price there is no sale. A sale starts on its first day, or as soon as you publish it if
        it has none. It runs until the end of its last day, or until someone ends it.
      </p>
      {priceWords.map(({ label, words }) => (
        <DeskNotice key={label} tone="info">
          <b>{label}:</b> {words}
        </DeskNotice>
      ))}
      {priceNotes.map((note) => (
        <p key={note} className="sm muted">
          {note}
        </p>
      ))}
      {prices.length > 0 ? (
        <More title="Price history">
          <ul className="sm muted">
            {prices.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </More>
      ) : null}
    </ProductPart>
  );
}

function SearchEngines(form: FormProps) {
  const inputs = ["slug", ...declaredIn("search-engines")];
  return (
    <ProductPart id="search-engines" title="Search engines" inputs={inputs} product={form.product}>
      <DeskField
        {...productField(form, "slug", "Last part of the web address")}
        hint="If you change it, the old address leads to the new one."
        maxLength={100}
      />
      <DeclaredInputs part="search-engines" {...form} />
    </ProductPart>
  );
}
