import type { ConflictIntent, ProductConflictData } from "#app/components/desk/products/product-conflict.tsx";
import type { ProductPageData } from "#app/components/desk/products/product-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, type DeskVisit } from "#app/http/request/require-staff.server.ts";
import {
  changedFields,
  changesBetween,
  fieldsWith,
  type ProductField,
  type ProductFields,
  saleOf,
} from "#app/models/catalogue/editing/product-fields.ts";
import { textClaimWarning } from "#app/models/catalogue/text-claims.ts";
import { missingFacts } from "#app/models/catalogue/editing/missing-facts.ts";
import { findProductChoices } from "#app/models/catalogue/editing/product-choices.server.ts";
import type { ProductChoices } from "#app/models/catalogue/editing/product-choices.ts";
import { ownPricesOf } from "#app/models/catalogue/editing/variant-facts.ts";
import { imagesOf } from "#app/models/catalogue/editing/product-images.ts";
import {
  changesOfVersions,
  listVersions,
  type ProductVersion,
} from "#app/models/catalogue/editing/product-versions.server.ts";
import {
  type DeskProductFacts,
  findDeskProductFacts,
  lowestBefore,
  variantNames,
} from "#app/models/desk/products/product-facts.server.ts";
import { FIELD_LABELS, fieldText, taxText } from "#app/models/desk/products/field-words.ts";
import { inputsOf } from "#app/models/desk/products/product-form.ts";
import {
  type DraftState,
  findDraftState,
  findUnusedImages,
} from "#app/models/desk/products/product-steps.server.ts";
import { plannedWords, saleWords } from "#app/models/desk/products/sale-words.ts";
import type { Merge } from "#app/models/catalogue/editing/product-fields.ts";
import { localTime } from "#app/models/shared/local-date.ts";
import { formatMoney, money, moneyOrNull } from "#app/models/shared/money.ts";
import { refused } from "#app/models/shared/result.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import { type DeskLogRow, listDeskLog } from "#app/models/staff/log.server.ts";
import type { LoggedAction } from "#app/models/staff/log-views.server.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText, dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { lastStepAmong } from "#app/routes/desk/desk.server.ts";
import { logLine } from "#app/routes/desk/log-line.server.ts";
import { hiddenMarks } from "#app/routes/desk/resource/resource-view.server.ts";

const LOG_ROWS = 20;
const HISTORY_ROWS = { versions: 8, steps: 4 } as const;
const PRICE_ROWS = 8;

/** The desk edits prices in the shop's own currency. */
export function mainFormat({ currencies, currency, locale }: Store): PriceFormat {
  return { currency: currencies[0] ?? currency, locale };
}

/** Throws the desk's 404 for an address without a product's id. */
export function productIdIn({ productId = "" }: Readonly<{ productId?: string | undefined }>): number {
  if (!/^[1-9]\d{0,8}$/.test(productId)) throw deskRefusal(refused("NOT_FOUND"));
  return Number(productId);
}

/** Of a product that nobody has saved at the desk. */
function unsavedText(
  { version, isMade }: Pick<DraftState, "version" | "isMade">,
  changedAt: string | null,
  store: Store,
): string {
  if (changedAt === null) return `Version ${version}`;
  return `Version ${version}, ${isMade ? "created" : "imported from the catalogue"} on ${dateTimeText(changedAt, store)}`;
}

/** Throws the desk's 404 for a product that does not exist. */
export async function findProductPage(id: number, { staff, actor }: DeskVisit): Promise<ProductPageData> {
  const store = await findStore();
  const format = mainFormat(store);
  const [state, facts, log, choices] = await Promise.all([
    findDraftState(id),
    findDeskProductFacts(id, format.currency),
    listDeskLog({ staffId: null, subject: { kind: "product", id: String(id) }, limit: LOG_ROWS }),
    findProductChoices(),
  ]);
  if (!state || !facts) throw deskRefusal(refused("NOT_FOUND"));
  const changed = changedFields(state.changes);
  const last = log[0] && (await logLine(log[0], store));
  return {
    ...{ id, name: state.published.name, version: state.version, marks: hiddenMarks(state.fields) },
    tags: tagsOf(state, changed.length),
    saved: last
      ? `Version ${state.version}, last saved by ${last.who} on ${last.when}`
      : unsavedText(state, facts.changedAt, store),
    inputs: inputsOf(state.fields, format),
    changed: changed.map(inputNameOf),
    count: changed.length,
    draft:
      state.draftBy && state.draftAt
        ? `Saved by ${state.draftBy} on ${dateTimeText(state.draftAt, store)}, not published.`
        : null,
    ...pricesOf(state, facts, { store, format, now: actor.now }),
    variants: variantsOf(facts),
    images: { notes: imageNotes(state, facts), unused: await findUnusedImages(state) },
    claimWarning: textClaimWarning(Object.values(state.fields)),
    missing: missingOf(state, store),
    choices: choicesOf(choices, state.fields),
    otherCurrencies: state.isMade ? store.currencies.slice(1) : [],
    hasImage: [state.published, state.fields].some(({ images }) => imagesOf(images).length > 0),
    wasPublished: state.wasPublished,
    history: await historyOf(state, log, store),
    may: {
      edit: can(staff.role, "edit-products"),
      publish: can(staff.role, state.wasPublished ? "edit-products" : "publish-prices"),
      price: can(staff.role, "publish-prices"),
      weaken: can(staff.role, "weaken-safety"),
    },
  };
}

