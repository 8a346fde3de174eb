import type { DeliveryFact } from "#app/components/product/delivery-facts.tsx";
import type { GalleryProps } from "#app/components/product/gallery.tsx";
import type { BuyableProduct } from "#app/components/product/product-form.tsx";
import { currentVisit } from "#app/http/request/current-cart.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { quantityRefusal, readQuantity } from "#app/models/cart/quantity.ts";
import type { Compatibility } from "#app/models/catalogue/compatibility.ts";
import { type CompatibleParts, compatibleParts } from "#app/models/catalogue/compatible-parts.ts";
import { personalisationTexts } from "#app/models/catalogue/personalisation.ts";
import { durabilityLabel } from "#app/models/catalogue/durability-label.server.ts";
import { fitsBoot } from "#app/models/catalogue/fit-answer.ts";
import { explain, type Glossary } from "#app/models/catalogue/glossary.ts";
import { canBeBought, stockText } from "#app/models/catalogue/inventory/stock.ts";
import type { MySpaces } from "#app/models/catalogue/my-spaces.ts";
import { imagesFor, type Product, type ProductPageImage } from "#app/models/catalogue/product-page.ts";
import { safetyFacts } from "#app/models/catalogue/product-safety.ts";
import {
  colourOption,
  optionField,
  type Variant,
  variantForSelection,
  variantQuery,
} from "#app/models/catalogue/product.ts";
import { findDeliveryCountry } from "#app/models/customer/address-book.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { offerDelivery } from "#app/models/seo/schema-org-offer.ts";
import { type OfferTerms, offerTerms } from "#app/models/seo/schema-org-product.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import { cutoffText, cutoffToday } from "#app/models/shipping/delivery-estimate.ts";
import { listFullDays } from "#app/models/shipping/delivery-slot.server.ts";
import {
  chooseOption,
  type DeliveryOption,
  deliveryOptions,
  type DeliveryRules,
  type FullDay,
} from "#app/models/shipping/shipping.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import {
  paysTodayText,
  preorderButtonText,
  preorderTerms,
  preorderText,
} from "#app/models/shipping/preorder.ts";
import { legalGuaranteeTexts } from "#app/models/store/legal-guarantee.ts";
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

/** Undefined for the minimum, and for what the product does not allow. */
export function requestedQuantity(url: URL, product: Product): number | undefined {
  const text = url.searchParams.get("quantity") ?? "";
  if (!/^[1-9]\d{0,2}$/.test(text)) return undefined;
  const quantity = Number(text);
  const isAllowed = quantity > product.quantityMinimum && quantity <= product.quantityMaximum;
  return isAllowed ? quantity : undefined;
}

export type QuantityProblem = Readonly<{ typed: string; message: string }>;

/** Checks the quantity against the product's limits, not against stock. */
export function quantityProblem(url: URL, product: Product): QuantityProblem | null {
  const typed = url.searchParams.get("quantity");
  if (typed === null) return null;
  const requested = readQuantity(typed);
  const { name, quantityMinimum: minimum, quantityMaximum: maximum } = product;
  const refusal = quantityRefusal({ requested }, { name, minimum, maximum, available: Infinity });
  return refusal && { typed, message: shopError(refusal).message };
}

/** Without images and related products, which the loader sends once elsewhere. */
export function shownPart(
  product: Product,
  { locale }: Store,
  preorder: BuyableProduct["preorder"],
): BuyableProduct {
  const { personalisation } = product;
  return {
    ...product,
    ...{ images: undefined, related: undefined, similar: undefined, durability: undefined },
    preorder,
    personalisation: personalisation && personalisationTexts(personalisation, locale),
    safety: safetyFacts(product.safety),
  };
}

/** Where the Union's law holds: in the country of a customer's own address, and of the shop while none is known. */
export async function productLabel(
  request: Request,
  { durability }: Product,
  store: Store,
): Promise<string | undefined> {
  if (!durability) return undefined;
  const { customerId } = await currentVisit(request);
  const country = (customerId && (await findDeliveryCountry(customerId))) ?? store.country;
  return legalGuaranteeTexts(store, country).length > 0 ? durabilityLabel(durability) : undefined;
}

