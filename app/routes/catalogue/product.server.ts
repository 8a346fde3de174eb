import type { DeliveryFact } from "#app/components/product/delivery-facts.tsx";
import type { FitPanelProps } from "#app/components/product/fit-panel.tsx";
import type { GalleryProps } from "#app/components/product/gallery.tsx";
import type { BuyableProduct } from "#app/components/product/product-form.tsx";
import { currentCartId } from "#app/http/request/current-cart.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findDeliveryChoice } from "#app/models/cart/delivery.server.ts";
import { quantityRefusal } from "#app/models/cart/quantity.ts";
import { fitInto, fitText, type Size, type Space } from "#app/models/catalogue/dimensions-check.ts";
import { readFitQuestion } from "#app/models/catalogue/dimensions-form.ts";
import { explain, type Glossary } from "#app/models/catalogue/glossary.ts";
import { canBeBought, stockText } from "#app/models/catalogue/inventory/stock.ts";
import { imagesFor, type Product, type ProductPageImage } from "#app/models/catalogue/product-page.ts";
import {
  colourOption,
  optionField,
  type Variant,
  variantForSelection,
  variantQuery,
} from "#app/models/catalogue/product.ts";
import { drawnToScale } from "#app/models/catalogue/size-diagram-svg.ts";
import { fitDrawing, sizeDrawing } from "#app/models/catalogue/size-diagram.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { offerDelivery } from "#app/models/seo/schema-org-offer.ts";
import { type OfferTerms, offerTerms } from "#app/models/seo/schema-org-product.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { listFullDays } from "#app/models/shipping/delivery-slot.server.ts";
import {
  chooseOption,
  type DeliveryOption,
  deliveryOptions,
  type DeliveryRules,
  type FullDay,
  isCollection,
} from "#app/models/shipping/shipping.ts";
import type { Store } from "#app/models/store/store.ts";

/** Without scripts the form names a variant by option fields: 303 to the variant's address. */
export function redirectToChoice(url: URL, product: Product): void {
  const selection = Object.fromEntries(
    product.options.flatMap(({ id }) => {
      const value = url.searchParams.get(optionField(id));
      return value === null ? [] : [[optionField(id), value]];
    }),
  );
  if (Object.keys(selection).length === 0) return;
  const choice = variantForSelection(product, selection);
  const colour = colourOption(product.options);
  const query =
    choice.kind === "found"
      ? variantQuery(product, choice.variant)
      : { swatch: colour ? selection[optionField(colour.id)] : undefined };
  const hiddenFields = {
    ...query,
    quantity: quantityProblem(url, product)?.typed ?? requestedQuantity(url, product),
  };
  throw seeOther(`${product.path}${queryText(hiddenFields)}`);
}

/** The quantity in the address if the product allows it, else the minimum. */
export function requestedQuantity(url: URL, product: Product): number | undefined {
  const text = url.searchParams.get("quantity") ?? "";
  if (!/^[1-9]\d{0,2}$/.test(text)) return undefined;
  const quantity = Number(text);
  const isAllowed = quantity > product.quantityMinimum && quantity <= product.quantityMaximum;
  return isAllowed ? quantity : undefined;
}

/** A quantity that cannot be ordered, as typed, and why. */
export type QuantityProblem = Readonly<{ typed: string; message: string }>;

/** Checks the quantity against the product's limits, not against stock. */
export function quantityProblem(url: URL, product: Product): QuantityProblem | null {
  const typed = url.searchParams.get("quantity");
  if (typed === null) return null;
  const requested = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : Number.NaN;
  const { name, quantityMinimum: minimum, quantityMaximum: maximum } = product;
  const refusal = quantityRefusal({ requested }, { name, minimum, maximum, available: Infinity });
  return refusal && { typed, message: shopError(refusal).message };
}

/** Without images and related products, which the loader sends once elsewhere. */
export function shownPart(product: Product): BuyableProduct {
  const shown = { ...product, images: undefined, related: undefined, similar: undefined };
  return shown;
}

/** Images of the chosen variant, with the large one by `asked` (from 1), and the other colours. */
export function galleryOf(
  product: Product,
  variant: Variant,
  requestedView: string | null,
): Omit<GalleryProps, "name"> {
  const colour = colourOption(product.options);
  const key = colour ? (variant.options[colour.name] ?? null) : null;
  const labels = new Map(colour?.values.map((value) => [value.key, value.label]));
  const isOwn = (image: ProductPageImage) => image.variantKey === null || image.variantKey === key;
  const images = imagesFor(product.images, key).filter((each) => isOwn(each) || each.role !== "hero");
  const named = variantQuery(product, variant);
  return {
    chosen: Math.max(
      0,
      images.findIndex((_, index) => String(index + 1) === requestedView),
    ),
    images: images.map((image, index) => ({
      ...image,
      path: `${product.path}${queryText({ ...named, image: index === 0 ? undefined : index + 1 })}`,
      shownIn: isOwn(image) ? null : (labels.get(image.variantKey ?? "") ?? null),
    })),
    others: (colour?.values ?? []).flatMap((value) => {
      const image = product.images.find(
        ({ variantKey, role }) => variantKey === value.key && role === "hero",
      );
      if (value.key === key || !image) return [];
      return [{ label: value.label, path: `${product.path}${queryText({ swatch: value.key })}`, image }];
    }),
  };
}

