/** Claims in the texts of a catalogue that is imported. Nothing is refused for them. */
import { inTurns } from "#app/event-loop-fairness.server.ts";
import { shownTexts } from "#app/models/catalogue/charge-claims.ts";
import { namedTexts, textClaimWarning } from "#app/models/catalogue/text-claims.ts";

import type { Catalogue } from "./read-catalogue.server.ts";
import type { ImportedTable } from "./sync-table.server.ts";

export type CatalogueClaim = Readonly<{
  table: ImportedTable;
  /** Of a product; null for everything else. */
  productId: number | null;
  /** "brand hollybough, story". */
  name: string;
  text: string;
}>;

type Row = Readonly<{ table: ImportedTable; name: string; productId?: number | null; value: object }>;

const ROWS_A_TURN = 50;

/** Every text that makes one, without what customers have written. */
export async function catalogueClaims(catalogue: Catalogue): Promise<ReadonlyArray<CatalogueClaim>> {
  const found: Array<CatalogueClaim> = [];
  for await (const rows of inTurns(rowsOf(catalogue), ROWS_A_TURN)) found.push(...rows.flatMap(claimsIn));
  return found;
}

function claimsIn({ table, name, productId = null, value }: Row): ReadonlyArray<CatalogueClaim> {
  const texts = namedTexts(value);
  if (textClaimWarning(texts.map(({ text }) => text)) === null) return [];
  return texts
    .filter(({ text }) => textClaimWarning([text]) !== null)
    .map(({ field, text }) => ({ table, productId, name: `${name}, ${field}`, text }));
}

function rowsOf(catalogue: Catalogue): ReadonlyArray<Row> {
  const { settings, delivery, brands, categories, products, coupons, reviews } = catalogue;
  const { methods, zones } = delivery ?? { methods: [], zones: [] };
  const shown = { ...settings, search_synonyms: null, search_rules: null };
  return [
    { table: "settings", name: "store.json", value: shown },
    ...methods.map(({ key, name, service, description }): Row => {
      return { table: "delivery_methods", name: `delivery ${key}`, value: { name, service, description } };
    }),
    ...zones.map(({ key, name, note }): Row => {
      return { table: "delivery_zones", name: `zone ${key}`, value: { name, note } };
    }),
    ...brands.map(({ row }): Row => ({ table: "brands", name: `brand ${row.slug}`, value: row })),
    ...categories.map(({ row: { path, name, description, page_title, meta_description } }): Row => {
      const value = { name, description, page_title, meta_description };
      return { table: "categories", name: `category ${path}`, value };
    }),
    ...products.map(({ row }): Row => {
      return { table: "products", name: `product ${row.slug}`, productId: row.id, value: shownTexts(row) };
    }),
    ...coupons.map(({ row: { code, name, message_ok } }): Row => {
      return { table: "coupons", name: `discount code ${code}`, value: { name, message_ok } };
    }),
    ...reviews.map(({ row: { id, shop_reply } }): Row => {
      return { table: "reviews", name: `review ${id}`, value: { shop_reply } };
    }),
  ];
}

const NAMED_MAX = 5;

/** The names of the first few, and what is said of all; null: there are none. */
export function catalogueClaimWarning(claims: ReadonlyArray<CatalogueClaim>): string | null {
  const warning = textClaimWarning(claims.map(({ text }) => text));
  if (warning === null) return null;
  const names = claims.slice(0, NAMED_MAX).map(({ name }) => name);
  return `${names.join("; ")}${claims.length > NAMED_MAX ? "; …" : ""}: ${warning}`;
}