function missingOf({ fields, isMade }: DraftState, { currencies }: Store): ProductPageData["missing"] {
  return missingFacts(fields, { isMade, currencies }).map(({ input, text }) => ({ id: input, text }));
}

/** The present one is among them, whatever became of it. */
function choicesOf(
  { categories, brands, taxes }: ProductChoices,
  { category, brand, tax }: ProductFields,
): ProductPageData["choices"] {
  const named = (list: ProductChoices["brands"]) =>
    list.map(({ id, name }) => ({ value: String(id), text: name }));
  return {
    category: withPresent(named(categories), category),
    brand: withPresent(named(brands), brand),
    tax: withPresent(
      taxes.map((rate) => ({ value: String(rate), text: taxText(rate) })),
      tax,
      taxText(Number(tax)),
    ),
  };
}

type Options = ReadonlyArray<Readonly<{ value: string; text: string }>>;

function withPresent(options: Options, value: string, text = "As it is now"): Options {
  return options.some((option) => option.value === value) ? options : [...options, { value, text }];
}

function imageNotes({ published, fields }: DraftState, { variants }: DeskProductFacts) {
  const known = new Set(imagesOf(published.images).map(({ file }) => file));
  const notes = imagesOf(fields.images).map(({ file }) => {
    const shownBy = variants.filter(({ image, label }) => image === file && label !== null);
    return [file, known.has(file) ? shownBy.map(({ label }) => label).join(", ") : "new"] as const;
  });
  return Object.fromEntries(notes.filter(([, note]) => note !== ""));
}