export function termsOf(
  product: Product,
  { store, ...sending }: Readonly<{ store: Store; rules: DeliveryRules; now: Date }>,
): OfferTerms {
  const deliveries = product.variants.map((variant) => offerDelivery(product, variant, sending));
  return offerTerms(store, product.deliveryClass, deliveries);
}

/** Adds glossary tooltips to details and texts. */
export function explainedIn(product: Product, glossary: Glossary) {
  const { specification, metafields, highlights, description, safety } = product;
  const marks = safety.conformityMark ? [safety.conformityMark] : [];
  return explain(
    [...specification, ...metafields],
    [product.shortDescription, ...highlights, ...description, ...safety.standards, ...marks],
    glossary,
  );
}

/** The visitor's delivery choice, and the days that are fully booked. */
type DeliveryMemory = Readonly<{
  postcode: string | null;
  method: string | null;
  fullDays: ReadonlyArray<FullDay>;
}>;

/** The delivery choice of the cart, so that product page and cart promise the same date. */
export async function findDeliveryMemory(
  request: Request,
  { product, rules, now }: Readonly<{ product: Product; rules: DeliveryRules; now: Date }>,
): Promise<DeliveryMemory> {
  const cartId = await currentCartId(request);
  const [choice, fullDays] = await Promise.all([
    findDeliveryChoice(cartId),
    listFullDays([product], rules, { cartId, now }),
  ]);
  return { ...choice, fullDays };
}

function queryText(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

type Question = Readonly<{
  product: Product;
  variant: Variant;
  store: Store;
  rules: DeliveryRules;
  delivery: DeliveryMemory;
  now: Date;
}>;

/** Delivery of this variant to the cart's postcode, or to the mainland while that is unknown. */
export function productFacts(question: Question): ReadonlyArray<DeliveryFact> {
  const { product, variant, store } = question;
  const where = variant.label ? ` in ${variant.label}` : "";
  return [
    ...deliveryFacts(question),
    {
      icon: "return",
      title: `${store.returns.ourReturnsDays} days to return it`,
      text: store.returns.returnCost,
    },
    {
      icon: canBeBought(variant.stock) ? "check" : "info",
      title: `${stockText(variant.stock, variant.available)}${where}`,
      text: `Sent from ${store.delivery.shipsFrom}. Product code ${variant.sku || product.sku}.`,
    },
  ];
}

function deliveryFacts({ product, variant, rules, delivery, now }: Question): ReadonlyArray<DeliveryFact> {
  const { postcode, method, fullDays } = delivery;
  const options = deliveryOptions(
    {
      lines: [
        {
          variantId: variant.id,
          deliveryClass: product.deliveryClass,
          isFreeShipping: product.isFreeShipping,
          preorderReleaseAt: product.preorderReleaseAt,
        },
      ],
      items: variant.price.now,
      destination: { postcode },
      fullDays,
      now,
    },
    rules,
  );
  const option = chooseOption(options, method);
  if (!option) return [];
  const where = postcode === null ? "" : ` to ${postcode}`;
  const price = option.isFree
    ? `Free ${lowerFirst(option.name)}${isCollection(option.method) ? "" : where}`
    : `${option.name}${where} ${formatMoney(option.price, rules.locale)}`;
  const text = [options[0]?.unavailableReason, option.description, option.surcharge].filter(Boolean);
  return [{ icon: "truck", title: price + arrival(option, variant), text: text.join(" ") }];
}

/** ", Tuesday 24 to Wednesday 25 November", or "" for what cannot be shipped. */
function arrival(option: DeliveryOption, variant: Variant): string {
  const when = option.consignments[0]?.when;
  return when && canBeBought(variant.stock) ? `, ${when}` : "";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** In millimetres. */
const FIT_QUERY_PARAMS = 400;

/** Null where the product has no dimensions. */
export function fitPanelOf(product: Product, variant: Variant, query: URLSearchParams): FitPanelProps | null {
  const { size, foldedSize } = product;
  if (!size) return null;
  const canAsk = Math.max(size.width, size.depth, size.height) >= FIT_QUERY_PARAMS;
  const question = canAsk ? readFitQuestion(query) : null;
  const space = question?.space ?? null;
  const answers = space ? answersFor(space, size, foldedSize) : [];
  return {
    path: product.path,
    hiddenFields: variantQuery(product, variant),
    question: question && { place: question.place, values: question.values, errors: question.errors },
    answers: answers.map(({ name, fit, text }) => ({ name, fits: fit.fits, text })),
    drawing: drawnToScale(space ? fitDrawing(answers, space) : sizeDrawing(size, foldedSize)),
    canAsk,
    usualPlace: foldedSize ? "boot" : "doorway",
  };
}

/** One answer, or one for each state of a folding product. */
function answersFor(space: Space, size: Size, folded: Size | null) {
  const states = folded
    ? [
        { name: "Folded", size: folded },
        { name: "Open", size },
      ]
    : [{ name: "", size }];
  return states.map((state) => {
    const fit = fitInto(state.size, space);
    return { name: state.name, fit, text: fitText(fit, space.place) };
  });
}
