import { z } from "zod";

import { QUANTITY_SHOWN_MAX } from "#app/models/shared/line-quantity.ts";
import type { CatalogueProduct } from "#app/models/catalogue/products.server.ts";
import { amountOf, decimalOf } from "#app/models/shared/decimal.ts";
import { paths } from "#app/paths.ts";

import { currencyQuery, IMAGE_WIDTH } from "./cart-json.ts";

export const PRODUCTS_MAX = 250;
const LIST_MAX = 2_000;

const amount = z.number().nullable();
const size = z.number().nullable();

const variantSchema = z
  .object({
    id: z.number().int().describe("The variant_id of a cart's items."),
    sku: z.string(),
    options: z
      .array(z.object({ name: z.string(), value: z.string() }).strict())
      .describe("What tells it from the others, in words; empty for the only variant of a product."),
    price: z.number().describe("What one unit costs now. A decimal number, including tax."),
    lowest_price_before: amount.describe(
      "While the variant is reduced: the lowest price of one unit in the 30 days before the reduction, in the currency of price. " +
        "Null if it is not reduced, or if the shop does not state it.",
    ),
    stock: z
      .number()
      .int()
      .describe(
        `Units that can be bought now. ${QUANTITY_SHOWN_MAX} stands for ${QUANTITY_SHOWN_MAX} or more.`,
      ),
  })
  .strict();

const productSchema = z
  .object({
    id: z.number().int().describe("Always there."),
    name: z.string(),
    sku: z.string(),
    type: z.literal("physical"),
    description: z.string(),
    weight: size.describe("Kilograms."),
    width: size.describe("Centimetres."),
    depth: size.describe("Centimetres."),
    height: size.describe("Centimetres."),
    price: z.number().describe("The ordinary price. A decimal number, including tax."),
    sale_price: amount.describe("The reduced price, or null."),
    retail_price: amount.describe("The recommended price, or null."),
    calculated_price: z.number().describe("The lowest price at which a variant is sold now."),
    categories: z.array(z.number().int()).describe("Ids, the main one first."),
    category_names: z.array(z.string()).describe("Of the same categories in the same order."),
    brand_id: z.number().int(),
    brand_name: z.string(),
    is_free_shipping: z.boolean(),
    is_visible: z.boolean(),
    is_featured: z.boolean(),
    availability: z.enum(["available", "preorder", "discontinued"]),
    preorder_release_date: z.string().datetime().nullable(),
    preorder_message: z
      .string()
      .nullable()
      .describe("What holds for every pre-order of the shop; null for what is none. Show it as it is."),
    is_preorder_only: z.boolean(),
    condition: z.string(),
    order_quantity_minimum: z.number().int(),
    order_quantity_maximum: z.number().int(),
    page_title: z.string(),
    meta_description: z.string(),
    search_keywords: z.string(),
    custom_url: z.object({ url: z.string().describe("Path of the product's page.") }).strict(),
    url: z.string().url().describe("Address of the product's page."),
    images: z
      .array(z.object({ url: z.string().url(), alt: z.string().describe("What is seen.") }).strict())
      .describe(
        `The first is the main one. ${IMAGE_WIDTH} pixels wide; "w" in the address names another width.`,
      ),
    reviews_count: z.number().int(),
    date_created: z.string().datetime(),
    base_variant_id: z
      .number()
      .int()
      .nullable()
      .describe("The id of the only variant; null for a product with several, where one has to be chosen."),
    variants: z.array(variantSchema),
  })
  .strict()
  .partial()
  .required({ id: true });

type ProductJson = z.output<typeof productSchema>;

const metaSchema = z
  .object({
    total: z.number().int().describe("Products on all pages."),
    limit: z.number().int().describe("Products on a page."),
    next: z
      .string()
      .nullable()
      .describe("The cursor of the next page: send it as `after`. Null on the last page."),
    unknown_parameters: z
      .array(z.string())
      .describe("Names in the query that this call does not know, and that have changed nothing."),
  })
  .strict();

export const productsAnswerSchema = z.object({ data: z.array(productSchema), meta: metaSchema }).strict();