/** Versions, and steps at the desk that none of them holds; the newest first. */
async function historyOf({ id, published }: DraftState, log: ReadonlyArray<DeskLogRow>, store: Store) {
  const versions = changesOfVersions(await listVersions(id, HISTORY_ROWS.versions + 1));
  const steps = await Promise.all(
    stepsBeside(versions, log).map(async (row) => {
      const { what, who, when, changes } = await logLine(row, store);
      return {
        ...{ at: row.at, id: `step-${row.id}`, what: what.replace(/ of$/, ""), who, when },
        ...{ fields: changes.map(({ field }) => field).join(", "), version: null },
      };
    }),
  );
  const rows = versions.slice(0, HISTORY_ROWS.versions).map(({ id: version, at, by, changed, fields }) => ({
    ...{ at, id: `version-${version}`, when: dateTimeText(at, store) },
    what: changed.length > 0 ? "Published" : "As it was before",
    who: by || "An import or a command",
    fields: changed.map((field) => FIELD_LABELS[field].toLowerCase()).join(", "),
    version:
      changedFields(changesBetween(published, fieldsWith(published, fields))).length > 0 ? version : null,
  }));
  return [...steps, ...rows].sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** What was saved as a draft is in the version that was published next. */
function stepsBeside(versions: ReadonlyArray<ProductVersion>, log: ReadonlyArray<DeskLogRow>) {
  const known = new Set(versions.map(({ at }) => at));
  const newest = versions[0]?.at ?? "";
  return log
    .filter(({ at, action }) => !(action === "product-published" && known.has(at)))
    .filter(({ at, action }) => !(action === "product-drafted" && at < newest))
    .slice(0, HISTORY_ROWS.steps);
}

function inputNameOf(field: ProductField): string {
  return field === "sale" ? "salePrice" : field;
}

function tagsOf({ published, wasPublished }: DraftState, count: number): ProductPageData["tags"] {
  const hidden = { text: wasPublished ? "Hidden" : "Never published", tone: "" } as const;
  const standings: Readonly<Record<string, ProductPageData["tags"][number]>> = {
    everybody: { text: "In the shop", tone: "ok" },
    address: { text: "Only with its address", tone: "ok" },
  };
  const standing = standings[published.visibility] ?? hidden;
  return [
    standing,
    ...(count === 0
      ? []
      : [{ text: `${count} ${count === 1 ? "change" : "changes"} not published`, tone: "do" } as const]),
  ];
}

type Around = Readonly<{ store: Store; format: PriceFormat; now: Date }>;

/** Of a product that no shopper has seen there is only what will be. */
function priceWordsOf(
  { published, fields, changes, wasPublished }: DraftState,
  spans: DeskProductFacts["spans"],
  { store, format: { currency, locale }, now }: Around,
): ProductPageData["priceWords"] {
  const words = ({ price, sale }: ProductFields) =>
    saleWords({
      ...{ regular: money(Number(price), currency), sale: saleOf(sale), now, locale },
      ...{ rule: store.law.lowestPrice, today: localTime(now, store.timeZone).day },
      lowest: moneyOrNull(lowestBefore({ sale, spans, now }, store), currency),
    });
  const isSeen = wasPublished && published.visibility !== "nobody";
  const isChanged = changes.price !== undefined || changes.sale !== undefined;
  return [
    ...(wasPublished ? [{ label: isSeen ? "Now in the shop" : "Price now", words: words(published) }] : []),
    ...(isChanged || !wasPublished ? [{ label: "After you publish", words: words(fields) }] : []),
  ];
}

function pricesOf(state: DraftState, { spans }: DeskProductFacts, around: Around) {
  const { fields, isMade } = state;
  const { store, format, now } = around;
  const { currency, locale } = format;
  const text = (minor: number) => formatMoney(money(minor, currency), locale);
  const variants = ownPricesOf(fields.ownPrices);
  const own = variants.filter(({ price: ownPrice }) => ownPrice !== null).length;
  const others = isMade ? [] : store.currencies.slice(1);
  const notes = [
    own > 0
      ? `${own} of ${variants.length} variants ${own === 1 ? "has its" : "have their"} own price, which these fields do not change. The sale price applies to the other variants.`
      : "",
    others.length > 0
      ? `This sale is in ${currency} only. Shoppers who choose ${others.join(" or ")} pay the price from the catalogue.`
      : "",
  ];
  return {
    priceLabel: `Price with tax, in ${currency}`,
    priceWords: priceWordsOf(state, spans, around),
    plannedSale: plannedWords(saleOf(state.published.sale), text, now),
    priceNotes: notes.filter((note) => note !== ""),
    prices: spans.slice(0, PRICE_ROWS).map(({ priceMinor, isReduced, validFrom, validTo }) => {
      const days = validTo
        ? `from ${dateText(validFrom, store)} to ${dateText(validTo, store)}`
        : `since ${dateText(validFrom, store)}`;
      return `${text(priceMinor)}${isReduced ? ", reduced," : ""} ${days}`;
    }),
  };
}

function variantsOf({ variants }: DeskProductFacts): ProductPageData["variants"] {
  return variants.map(({ id, sku, label, image, free, isVisible }) => ({
    ...{ id, image, free, sku, isVisible, name: label ?? "One version", href: deskPaths.variantStock(sku) },
  }));
}

/** Steps that change a field of the form. */
const TYPED_BY: ReadonlyArray<LoggedAction> = [
  ...(["product-made", "product-drafted", "product-published", "product-discarded"] as const),
  ...(["product-put-back", "product-sale-started", "product-sale-ended"] as const),
  ...(["variants-added", "variants-removed", "option-values-renamed"] as const),
];

type Conflict = Readonly<{ merge: Merge; now: DraftState; intent: ConflictIntent }>;

/** With everything that was typed, so that nothing is lost. */
export async function conflictOf({ merge, now, intent }: Conflict, at: Date): Promise<ProductConflictData> {
  const store = await findStore();
  const format = mainFormat(store);
  const row = await lastStepAmong({ kind: "product", id: String(now.id) }, TYPED_BY);
  const around = {
    ...{ format, now: at },
    ...{ variants: await variantNames(now.id), choices: await findProductChoices() },
  };
  const words = (field: ProductField, fields: ProductFields) => fieldText(field, fields, around);
  return {
    by: row?.staffName || null,
    when: row ? `Saved on ${dateTimeText(row.at, store)}` : "Saved meanwhile",
    intent,
    hidden: {
      version: String(now.version),
      ...hiddenMarks(now.fields),
      ...inputsOf(merge.merged, format),
    },
    choices: merge.conflicts.map((field) => ({
      ...{ field, label: FIELD_LABELS[field] },
      theirs: words(field, now.fields),
      yours: words(field, merge.merged),
    })),
    yours: merge.yours.map((field) => FIELD_LABELS[field]),
    theirs: merge.theirs.map((field) => FIELD_LABELS[field]),
  };
}
