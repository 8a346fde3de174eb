import { z } from "zod";

import { centimetresSchema, kilogramsSchema, priceSchema, rateSchema } from "#app/models/shared/decimal.ts";

import { chargeClaim, shownTexts } from "#app/models/catalogue/charge-claims.ts";
import {
  DECLARED_FIELDS,
  type DeclaredField,
  type TEXT_COLUMNS,
} from "#app/models/catalogue/editing/declared-fields.ts";
import { durabilitySchema } from "#app/models/catalogue/durability-schema.ts";
import { SET_MAX } from "#app/models/catalogue/product-set.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { PERSONALISATION_TYPED_MAX } from "#app/models/catalogue/personalisation.ts";
import { rowCurrencySchema } from "#app/models/store/settings.ts";
import { daysAgo, id, path, image, slug, text, whole } from "./schema-parts.ts";

const LINE_MAX = 99;
const maker = z.object({
  name: text,
  address: text,
  /** An email address or a page. */
  electronic_address: text
    .refine(
      (address) => /^(?:https:\/\/\S+|[^\s@]+@[^\s@]+)$/.test(address),
      "must be an email address or a page",
    )
    .nullable()
    .default(null),
  /** ISO 3166-1, or XI for Northern Ireland. */
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters")
    .nullable()
    .default(null),
});

const optionSchema = z.object({
  id,
  name: text,
  type: z.enum(["swatch", "radio", "rectangles"]),
  values: z
    .array(
      z.object({
        key: slug,
        label: text,
        hex: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as #c4694f")
          .nullable(),
      }),
    )
    .min(1, "must not be empty"),
});

const variantSchema = (price: PriceSchema) =>
  z.object({
    id,
    sku: text,
    gtin: z.string().regex(/^\d{8,14}$/, "must be 8 to 14 digits"),
    label: text.nullable(),
    options: z.record(text, text),
    price: price.nullable(),
    sale_price: price.nullable(),
    stock: whole.max(1_000_000, "is too large"),
    image: image,
  });

const WORKING_DAYS_MAX = 60;

