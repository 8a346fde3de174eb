import { z } from "zod";

import type { BulkRule } from "#app/models/desk/products/bulk-rule.ts";
import type { DeskProduct, ProductSelection } from "#app/models/desk/products/product-list.server.ts";
import type { ProductViewKey } from "#app/models/desk/products/product-views.ts";

import { columns, done, notDone, type Outcome, refusalOutcome, refusalWords } from "./command.ts";
import { namedId } from "./product-create.ts";
import { choiceSchema, flagSchema, filledSchema, type ValuesOf, type Verb, verb } from "./verbs.ts";

const FILTERS = {
  view: choiceSchema<ProductViewKey>([
    "all",
    "for-sale",
    "drafts",
    "hidden",
    "on-sale",
    "sold-out",
  ]).optional(),
  search: z.string().default("").describe("a part of a name or article number, or a barcode"),
  category: z.string().optional().describe("a path such as wooden-toys; all below it count too"),
  brand: z.string().optional().describe("the last part of a brand's address, such as hollybough-workshop"),
};
type Filters = ValuesOf<typeof FILTERS>;

const YES = { yes: flagSchema("do it; without it, old and new values are listed and nothing is changed") };
const PERCENT = { percent: filledSchema(), exact: flagSchema("to the smallest coin, not to whole amounts") };
const DAYS = { saleFrom: z.string().default(""), saleUntil: z.string().default("") };

/** Of all products that the filters select. */
export const LIST_VERBS: Readonly<Record<string, Verb>> = {
  list: verb({
    about: "lists products, up to 500. Filters, for this and the next four:",
    options: FILTERS,
    run: async (filters) => withSelected(filters, listed),
  }),
  "change-prices": verb({
    about: "raises the prices of all of them by --percent, or lowers them by a negative one (--percent=-10)",
    options: { ...FILTERS, ...PERCENT, ...YES },
    check: unnamed,
    run: async ({ percent, exact, yes, ...filters }) =>
      changed(filters, await priceRule("price", { percent, exact, saleFrom: "", saleUntil: "" }), yes),
  }),
  "put-on-sale": verb({
    about: "puts all of them on sale at --percent off",
    options: { ...FILTERS, ...PERCENT, ...DAYS, ...YES },
    check: unnamed,
    run: async ({ percent, exact, saleFrom, saleUntil, yes, ...filters }) =>
      changed(filters, await priceRule("sale", { percent, exact, saleFrom, saleUntil }), yes),
  }),
  hide: verb({
    about: "hides all of them",
    options: { ...FILTERS, ...YES },
    check: unnamed,
    run: ({ yes, ...filters }) => changed(filters, { kind: "visibility", visibility: "nobody" }, yes),
  }),
  show: verb({
    about: "shows them to everybody",
    options: { ...FILTERS, ...YES },
    check: unnamed,
    run: ({ yes, ...filters }) => changed(filters, { kind: "visibility", visibility: "everybody" }, yes),
  }),
};

/** Nobody hides the whole shop by a word too few. */
function unnamed({ view, search, category, brand }: Filters): string | null {
  const isNamed = [view, search, category, brand].some(Boolean);
  return isNamed ? null : "Say which, by --view, --search, --category or --brand.";
}

type Selected = (products: ReadonlyArray<DeskProduct>) => Promise<Outcome>;

