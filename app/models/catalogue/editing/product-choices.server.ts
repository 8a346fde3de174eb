import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import { rateSchema } from "#app/models/shared/decimal.ts";

import type { ProductChoice, ProductChoices } from "./product-choices.ts";

/** Lists by age are not among the categories: what a product is never depends on a list. */
export async function findProductChoices(): Promise<ProductChoices> {
  const [categories, brands, tax] = await Promise.all([
    db()
      .selectFrom("categories")
      .select(["id", "name", "parent_id", "age_band_min_months as band"])
      .where("is_visible", "=", 1)
      .orderBy("depth")
      .orderBy("sort_order")
      .orderBy("id")
      .execute(),
    db().selectFrom("brands").select(["id", "name"]).orderBy("name").orderBy("id").execute(),
    db().selectFrom("settings").select("value").where("key", "=", "tax").executeTakeFirst(),
  ]);
  return { categories: lined(categories), brands, taxes: ratesIn(tax?.value ?? "{}") };
}

type CategoryRow = Readonly<{ id: number; name: string; parent_id: number | null; band: number | null }>;

function lined(rows: ReadonlyArray<CategoryRow>): ReadonlyArray<ProductChoice> {
  const below = (parent: number | null, line: string): ReadonlyArray<ProductChoice> =>
    rows
      .filter((row) => row.parent_id === parent)
      .flatMap(({ id, name, band }) => {
        const own = line === "" ? name : `${line} > ${name}`;
        return [...(band === null ? [{ id, name: own }] : []), ...below(id, own)];
      });
  return below(null, "");
}

const taxSchema = z.object({
  default_rate: rateSchema,
  rates: z.array(z.object({ rate: rateSchema })).default([]),
});

function ratesIn(text: string): ReadonlyArray<number> {
  const tax = taxSchema.safeParse(JSON.parse(text)).data;
  if (!tax) return [0];
  const rates = tax.rates.map(({ rate }) => rate);
  return rates.length === 0 ? [tax.default_rate] : usualFirst(rates, tax.default_rate);
}

function usualFirst(rates: ReadonlyArray<number>, usual: number): ReadonlyArray<number> {
  return rates.includes(usual) ? [usual, ...rates.filter((rate) => rate !== usual)] : rates;
}