const personalisationSchema = (price: PriceSchema) =>
  z
    .object({
      name: text,
      note: text,
      length_max: id.max(PERSONALISATION_TYPED_MAX, "is too large"),
      marks: z
        .string()
        .regex(/^[!-/:-@[-`{-~]*$/, "must be marks such as .,&'-/, without spaces, letters or figures")
        .default(""),
      price,
      working_days: whole.max(WORKING_DAYS_MAX, `must be ${WORKING_DAYS_MAX} or less`),
      is_returnable: z.boolean(),
      returns_source: text.nullable().default(null),
    })
    .superRefine(({ is_returnable, returns_source }, context) => {
      if (is_returnable || returns_source !== null) return;
      const message = "must name the law by which the item cannot be returned";
      context.addIssue({ code: "custom", path: ["returns_source"], message });
    });

const UNIT_SCHEMAS = { kg: kilogramsSchema, cm: centimetresSchema } as const;

function declaredSchema({ input, needed }: DeclaredField): z.ZodTypeAny {
  if (input.kind === "measure") {
    const size = UNIT_SCHEMAS[input.unit].nullable();
    return needed === "never" ? size.default(null) : size;
  }
  if (input.kind === "text") return needed === "never" ? z.string().default("") : text;
  const isOption = (key: string) => input.options.some(({ value }) => value === key);
  const known = z
    .string()
    .refine(isOption, `must be one of ${input.options.map(({ value }) => value).join(", ")}`);
  return needed === "never" ? known.or(z.literal("")).default("") : known;
}

/** What the rest of the schema names are the texts. */
const declared = Object.fromEntries(
  Object.values(DECLARED_FIELDS).map((field) => [field.catalogueName, declaredSchema(field)]),
) as Record<(typeof TEXT_COLUMNS)[number], z.ZodType<string, z.ZodTypeDef, unknown>>;

const measures = {
  width_cm: centimetresSchema.nullable(),
  depth_cm: centimetresSchema.nullable(),
  height_cm: centimetresSchema.nullable(),
  folded_width_cm: centimetresSchema.nullable(),
  folded_depth_cm: centimetresSchema.nullable(),
  folded_height_cm: centimetresSchema.nullable(),
  max_load_kg: kilogramsSchema.nullable(),
  /** Of what comes flat: its boxes; an empty list where nobody has measured them. */
  packed: z
    .array(
      z.object({
        width_cm: centimetresSchema,
        depth_cm: centimetresSchema,
        height_cm: centimetresSchema,
        weight_kg: kilogramsSchema,
      }),
    )
    .nullable()
    .default(null),
};

const safety = {
  is_toy: z.boolean(),
  suitable_from_months: whole.nullable(),
  age_min_months: whole.nullable(),
  age_max_months: whole.nullable(),
  warnings: z.array(z.object({ code: text, text, part: text.optional(), from_months: whole.optional() })),
  standards: z.array(text),
  conformity_mark: text.nullable(),
  manufacturer: maker,
  importer: maker.nullable(),
  responsible_person: maker.nullable().default(null),
  /** Only of a producer that guarantees the whole product for more than two years, free of charge, and has said so. */
  durability: durabilitySchema.nullable().default(null),
};

const words = {
  highlights: z.array(text),
  materials: z.array(text),
  finish: z.string(),
  care: z.string(),
  assembly: z.string(),
  assembly_required: z.boolean(),
  made_in: text,
  search_keywords: z.string(),
  google_product_category: z.string(),
  product_type: z.string(),
};

const imageSchema = z.object({
  file: image,
  alt: text,
  variant: slug.nullable(),
  role: z.enum(["hero", "detail", "lifestyle"]),
});

type PriceSchema = ReturnType<typeof priceSchema>;

export function productSchema(currency: Currency) {
  const price = priceSchema(currency);
  return z
    .object({
      id,
      slug,
      ...declared,
      brand: slug,
      sku: text,
      categories: z.array(path).min(1, "must name a category"),
      primary_category: path,
      price,
      sale_price: price.nullable(),
      retail_price: price.nullable(),
      price_history: z.array(z.object({ price, from_days_ago: daysAgo, to_days_ago: daysAgo })),
      currency: rowCurrencySchema(currency),
      tax_rate: rateSchema,
      options: z.array(optionSchema),
      variants: z.array(variantSchema(price)).min(1, "must not be empty"),
      images: z.array(imageSchema).min(1, "must not be empty"),
      ...measures,
      ...safety,
      ...words,
      personalisation: personalisationSchema(price).nullable().default(null),
      is_free_shipping: z.boolean(),
      // "disabled" is what the catalogue calls something that is no longer sold.
      availability: z
        .enum(["available", "preorder", "disabled", "discontinued"])
        .transform((value) => (value === "disabled" ? ("discontinued" as const) : value)),
      preorder_release_in_days: daysAgo.nullable(),
      preorder_message: text.nullable(),
      condition: text,
      created_days_ago: daysAgo,
      restocked_days_ago: daysAgo.nullable(),
      is_featured: z.boolean(),
      is_visible: z.boolean(),
      order_quantity_minimum: id.max(LINE_MAX, `must be ${LINE_MAX} or less`),
      order_quantity_maximum: id.max(LINE_MAX, `must be ${LINE_MAX} or less`),
      related: z.array(slug),
      set: z
        .array(z.object({ product: slug, reason: text }))
        .max(SET_MAX, `must not name more than ${SET_MAX}`)
        .default([]),
      metafields: z.array(z.object({ namespace: text, key: text, value: z.string() })),
    })
    .superRefine((product, context) => {
      const refuse = (field: string, message: string) => {
        context.addIssue({ code: "custom", path: [field], message });
      };
      checkToy(product, refuse);
      checkSelling(product, refuse);
      const claim = chargeClaim(shownTexts(product));
      if (claim) refuse(claim.field, `must not say when a card is charged: "${claim.sentence}"`);
    });
}

type Refuse = (field: string, message: string) => void;
type Toy = Readonly<{ is_toy: boolean; age_min_months: number | null; warnings: ReadonlyArray<unknown> }>;

/** No toy is sold without the age it is for and the warnings that the law asks for. */
function checkToy(product: Toy, refuse: Refuse): void {
  if (!product.is_toy) return;
  if (product.age_min_months === null) refuse("age_min_months", "a toy must state its age");
  if (product.warnings.length === 0) refuse("warnings", "a toy must carry its warnings");
}

type Selling = Readonly<{
  price: number;
  sale_price: number | null;
  price_history: ReadonlyArray<Readonly<{ price: number; to_days_ago: number }>>;
  order_quantity_minimum: number;
  order_quantity_maximum: number;
  availability: string;
  preorder_release_in_days: number | null;
}>;

function checkSelling(product: Selling, refuse: Refuse): void {
  if (product.order_quantity_minimum > product.order_quantity_maximum) {
    refuse("order_quantity_minimum", "must not be above order_quantity_maximum");
  }
  const latest = product.price_history.at(-1);
  if (latest && (latest.to_days_ago !== 0 || latest.price !== (product.sale_price ?? product.price))) {
    refuse("price_history", "must end today (to_days_ago 0) with the price that is asked now");
  }
  if (product.availability === "preorder" && product.preorder_release_in_days === null) {
    refuse("preorder_release_in_days", "a pre-order must say when it is released");
  }
}

export type ProductRow = z.infer<ReturnType<typeof productSchema>>;