/** `asked` counts from 1. */
export function galleryOf(
  product: Product,
  variant: Variant,
  requestedView: string | null,
): Omit<GalleryProps, "name" | "productId"> {
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

export function explainedIn(product: Product, glossary: Glossary) {
  const { specification, metafields, highlights, description, safety } = product;
  const marks = safety.conformityMark ? [safety.conformityMark] : [];
  return explain(
    [...specification, ...metafields],
    [product.shortDescription, ...highlights, ...description, ...safety.standards, ...marks],
    glossary,
  );
}

type DeliveryMemory = Readonly<{
  postcode: string | null;
  method: string | null;
  fullDays: ReadonlyArray<FullDay>;
}>;

/** Null if it is no part of a pair. */
export function partsShown(compatibility: Compatibility | null, { locale }: Store): CompatibleParts | null {
  return compatibility && compatibleParts(compatibility, locale);
}

/** The delivery choice of the cart, so that product page and cart promise the same date. */
export async function findDeliveryMemory(
  request: Request,
  { product, rules, now }: Readonly<{ product: Product; rules: DeliveryRules; now: Date }>,
): Promise<DeliveryMemory> {
  const { cartId, cart } = await currentVisit(request);
  const fullDays = await listFullDays([product], rules, { cartId, now });
  return { postcode: cart?.postcode ?? null, method: cart?.method ?? null, fullDays };
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
  spaces: MySpaces;
  now: Date;
}>;

/** Delivery of this variant to the cart's postcode, or to the mainland while that is unknown. */
export function productFacts(question: Question): ReadonlyArray<DeliveryFact> {
  const { product, variant, store } = question;
  const where = variant.label ? ` in ${variant.label}` : "";
  return [
    ...deliveryFacts(question),
    ...bootFacts(question),
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

function bootFacts({ product, spaces }: Question): ReadonlyArray<DeliveryFact> {
  const fit = fitsBoot(product, spaces.boot);
  return fit ? [{ icon: fit.isOnlyJust ? "info" : "check", title: fit.title, text: fit.text }] : [];
}

function deliveryFacts(question: Question): ReadonlyArray<DeliveryFact> {
  const { variant, rules, delivery } = question;
  const { postcode, method } = delivery;
  const options = optionsFor(question, null);
  const option = chooseOption(options, method);
  if (!option) return [];
  const where = postcode === null ? "" : ` to ${postcode}`;
  const price = option.isFree
    ? `Free ${lowerFirst(option.name)}${isCollection(option.method) ? "" : where}`
    : `${option.name}${where} ${formatMoney(option.price, rules.locale)}`;
  const text = [options[0]?.unavailableReason, option.description, option.surcharge, wordsArrival(question)];
  const title = price + arrival(option, variant);
  return [
    { icon: "truck", title, text: text.filter(Boolean).join(" "), orderBy: orderByText(question, option) },
  ];
}

/** Until when the promise holds; null for what is not sent today: pre-orders, booked days and collection. */
function orderByText({ variant, rules, now }: Question, { method: key, bookedMethod }: DeliveryOption) {
  const method = rules.methods.find((each) => each.key === key);
  if (!method || !canBeBought(variant.stock) || variant.stock === "preorder") return null;
  if (isCollection(key) || bookedMethod !== null) return null;
  const cutoff = cutoffToday({ now, cutoff: method.cutoff }, rules.calendar);
  return cutoff && cutoffText(cutoff);
}

/** What a buyer pays today and can do until it is sent, and its button; null for what is no pre-order. */
export function preorderOf(question: Omit<Question, "spaces">): BuyableProduct["preorder"] {
  const { product, variant, store, rules, delivery, now } = question;
  if (variant.stock !== "preorder") return null;
  const option = chooseOption(optionsFor(question, null), delivery.method);
  if (!option) return null;
  const terms = preorderTerms(store, { method: option.method, now });
  const text = preorderText(option.consignments, [{ variantId: variant.id, name: product.name }], terms);
  if (text === null) return null;
  const about = { isEach: product.quantityMaximum > 1, delivery: option.price };
  const { now: price } = variant.price;
  return {
    text: `${paysTodayText(price, rules.locale, about)} ${text}`,
    button: preorderButtonText(price, rules.locale, about),
  };
}

function wordsArrival(question: Question): string | null {
  const rules = question.product.personalisation;
  if (!rules || rules.workingDays === 0) return null;
  const option = chooseOption(optionsFor(question, rules), question.delivery.method);
  const when = option && canBeBought(question.variant.stock) && option.consignments[0]?.when;
  return when ? `With ${rules.name.toLowerCase()}: ${when}.` : null;
}

function optionsFor(
  { product, variant, rules, delivery, now }: Omit<Question, "spaces">,
  personalisation: Product["personalisation"],
): ReadonlyArray<DeliveryOption> {
  const { postcode, fullDays } = delivery;
  return deliveryOptions(
    {
      lines: [
        {
          variantId: variant.id,
          deliveryClass: product.deliveryClass,
          isFreeShipping: product.isFreeShipping,
          preorderReleaseAt: product.preorderReleaseAt,
          personalisation,
        },
      ],
      items: variant.price.now,
      destination: { postcode },
      fullDays,
      now,
    },
    rules,
  );
}

function arrival(option: DeliveryOption, variant: Variant): string {
  const when = option.consignments[0]?.when;
  return when && canBeBought(variant.stock) ? `, ${when}` : "";
}
