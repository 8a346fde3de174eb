import type { Selectable } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { productDetailsSchema } from "#app/models/catalogue/product-attributes.ts";

import type { ProductFields } from "./product-fields.ts";
import {
  agesFieldText,
  agesOf,
  durabilityFieldText,
  durabilityOf,
  makerOf,
  makerText,
  warningsOf,
  warningsText,
} from "./safety-facts.ts";

type SafetyFields = Pick<ProductFields, "ages" | "warnings" | "maker" | "durability">;

export function safetyFields(row: Selectable<Database["products"]>): SafetyFields {
  const { warnings, manufacturer, durability } = productDetailsSchema.parse(JSON.parse(row.details));
  return {
    ages: agesFieldText({
      ...{ min: row.age_min_months, from: row.suitable_from_months, max: row.age_max_months },
    }),
    warnings: warningsText(warnings),
    maker: makerText(manufacturer),
    durability: durabilityFieldText(durability),
  };
}

export function ageColumns(text: string) {
  const { min, from, max } = agesOf(text);
  return { age_min_months: min, suitable_from_months: from, age_max_months: max };
}

export async function detailsWith(
  id: number,
  { warnings, maker, durability }: Omit<SafetyFields, "ages">,
): Promise<string | null> {
  const row = await db().selectFrom("products").select("details").where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const details = JSON.parse(row.details) as Readonly<Record<string, unknown>>;
  return JSON.stringify({
    ...details,
    warnings: warningsOf(warnings),
    manufacturer: makerOf(maker),
    durability: durabilityOf(durability) ?? undefined,
  });
}

/** Call it in the transaction of the change. */
export async function writeDetails(id: number, fields: Omit<SafetyFields, "ages">): Promise<void> {
  const details = await detailsWith(id, fields);
  if (details !== null) await db().updateTable("products").set({ details }).where("id", "=", id).execute();
}