const ids = z
  .string()
  .max(LIST_MAX)
  .regex(/^(?:[0-9]{1,9}(?:,[0-9]{1,9})*)?$/, "must be ids joined by commas")
  .refine((text) => text.split(",").length <= PRODUCTS_MAX, `must be at most ${PRODUCTS_MAX} ids`);

export const productsQuerySchema = z.object({
  ...currencyQuery,
  "id:in": ids
    .optional()
    .describe(`Ids joined by commas, ${PRODUCTS_MAX} at most. Without it: all products, page by page.`),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, `must be a whole number from 1 to ${PRODUCTS_MAX}`)
    .refine((text) => Number(text) <= PRODUCTS_MAX, `must be at most ${PRODUCTS_MAX}`)
    .optional()
    .describe(`Products on a page, from 1 to ${PRODUCTS_MAX}; ${PRODUCTS_MAX} if left out.`),
  after: z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be the cursor of an answer: meta.next")
    .optional()
    .describe("`meta.next` of the page before."),
  exclude_fields: z
    .string()
    .max(LIST_MAX)
    .optional()
    .describe("Names of fields to leave out, joined by commas. id stays; unknown names are ignored."),
  is_visible: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Only products that are shown, or only those that are not. A shop in production hides the latter anyway.",
    ),
});

/** The ids in "1,2,3", each once; null if there is no list. */
export function idsIn(text: string | undefined): ReadonlyArray<number> | null {
  if (text === undefined) return null;
  return [...new Set(text.split(",").filter((part) => part !== ""))].map(Number);
}

type ProductView = Readonly<{
  excluded: ReadonlySet<string>;
  /** The shop's own: "https://shop.example". */
  origin: string;
  /** What the shop says of a pre-order. */
  preorder: string;
}>;

export function productJson(product: CatalogueProduct, { excluded, ...view }: ProductView): ProductJson {
  const stored = Object.entries(wholeProduct(product, view)).filter(
    ([name]) => name === "id" || !excluded.has(name),
  );
  return Object.fromEntries(stored) as ProductJson;
}

function wholeProduct(
  product: CatalogueProduct,
  { origin, preorder }: Omit<ProductView, "excluded">,
): Required<ProductJson> {
  return {
    id: product.id,
    name: product.name,
    sku: product.sku,
    type: "physical",
    description: product.description,
    weight: scaled(product.weightG, 3),
    width: scaled(product.widthMm, 1),
    depth: scaled(product.depthMm, 1),
    height: scaled(product.heightMm, 1),
    price: amountOf(product.price),
    sale_price: product.salePrice && amountOf(product.salePrice),
    retail_price: product.retailPrice && amountOf(product.retailPrice),
    calculated_price: amountOf(product.lowestPrice),
    categories: product.categories.map(({ id }) => id),
    category_names: product.categories.map(({ name }) => name),
    brand_id: product.brandId,
    brand_name: product.brandName,
    is_free_shipping: product.isFreeShipping,
    is_visible: product.isVisible,
    is_featured: product.isFeatured,
    availability: product.availability,
    preorder_release_date: product.preorderReleaseAt,
    preorder_message: product.availability === "preorder" ? preorder : null,
    is_preorder_only: product.availability === "preorder",
    condition: product.condition,
    order_quantity_minimum: product.quantityMinimum,
    order_quantity_maximum: product.quantityMaximum,
    page_title: product.pageTitle,
    meta_description: product.metaDescription,
    search_keywords: product.searchKeywords,
    custom_url: { url: product.path },
    url: origin + product.path,
    images: product.images.map(({ file, alt }) => ({ url: origin + paths.image(file, IMAGE_WIDTH), alt })),
    reviews_count: product.reviewCount,
    date_created: product.createdAt,
    base_variant_id: product.variants.length === 1 ? (product.variants[0]?.id ?? null) : null,
    variants: product.variants.map(({ id, sku, options, price, lowestBefore, available }) => ({
      id,
      sku,
      options: options.map(({ name, value }) => ({ name, value })),
      price: amountOf(price),
      lowest_price_before: lowestBefore && amountOf(lowestBefore),
      stock: available,
    })),
  };
}

/** Whole units as kilograms or centimetres; null if unknown. */
function scaled(whole: number | null, digits: number): number | null {
  return whole === null ? null : decimalOf(whole, digits);
}
