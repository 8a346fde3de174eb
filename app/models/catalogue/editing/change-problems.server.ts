import { chargeClaim } from "#app/models/catalogue/charge-claims.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { isSlug } from "#app/models/shared/slug.ts";

import { IS_TOY } from "./basic-facts.ts";
import { TEXT_NAMES } from "./declared-fields.ts";
import { missingFacts } from "./missing-facts.ts";
import { isSlugTaken } from "./product-address.server.ts";
import { findProductChoices } from "./product-choices.server.ts";
import { type ProductField, type ProductFields, saleOf } from "./product-fields.ts";
import { imagesOf, withoutText } from "./product-images.ts";
import { missingOfToy } from "./safety-facts.ts";
import { barcodesOf, isBarcode, newWithoutReduction } from "./variant-facts.ts";
import { takenBarcode } from "./variant-facts.server.ts";

export type ChangeRefusal =
  | "charge-claim"
  | ("sale-not-lower" | "images-none" | "image-text-missing")
  | ("toy-unsafe" | "slug-malformed" | "slug-taken" | "product-incomplete")
  | ("category-unknown" | "brand-unknown" | "tax-unknown")
  | ("own-sale-not-lower" | "barcode-malformed" | "barcode-taken");

type Change = Readonly<{
  before: ProductFields;
  after: ProductFields;
  changed: ReadonlyArray<ProductField>;
  isMade: boolean;
  currencies: ReadonlyArray<Currency>;
}>;

/** Call it in the transaction of the change, whose lock makes two at once see each other. */
export async function changeProblem(id: number, change: Change): Promise<Refusal<ChangeRefusal> | null> {
  return problemOf(change) ?? (await problemInShop(id, change));
}

/** Images, prices and barcodes that came with the catalogue are not judged here. */
function problemOf(change: Change): Refusal<ChangeRefusal> | null {
  return claimProblem(change) ?? priceProblem(change) ?? safetyProblem(change) ?? imagesProblem(change);
}

function claimProblem({ after, changed }: Change): Refusal<"charge-claim"> | null {
  const typed = TEXT_NAMES.filter((field) => changed.includes(field));
  const claim = chargeClaim(Object.fromEntries(typed.map((field) => [field, after[field]])));
  return claim && refused("charge-claim", claim);
}

function priceProblem({ before, after, changed }: Change): Refusal<ChangeRefusal> | null {
  const sale = saleOf(after.sale);
  const isNew = changed.includes("price") || changed.includes("sale");
  if (isNew && sale && sale.minor >= Number(after.price)) return refused("sale-not-lower");
  const isOwn = changed.includes("ownPrices") && newWithoutReduction(before, after).length > 0;
  return isOwn ? refused("own-sale-not-lower") : null;
}

function safetyProblem({ after, changed, isMade, currencies }: Change): Refusal<ChangeRefusal> | null {
  const isSeen = after.visibility !== "nobody";
  if (isMade && isSeen && missingFacts(after, { isMade, currencies }).length > 0)
    return refused("product-incomplete");
  const isSafetyNew = (["ages", "warnings", "toy"] as const).some((field) => changed.includes(field));
  const isUnsafe = after.toy === IS_TOY && isSafetyNew && missingOfToy(after).length > 0;
  return isUnsafe && !isHidden(after, isMade) ? refused("toy-unsafe") : null;
}

/** What is made by hand may lack something for as long as nobody sees it. */
function isHidden({ visibility }: ProductFields, isMade: boolean): boolean {
  return isMade && visibility === "nobody";
}

function imagesProblem({ after, changed }: Change): Refusal<ChangeRefusal> | null {
  if (!changed.includes("images")) return null;
  const images = imagesOf(after.images);
  if (images.length === 0) return refused("images-none");
  return withoutText(images).length > 0 ? refused("image-text-missing") : null;
}

async function problemInShop(
  id: number,
  { before, after, changed }: Change,
): Promise<Refusal<ChangeRefusal> | null> {
  const known = await choiceProblem(after, changed);
  if (known) return known;
  const isMoved = changed.includes("slug") || changed.includes("category");
  if (!changed.includes("barcodes") && !isMoved) return null;
  // The lock on this row makes two that give the same barcode or the same address at once see each other.
  await bumpCatalogueVersion([]);
  if (isMoved) {
    if (!isSlug(after.slug)) return refused("slug-malformed");
    if (await isSlugTaken(after.slug, id)) return refused("slug-taken");
  }
  const old = new Set(barcodesOf(before.barcodes).map(({ gtin }) => gtin));
  const malformed = barcodesOf(after.barcodes).find(({ gtin }) => !old.has(gtin) && !isBarcode(gtin));
  if (malformed) return refused("barcode-malformed", { barcode: malformed.gtin });
  const taken = await takenBarcode({ before: before.barcodes, after: after.barcodes });
  return taken && refused("barcode-taken", { barcode: taken.gtin });
}

async function choiceProblem(
  after: Pick<ProductFields, "category" | "brand" | "tax">,
  changed: ReadonlyArray<ProductField>,
): Promise<Refusal<ChangeRefusal> | null> {
  if (!(["category", "brand", "tax"] as const).some((field) => changed.includes(field))) return null;
  const { categories, brands, taxes } = await findProductChoices();
  const has = (list: ReadonlyArray<Readonly<{ id: number }>>, text: string) =>
    list.some(({ id }) => String(id) === text);
  if (changed.includes("category") && !has(categories, after.category)) return refused("category-unknown");
  if (changed.includes("brand") && !has(brands, after.brand)) return refused("brand-unknown");
  return changed.includes("tax") && !taxes.includes(Number(after.tax)) ? refused("tax-unknown") : null;
}
