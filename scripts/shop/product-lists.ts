import type { BulkRule } from "#app/models/desk/products/bulk-rule.ts";
import type { DeskProduct, ProductSelection } from "#app/models/desk/products/product-list.server.ts";
import type { ProductViewKey } from "#app/models/desk/products/product-views.ts";

import { columns, done, notDone, type Outcome, readWords } from "./command.ts";
import { namedId } from "./product-create.ts";

const VERBS = ["list", "change-prices", "put-on-sale", "hide", "show"] as const;

export type ListRequest = Readonly<{
  verb: (typeof VERBS)[number];
  view: ProductViewKey;
  search: string;
  /** Path of a category, and last part of a brand's address; null: any. */
  category: string | null;
  brand: string | null;
  rule: Readonly<Record<string, string>>;
  isConfirmed: boolean;
}>;

const VIEWS: ReadonlyArray<ProductViewKey> = ["all", "for-sale", "drafts", "hidden", "on-sale", "sold-out"];

const TEXT = { type: "string" } as const;
const FLAG = { type: "boolean" } as const;

export function readListRequest(
  args: ReadonlyArray<string>,
): Readonly<{ request: ListRequest; isJson: boolean }> | null {
  const words = readWords(args, {
    ...{ view: TEXT, search: TEXT, category: TEXT, brand: TEXT, percent: TEXT },
    ...{ "sale-from": TEXT, "sale-until": TEXT, exact: FLAG, yes: FLAG, json: FLAG },
  } as const);
  const [named, ...more] = words?.positionals ?? [];
  const verb = VERBS.find((one) => one === named);
  if (!words || !verb || more.length > 0) return null;
  const request = requestIn(verb, words.values);
  return request && isWhole(request, words.values) ? { request, isJson: words.values.json === true } : null;
}

type Given = Readonly<{
  view?: string;
  search?: string;
  category?: string;
  brand?: string;
  yes?: boolean;
  percent?: string;
  "sale-from"?: string;
  "sale-until"?: string;
  exact?: boolean;
}>;

function requestIn(verb: ListRequest["verb"], values: Given): ListRequest | null {
  const { search = "", category = null, brand = null, yes: isConfirmed = false } = values;
  const view = VIEWS.find((one) => one === (values.view ?? "all"));
  return view ? { verb, view, search, category, brand, rule: ruleIn(verb, values), isConfirmed } : null;
}

function ruleIn(verb: ListRequest["verb"], values: Given): ListRequest["rule"] {
  const { percent = "", "sale-from": first = "", "sale-until": last = "", exact = false } = values;
  const kind = verb === "put-on-sale" ? "sale" : "price";
  return { kind, percent, first, last, round: exact ? "exact" : "whole" };
}

/** A step names what it is about: nobody hides the whole shop by a word too few. */
function isWhole({ verb, search, category, brand, rule }: ListRequest, { view }: Given): boolean {
  const isPriced = verb === "change-prices" || verb === "put-on-sale";
  const hasDays = rule["first"] !== "" || rule["last"] !== "";
  const isNamed = Boolean(view ?? category ?? brand) || search !== "";
  if (isPriced !== (rule["percent"] !== "") || (hasDays && verb !== "put-on-sale")) return false;
  return verb === "list" || isNamed;
}

export async function workOnList(request: ListRequest): Promise<Outcome> {
  const { BULK_PRODUCTS_MAX, findListedProducts } =
    await import("#app/models/desk/products/product-list.server.ts");
  const selection = await selectionOf(request);
  if (typeof selection === "string") return notDone(selection);
  const products = await findListedProducts(selection, null);
  if (products.length > BULK_PRODUCTS_MAX) {
    const { shopError } = await import("#app/models/platform/error-messages.ts");
    const { refused } = await import("#app/models/shared/result.ts");
    const tooMany = refused("desk-too-many-products", { maximum: BULK_PRODUCTS_MAX });
    return notDone(`${shopError(tooMany).message}.`);
  }
  return request.verb === "list" ? listed(products) : changed(products, request);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

async function selectionOf({
  view,
  search,
  category,
  brand,
}: ListRequest): Promise<ProductSelection | string> {
  const [inCategory, ofBrand] = await Promise.all([
    category === null ? null : namedId("categories", category),
    brand === null ? null : namedId("brands", brand),
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

async function readRule({ verb, rule }: ListRequest, now: Date): Promise<BulkRule | string> {
  const { readPriceRule } = await import("#app/models/desk/products/bulk-rule.ts");
  if (verb === "hide") return { kind: "visibility", visibility: "nobody" };
  if (verb === "show") return { kind: "visibility", visibility: "everybody" };
  const { findStore } = await import("#app/models/store/store.server.ts");
  const { localTime } = await import("#app/models/shared/local-date.ts");
  const read = readPriceRule(rule, localTime(now, (await findStore()).timeZone).day);
  return read.rule ?? Object.values(read.errors).join("\n");
}

async function changed(products: ReadonlyArray<DeskProduct>, request: ListRequest): Promise<Outcome> {
  const now = new Date();
  const rule = await readRule(request, now);
  if (typeof rule === "string") return notDone(rule);
  if (products.length === 0) return notDone("There is no such product.");
  return request.isConfirmed ? applied(products, rule, now) : planned(products, rule);
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
  const { shopError } = await import("#app/models/platform/error-messages.ts");
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
    if (!step.ok) problems.push(`${name}: ${shopError(step).message}.`);
    else if (step.value.isChanged) changed += 1;
  }
  const first =
    changed === 0
      ? "Nothing has been changed."
      : `${bulkTitle(rule, changed)}. Undo it with "import-file undo ${await findBulkChange(head.key)}".`;
  const isDone = problems.length === 0;
  return { isDone, words: [first, ...problems].join("\n"), data: { ok: isDone, changed, problems } };
}
