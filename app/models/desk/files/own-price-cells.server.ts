import { ownPricesOf, ownPricesText, withoutReduction } from "#app/models/catalogue/editing/variant-facts.ts";
import type { ExportedVariant } from "#app/models/catalogue/product-export.server.ts";
import { variantInput } from "#app/models/desk/products/variant-form.ts";
import { saysTheSame, withoutApostrophe } from "#app/models/shared/csv-import.server.ts";

import type { NamedRow } from "./import-work.server.ts";

const OWN_COLUMNS = [
  { kind: "price", own: "own price", shared: "price" },
  { kind: "sale", own: "own sale price", shared: "sale price" },
] as const;

type OwnCells = Readonly<{
  typed: Readonly<Record<string, string>>;
  problems: ReadonlyArray<string>;
}>;

export function ownCells(cells: NamedRow["cells"], variant: ExportedVariant): OwnCells {
  const changed = (column: string) => {
    const cell = cells[column];
    return cell !== undefined && !saysTheSame(cell, variant.row[column] ?? "")
      ? withoutApostrophe(cell)
      : null;
  };
  const typed: Record<string, string> = {};
  const problems: Array<string> = [];
  for (const { kind, own, shared } of OWN_COLUMNS) {
    const isOwn = kind === "price" ? variant.hasOwnPrice : variant.hasOwnSale;
    const [cell, other] = [changed(own), isOwn ? changed(shared) : null];
    if (cell !== null && other !== null && cell.trim() !== other.trim())
      problems.push(`${shared}: the column “${own}” says something else`);
    const text = cell ?? other;
    if (text !== null) typed[variantInput(kind, variant.id)] = text;
  }
  const days = ["sale from", "sale until"].filter((column) => changed(column) !== null);
  if (variant.hasOwnSale)
    problems.push(...days.map((column) => `${column}: a sale price of the variant’s own has no days`));
  return { typed, problems };
}

export function ownColumnOf(input: string, { id }: ExportedVariant): string | null {
  return OWN_COLUMNS.find(({ kind }) => variantInput(kind, id) === input)?.own ?? null;
}

/** `current` with the line of each variant in `stated`, which has that of all its product's variants. */
export function withStatedPrices(
  current: string,
  stated: ReadonlyArray<Readonly<{ id: number; ownPrices: string }>>,
): string {
  const lines = new Map(
    stated.flatMap(({ id, ownPrices }) =>
      ownPricesOf(ownPrices)
        .filter((line) => line.id === id)
        .map((line) => [id, line] as const),
    ),
  );
  return ownPricesText(ownPricesOf(current).map((line) => lines.get(line.id) ?? line));
}

/** True where the variant's own sale price is not below what it costs without it, at the product's `price`. */
export function isNotReduced(ownPrices: string, price: string, { id }: ExportedVariant): boolean {
  return withoutReduction(ownPrices, Number(price)).includes(id);
}

type Prices = Readonly<{ price: string; ownPrices: string }>;

/** True where a variant costs more, or less, than `percent` per cent of what it cost, or is reduced by more. */
export function isFarForVariants(before: Prices, after: Prices, percent: number): boolean {
  const old = new Map(ownPricesOf(before.ownPrices).map((line) => [line.id, line]));
  const isBeyond = (from: number, to: number) => Math.abs(to - from) * 100 > from * percent;
  return ownPricesOf(after.ownPrices).some(({ id, price, sale }) => {
    const was = old.get(id);
    if (was?.price === price && was.sale === sale) return false;
    const now = price ?? Number(after.price);
    return isBeyond(was?.price ?? Number(before.price), now) || (sale !== null && isBeyond(now, sale));
  });
}
