/** Items of Google's merchant feed (RSS 2.0; attributes as in support.google.com/merchants/answer/7052112). */
import { fullName } from "#app/models/catalogue/full-name.ts";
import {
  type Price,
  type ProductOption,
  type StockState,
  type Variant,
  variantSearch,
} from "#app/models/catalogue/product.ts";
import { type OfferDelivery, variantTraits, worldGtin } from "#app/models/seo/schema-org-offer.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import { paragraphs, weightText } from "#app/models/shared/text.ts";
import { escapeXml, XML_HEAD, type XmlElement, xmlText } from "#app/models/shared/xml.ts";

const ID_MAX_CHARACTERS = 50;
const TITLE_MAX_CHARACTERS = 150;
const DESCRIPTION_MAX_CHARACTERS = 5_000;
const MORE_IMAGES_MAX = 10;

export type FeedProduct = Readonly<{
  sku: string;
  name: string;
  brandName: string;
  address: string;
  shortDescription: string;
  /** Plain text; *word* means emphasis. */
  description: string;
  condition: string;
  /** Empty: not known. */
  googleCategory: string;
  productType: string;
  weightGrams: number | null;
  deliveryClass: string;
  /** ISO 8601; null if it is no pre-order. */
  preorderReleaseAt: string | null;
  options: ReadonlyArray<ProductOption>;
  variants: ReadonlyArray<Variant>;
}>;

export type FeedVariant = Readonly<{
  variant: Variant;
  images: ReadonlyArray<string>;
  delivery: OfferDelivery | null;
  countryCode: string;
}>;

export function feedFrame(shop: Readonly<{ name: string; description: string; address: string }>) {
  const head = [
    xmlText(["title", shop.name]),
    xmlText(["link", shop.address]),
    xmlText(["description", shop.description]),
  ];
  const namespace = escapeXml("http://base.google.com/ns/1.0");
  return {
    opening: `${XML_HEAD}<rss version="2.0" xmlns:g="${namespace}"><channel>${head.join("")}\n`,
    closing: "</channel></rss>\n",
  };
}

export function feedItemText(product: FeedProduct, item: FeedVariant): string {
  const { variant, images, delivery, countryCode } = item;
  const [image = "", ...more] = images;
  const elements: ReadonlyArray<XmlElement> = [
    ["g:id", variant.sku.slice(0, ID_MAX_CHARACTERS)],
    ["g:title", titleOf(product, variant)],
    ["g:description", descriptionOf(product)],
    ["g:link", product.address + variantSearch(product, variant)],
    ["g:image_link", image],
    ...more.slice(0, MORE_IMAGES_MAX).map((address): XmlElement => ["g:additional_image_link", address]),
    ...availabilityOf(variant.stock, product.preorderReleaseAt),
    ...priceElements(variant.price),
    ...identityOf(product, variant),
    ...(product.variants.length > 1 ? groupOf(product, variant) : []),
    ["g:condition", product.condition],
    ...(product.googleCategory === ""
      ? []
      : [["g:google_product_category", product.googleCategory] as const]),
    ["g:product_type", product.productType],
    ...(delivery ? [shippingOf(delivery, countryCode)] : []),
    ...(product.weightGrams === null
      ? []
      : [["g:shipping_weight", weightText(product.weightGrams)] as const]),
    ["g:shipping_label", product.deliveryClass],
  ];
  return `${xmlText(["item", elements])}\n`;
}

function titleOf({ name, variants }: FeedProduct, { label }: Variant): string {
  const title = variants.length > 1 ? fullName(name, label) : name;
  return title.slice(0, TITLE_MAX_CHARACTERS);
}

function descriptionOf({ shortDescription, description }: FeedProduct): string {
  const text = [shortDescription, ...paragraphs(description)].join("\n\n");
  return text.replace(/\*([^*]+)\*/g, "$1").slice(0, DESCRIPTION_MAX_CHARACTERS);
}

function availabilityOf(stock: StockState, releaseAt: string | null): ReadonlyArray<XmlElement> {
  switch (stock) {
    case "in-stock":
    case "low-stock":
      return [["g:availability", "in_stock"]];
    case "preorder":
      return [
        ["g:availability", "preorder"],
        ...(releaseAt ? [["g:availability_date", releaseAt] as const] : []),
      ];
    case "out-of-stock":
    case "discontinued":
      return [["g:availability", "out_of_stock"]];
  }
}

/** With a sale, `price` is the former price. */
function priceElements({ now, was }: Price): ReadonlyArray<XmlElement> {
  const text = (amount: typeof now) => `${decimalAmount(amount)} ${amount.currency}`;
  return was
    ? [
        ["g:price", text(was)],
        ["g:sale_price", text(now)],
      ]
    : [["g:price", text(now)]];
}

/** The catalogue has no manufacturers' numbers, and Google refuses made-up ones. */
function identityOf({ brandName }: FeedProduct, { gtin }: Variant): ReadonlyArray<XmlElement> {
  const known = worldGtin(gtin);
  return [["g:brand", brandName], known ? ["g:gtin", known] : ["g:identifier_exists", "no"]];
}

function groupOf({ sku, options }: FeedProduct, variant: Variant): ReadonlyArray<XmlElement> {
  const { colour, size } = variantTraits(options, variant);
  return [
    ["g:item_group_id", sku.slice(0, ID_MAX_CHARACTERS)],
    ...(colour ? [["g:color", colour] as const] : []),
    ...(size ? [["g:size", size] as const] : []),
  ];
}

function shippingOf({ name, price }: OfferDelivery, countryCode: string): XmlElement {
  return [
    "g:shipping",
    [
      ["g:country", countryCode],
      ["g:service", name],
      ["g:price", `${decimalAmount(price)} ${price.currency}`],
    ],
  ];
}
