import { z } from "zod";

import { lengthText, weightText } from "#app/models/shared/text.ts";

import { durabilitySchema } from "./durability-schema.ts";
import type { PackedBox, Size } from "./dimensions-check.ts";
import type { Specification } from "./product-page.ts";
import type { Maker } from "./product-safety.ts";

const maker = z.object({
  name: z.string(),
  address: z.string(),
  electronic_address: z.string().nullable().default(null),
  country_code: z.string().nullable().default(null),
});

/** Amounts are in minor units; `prices` has them by other currency. */
export const personalisationSchema = z.object({
  name: z.string(),
  note: z.string(),
  length_max: z.number(),
  marks: z.string(),
  price: z.number(),
  prices: z.record(z.number()).default({}),
  working_days: z.number(),
  is_returnable: z.boolean(),
  returns_source: z.string().nullable(),
});

export type StoredPersonalisation = z.infer<typeof personalisationSchema>;

export const setSchema = z
  .array(z.object({ product_id: z.number(), reason: z.string() }))
  .default([])
  .transform((members) => members.map(({ product_id: productId, reason }) => ({ productId, reason })));

export const productDetailsSchema = z.object({
  highlights: z.array(z.string()),
  warnings: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      part: z.string().optional(),
      from_months: z.number().optional(),
    }),
  ),
  standards: z.array(z.string()),
  conformity_mark: z.string().nullable(),
  materials: z.array(z.string()),
  finish: z.string(),
  care: z.string(),
  assembly: z.string(),
  assembly_required: z.boolean(),
  packed: z
    .array(
      z.object({ width_mm: z.number(), depth_mm: z.number(), height_mm: z.number(), weight_g: z.number() }),
    )
    .nullable()
    .default(null),
  personalisation: personalisationSchema.nullable().default(null),
  set: setSchema,
  made_in: z.string(),
  manufacturer: maker,
  importer: maker.nullable(),
  responsible_person: maker.nullable().default(null),
  durability: durabilitySchema.nullable().default(null),
});

export type ProductAttributes = z.infer<typeof productDetailsSchema>;

export function contactsOf({
  manufacturer,
  importer,
  responsible_person: person,
}: Pick<ProductAttributes, "manufacturer" | "importer" | "responsible_person">) {
  return {
    manufacturer: makerOf(manufacturer),
    importer: importer && makerOf(importer),
    responsiblePerson: person && makerOf(person),
  };
}

function makerOf({ name, address, ...row }: z.infer<typeof maker>): Maker {
  return { name, address, electronicAddress: row.electronic_address, countryCode: row.country_code };
}

type Measures = Readonly<{
  weight_g: number | null;
  width_mm: number | null;
  depth_mm: number | null;
  height_mm: number | null;
  folded_width_mm: number | null;
  folded_depth_mm: number | null;
  folded_height_mm: number | null;
  max_load_g: number | null;
}>;

export function sizesOf(row: Measures): Readonly<{ size: Size | null; foldedSize: Size | null }> {
  return {
    size: sizeOf(row.width_mm, row.depth_mm, row.height_mm),
    foldedSize: sizeOf(row.folded_width_mm, row.folded_depth_mm, row.folded_height_mm),
  };
}

function sizeOf(width: number | null, depth: number | null, height: number | null): Size | null {
  return width && depth && height ? { width, depth, height } : null;
}

export function boxesOf({ packed }: Pick<ProductAttributes, "packed">): ReadonlyArray<PackedBox> | null {
  return (
    packed &&
    packed.map((box) => ({
      width: box.width_mm,
      depth: box.depth_mm,
      height: box.height_mm,
      weight: box.weight_g,
    }))
  );
}

export function specificationOf(
  measures: Measures,
  details: ProductAttributes,
): ReadonlyArray<Specification> {
  const rows: ReadonlyArray<readonly [string, string | null]> = [
    ["Dimensions", sizeText(measures.width_mm, measures.depth_mm, measures.height_mm)],
    ["Folded", sizeText(measures.folded_width_mm, measures.folded_depth_mm, measures.folded_height_mm)],
    ["Weight", measures.weight_g === null ? null : weightText(measures.weight_g)],
    ["Maximum load", measures.max_load_g === null ? null : `Up to ${weightText(measures.max_load_g)}`],
    ["Materials", details.materials.join(", ")],
    ["Finish", details.finish],
    ["Made in", details.made_in],
  ];
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function sizeText(...millimetres: ReadonlyArray<number | null>): string | null {
  const known = millimetres.filter((length) => length !== null);
  if (known.length === 0) return null;
  return `${known
    .slice(0, -1)
    .map((length) => `${length / 10} × `)
    .join("")}${lengthText(known.at(-1) ?? 0)}`;
}