async function withSelected(filters: Filters, run: Selected): Promise<Outcome> {
  const { BULK_PRODUCTS_MAX, findListedProducts } =
    await import("#app/models/desk/products/product-list.server.ts");
  const { refused } = await import("#app/models/shared/result.ts");
  const selection = await selectionOf(filters);
  if (typeof selection === "string") return notDone(selection);
  const products = await findListedProducts(selection, null);
  return products.length > BULK_PRODUCTS_MAX
    ? refusalOutcome(refused("desk-too-many-products", { maximum: BULK_PRODUCTS_MAX }))
    : run(products);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

async function selectionOf({
  view = "all",
  search,
  category,
  brand,
}: Filters): Promise<ProductSelection | string> {
  const [inCategory, ofBrand] = await Promise.all([
    category === undefined ? null : namedId("categories", category),
    brand === undefined ? null : namedId("brands", brand),
  ]);
  if (inCategory !== null && !isId(inCategory)) return `There is no category ${inCategory}.`;
  if (ofBrand !== null && !isId(ofBrand)) return `There is no brand ${ofBrand}.`;
  const id = (text: string | null) => (text === null ? null : Number(text));
  const filters = { query: search.trim(), category: id(inCategory), brand: id(ofBrand) };
  return { view, filters };
}

async function listed(products: ReadonlyArray<DeskProduct>): Promise<Outcome> {
  const { VISIBILITY_WORDS } = await import("#app/models/catalogue/editing/product-fields.ts");
  const text = await priceText();
  const rows = products.map(({ id, sku, name, priceMinor, free, visibility }) => [
    ...[id, sku, name, text(priceMinor), free],
    VISIBILITY_WORDS[visibility],
  ]);
  const table = columns(["number", "article number", "name", "price", "free", "seen by"], rows);
  return done(products.length === 0 ? "There is no such product." : table, { products });
}

async function priceText(): Promise<(minor: number) => string> {
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { formatMoney, money } = await import("#app/models/shared/money.ts");
  const { currencies, currency: own, locale } = await findStore();
  return (minor) => formatMoney(money(minor, currencies[0] ?? own), locale);
}

type TypedRule = Readonly<{ percent: string; exact: boolean; saleFrom: string; saleUntil: string }>;

/** A text says what is wrong with it. */
async function priceRule(kind: "price" | "sale", typed: TypedRule): Promise<BulkRule | string> {
  const { readPriceRule } = await import("#app/models/desk/products/bulk-rule.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { localTime } = await import("#app/models/shared/local-date.ts");
  const { percent, exact, saleFrom: first, saleUntil: last } = typed;
  const { day } = localTime(new Date(), (await findStore()).timeZone);
  const read = readPriceRule({ kind, percent, first, last, round: exact ? "exact" : "whole" }, day);
  return read.rule ?? Object.values(read.errors).join("\n");
}

async function changed(filters: Filters, rule: BulkRule | string, isSure: boolean): Promise<Outcome> {
  return withSelected(filters, async (products) => {
    if (typeof rule === "string") return notDone(rule);
    if (products.length === 0) return notDone("There is no such product.");
    return isSure ? applied(products, rule, new Date()) : planned(products, rule);
  });
}

async function planned(products: ReadonlyArray<DeskProduct>, rule: BulkRule): Promise<Outcome> {
  const { priceBy } = await import("#app/models/desk/products/bulk-rule.ts");
  const { VISIBILITY_WORDS } = await import("#app/models/catalogue/editing/product-fields.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { currencies, currency } = await findStore();
  const text = await priceText();
  const rows = products.map(({ name, priceMinor, visibility }) =>
    rule.kind === "visibility"
      ? [name, VISIBILITY_WORDS[visibility], VISIBILITY_WORDS[rule.visibility]]
      : [name, text(priceMinor), text(priceBy(rule, priceMinor, currencies[0] ?? currency))],
  );
  const table = columns(["product", "before", "after"], rows);
  return done(`${table}\n\nNothing has been changed. Add --yes to do it.`, { rows });
}

async function applied(products: ReadonlyArray<DeskProduct>, rule: BulkRule, now: Date): Promise<Outcome> {
  const { bulkTitle, needsCode } = await import("#app/models/desk/products/bulk-rule.ts");
  const { findBulkChange } = await import("#app/models/desk/files/bulk-lines.server.ts");
  const { changeOneAtDesk } = await import("#app/models/desk/products/bulk-steps.server.ts");
  const { newId } = await import("#app/models/shared/generate-id.server.ts");
  const { commandLineActor } = await import("#app/models/staff/log.server.ts");
  const head = {
    key: newId("products"),
    kind: rule.kind,
    title: bulkTitle(rule, products.length),
    needsCode: needsCode(rule, products.length),
  };
  const problems: Array<string> = [];
  let changed = 0;
  for (const { id, name, priceMinor: shownMinor } of products) {
    const step = await changeOneAtDesk({ id, rule, shownMinor, head }, commandLineActor(now));
    if (!step.ok) problems.push(`${name}: ${await refusalWords(step)}`);
    else if (step.value.isChanged) changed += 1;
  }
  const first =
    changed === 0
      ? "Nothing has been changed."
      : `${bulkTitle(rule, changed)}. Undo it with "import-file undo ${await findBulkChange(head.key)}".`;
  const isDone = problems.length === 0;
  return { isDone, words: [first, ...problems].join("\n"), data: { ok: isDone, changed, problems } };
}
