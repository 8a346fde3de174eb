import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { dayStart } from "#app/models/shared/date-window.ts";
import { addDays, localTime } from "#app/models/shared/local-date.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import {
  type CouponTerms,
  type CurrencyAmounts,
  termsProblem,
  worthMessage,
  worthOfTerms,
  worthText,
} from "./coupon-terms.ts";
import { type CouponRules, readRules } from "./coupon.server.ts";
import { type CouponStanding, type CouponType, couponCode } from "./coupon.ts";

/** Lower ids belong to the catalogue's file (requirement coupon-3). */
export const OWNER_IDS_FROM = 1_000_000;

type CouponTable = Selectable<Database["coupons"]>;

export type OwnerCoupon = Awaited<ReturnType<typeof readCoupons>>[number];

type TermsCode = "coupon-terms" | "coupon-code-taken";

/**
 * Refuses a code that is taken ("coupon-code-taken"), and terms that make no sense, or name what cannot be found
 * ("coupon-terms", with the field and the problem). A code without a first day begins when it was typed.
 */
export async function createCoupon(
  terms: CouponTerms,
  now: Date,
  typedAt: Date = now,
): Promise<Result<Readonly<{ code: string }>, TermsCode>> {
  const store = await findStore();
  const checked = await checkTerms(terms, store);
  if (!checked.ok) return checked;
  const { code, lastDay } = terms;
  if (lastDay !== null && lastDay < localTime(typedAt, store.timeZone).day)
    return refused("coupon-terms", { field: "lastDay", problem: "Is in the past" });
  const columns = columnsOf(terms, { store, targets: checked.value, now: typedAt, before: null });
  return transact<Result<Readonly<{ code: string }>, TermsCode>>(async () => {
    if (!(await insertCoupon(columns))) return refused("coupon-code-taken", { code });
    await record("coupon-created", { customerId: null, detail: { code } }, now);
    return ok({ code });
  });
}

/** Orders keep their price. What the catalogue's file or a credit says cannot be changed ("coupon-not-own"). */
export async function changeCoupon(
  terms: CouponTerms,
  now: Date,
): Promise<Result<null, "coupon-terms" | "coupon-not-own" | "coupon-unknown">> {
  const store = await findStore();
  const checked = await checkTerms(terms, store);
  if (!checked.ok) return checked;
  const before = await findRow(terms.code);
  if (!before) return refused("coupon-unknown");
  if (before.created_by === "catalogue" || readRules(before).only_in !== null)
    return refused("coupon-not-own");
  const columns = columnsOf(terms, { store, targets: checked.value, now, before });
  await db().updateTable("coupons").set(columns).where("id", "=", before.id).execute();
  return ok(null);
}

async function checkTerms(terms: CouponTerms, store: Store): Promise<Result<Targets, "coupon-terms">> {
  const [currency = store.currency, ...others] = store.currencies;
  const problem = termsProblem(terms, { currency, others });
  return problem ? refused("coupon-terms", problem) : findTargets(terms);
}

type Targets = Readonly<{
  categories: ReadonlyArray<Readonly<{ id: number; key: string }>>;
  products: ReadonlyArray<number>;
  deliveryMethods: ReadonlyArray<string>;
}>;

/** The ids and keys of what `terms` name. */
async function findTargets(terms: CouponTerms): Promise<Result<Targets, "coupon-terms">> {
  const [paths, slugs, keys] = await Promise.all([
    terms.categories.length > 0
      ? db().selectFrom("categories").select(["path as key", "name", "id"]).execute()
      : [],
    terms.products.length > 0
      ? db()
          .selectFrom("products")
          .modifyFront(WALK)
          .select(["slug as key", "name", "id"])
          // Of two with one address the one that shoppers see is meant.
          .orderBy("is_visible", "desc")
          .orderBy("id")
          .execute()
      : [],
    terms.deliveryMethods.length > 0
      ? db().selectFrom("delivery_methods").select(["key", "name"]).where("removed_at", "is", null).execute()
      : [],
  ]);
  const categories = targetsIn(paths, terms.categories, "There is no department");
  const products = targetsIn(slugs, terms.products, "There is no product");
  const methods = targetsIn(keys, terms.deliveryMethods, "There is no delivery method");
  for (const [field, { problems }] of Object.entries({ categories, products, deliveryMethods: methods }))
    if (problems[0] !== undefined) return refused("coupon-terms", { field, problem: problems[0] });
  return ok({
    categories: categories.found,
    products: products.found.map(({ id }) => id),
    deliveryMethods: methods.found.map(({ key }) => key),
  });
}

const PROPOSED_MAX = 5;

/** By address, or by a name that only one of them has, in any case. */
function targetsIn<Target extends Readonly<{ key: string; name: string }>>(
  known: ReadonlyArray<Target>,
  typed: ReadonlyArray<string>,
  missing: string,
): Readonly<{ found: ReadonlyArray<Target>; problems: ReadonlyArray<string> }> {
  const found: Array<Target> = [];
  const problems: Array<string> = [];
  for (const text of typed) {
    const own = known.find(({ key }) => key === text);
    const plain = text.toLowerCase();
    const named = own ? [own] : known.filter(({ name }) => name.toLowerCase() === plain);
    const alike = named.length > 0 ? named : known.filter(({ name }) => name.toLowerCase().includes(plain));
    const proposed = alike.map(({ key, name }) => (named.length > 0 ? key : name)).sort();
    const hint = proposed.length > 0 ? `: perhaps ${proposed.slice(0, PROPOSED_MAX).join(" or ")}` : "";
    if (named.length === 1) found.push(...named);
    else problems.push(`${missing} ${text}${hint}`);
  }
  return { found, problems };
}

type Credit = Readonly<{ code: string; amount: Money; name: string; message: string; endsAt: string }>;

/** In its currency, until nothing is left; false if the code is taken. */
export async function createCredit(
  { code, amount, name, message, endsAt }: Credit,
  now: Date,
): Promise<boolean> {
  const isCreated = await insertCoupon({
    ...{ code, name, type: "fixed", amount: amount.minor, minimum_spend_minor: null, max_uses: 1 },
    ...{ starts_at: now.toISOString(), ends_at: endsAt },
    rules: JSON.stringify({ message_ok: message, only_in: amount.currency }),
  });
  if (isCreated) await record("coupon-created", { customerId: null, detail: { code } }, now);
  return isCreated;
}

type CouponColumns = Pick<
  CouponTable,
  "code" | "name" | "type" | "amount" | "minimum_spend_minor" | "starts_at" | "ends_at" | "max_uses" | "rules"
>;

type Columns = Readonly<{ store: Store; targets: Targets; now: Date; before: CouponTable | null }>;

function columnsOf(terms: CouponTerms, { store, targets, now, before }: Columns): CouponColumns {
  const worth = worthOfTerms(terms);
  const { timeZone } = store;
  const { name, message_ok } = namesOf(terms, worthText(worth, store));
  const rules: CouponRules = {
    single_use_per_customer: terms.isOncePerCustomer,
    first_order_only: terms.isFirstOrderOnly,
    category_ids: targets.categories.map(({ id }) => id),
    categories: targets.categories.map(({ key }) => key),
    products: targets.products,
    excludes_sale_items: terms.excludesSaleItems,
    message_ok,
    delivery_methods: targets.deliveryMethods.length > 0 ? targets.deliveryMethods : null,
    minimum_applies_to: terms.isMinimumOnMatching ? "matching_items" : "all",
    prices: pricesOf(terms, store.locale),
    only_in: null,
  };
  // A day that stays leaves the moment as it is: what began at ten did not begin at midnight.
  const isFirstDaySame = before !== null && terms.firstDay === dayOf(before.starts_at, timeZone);
  const isLastDaySame = before !== null && terms.lastDay === lastDayOf(before.ends_at, timeZone);
  const starts = terms.firstDay === null ? now.toISOString() : dayStart(terms.firstDay, timeZone);
  const ends = terms.lastDay === null ? null : dayStart(addDays(terms.lastDay, 1), timeZone);
  return {
    ...{ code: terms.code, name, ...worth, minimum_spend_minor: terms.minimumSpend, max_uses: terms.maxUses },
    starts_at: isFirstDaySame ? before.starts_at : starts,
    ends_at: isLastDaySame ? before.ends_at : ends,
    rules: JSON.stringify(rules),
  };
}

function namesOf({ name, message }: CouponTerms, worth: string) {
  return { name: name || worth, message_ok: message || worthMessage(worth) };
}

function pricesOf(terms: CouponTerms, locale: string): CouponRules["prices"] {
  const { type, amount: main } = worthOfTerms(terms);
  const codes = new Set(Object.keys({ ...terms.otherAmounts, ...terms.otherMinimums }));
  return Object.fromEntries(
    [...codes].map((currency) => {
      const amount = terms.otherAmounts[currency] ?? main;
      const minimum_spend = terms.otherMinimums[currency] ?? null;
      const worth = worthText({ type, amount }, { currency, locale });
      return [currency, { amount, minimum_spend, ...namesOf(terms, worth) }];
    }),
  );
}

function dayOf(moment: string, timeZone: string): string {
  return localTime(new Date(moment), timeZone).day;
}

/** It works up to, but not at, that moment. */
function lastDayOf(endsAt: string | null, timeZone: string): string | null {
  return endsAt === null ? null : dayOf(new Date(Date.parse(endsAt) - 1).toISOString(), timeZone);
}

/** The newest first. */
export async function listCoupons(): Promise<ReadonlyArray<OwnerCoupon>> {
  const rows = await db()
    .selectFrom("coupons")
    .selectAll()
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .execute();
  return readCoupons(rows);
}

export async function findCouponTerms(code: string): Promise<OwnerCoupon | null> {
  const row = await findRow(code);
  return row ? ((await readCoupons([row]))[0] ?? null) : null;
}

/** Until the transaction ends nobody else changes it. */
export async function lockCoupon(code: string): Promise<void> {
  await db()
    .updateTable("coupons")
    .set((own) => ({ code: own.ref("code") }))
    .where("code", "=", couponCode(code) ?? "")
    .execute();
}

async function findRow(typed: string): Promise<CouponTable | undefined> {
  const code = couponCode(typed) ?? "";
  return db().selectFrom("coupons").selectAll().where("code", "=", code).executeTakeFirst();
}

/** With the addresses that the categories and products of each have now. */
export async function readCoupons(rows: ReadonlyArray<CouponTable>) {
  const read = rows.map((row) => ({ row, rules: readRules(row) }));
  const [store, paths, slugs] = await Promise.all([
    findStore(),
    addressesOf("categories", [...new Set(read.flatMap(({ rules }) => rules.category_ids ?? []))]),
    addressesOf("products", [...new Set(read.flatMap(({ rules }) => rules.products))]),
  ]);
  return read.map(({ row, rules }) => ({
    ...termsOf(row, rules, store),
    categories: rules.category_ids?.map((id) => paths.get(id) ?? goneText(id)) ?? rules.categories,
    products: rules.products.map((id) => slugs.get(id) ?? goneText(id)),
    /** By somebody of the shop. */
    isOff: row.disabled_at !== null,
    /** False for one that is off in the catalogue's file, or gone from it. */
    isEnabled: row.is_enabled === 1,
    /** Null: the amounts are in the shop's own, and it works in others as its terms say. */
    onlyIn: rules.only_in,
    /** ISO 8601, UTC; the end is not included. */
    ...{ startsAt: row.starts_at, endsAt: row.ends_at, used: row.use_count, madeBy: row.created_by },
  }));
}

/** Refused when it is saved: a code for what is gone must not become one for everything. */
function goneText(id: number): string {
  return `removed-${id}`;
}

const IDS_AT_ONCE = 500;

async function addressesOf(
  table: "categories" | "products",
  ids: ReadonlyArray<number>,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const part = ids.slice(start, start + IDS_AT_ONCE);
    const rows =
      table === "categories"
        ? await db().selectFrom(table).select(["id", "path as address"]).where("id", "in", part).execute()
        : await db().selectFrom(table).select(["id", "slug as address"]).where("id", "in", part).execute();
    for (const { id, address } of rows) found.set(id, address);
  }
  return found;
}

function termsOf(row: CouponTable, rules: CouponRules, store: Store) {
  const { amount, code } = row;
  const type = row.type as CouponType;
  const worth = worthText({ type, amount }, { ...store, currency: rules.only_in ?? store.currency });
  const ofOthers = (read: (list: CouponRules["prices"][string]) => number | null): CurrencyAmounts =>
    Object.fromEntries(
      Object.entries(rules.prices).flatMap(([currency, list]) => {
        const minor = read(list);
        return minor === null ? [] : [[currency, minor]];
      }),
    );
  return {
    ...{ code, type },
    /** Percentage points, minor units, or 0. */
    amount,
    percent: type === "percentage" ? amount : null,
    amountOff: type === "fixed" ? amount : null,
    otherAmounts: type === "fixed" ? ofOthers((list) => list.amount) : {},
    minimumSpend: row.minimum_spend_minor,
    otherMinimums: ofOthers((list) => list.minimum_spend),
    isMinimumOnMatching: rules.minimum_applies_to === "matching_items",
    firstDay: dayOf(row.starts_at, store.timeZone),
    lastDay: lastDayOf(row.ends_at, store.timeZone),
    maxUses: row.max_uses,
    isOncePerCustomer: rules.single_use_per_customer,
    isFirstOrderOnly: rules.first_order_only,
    excludesSaleItems: rules.excludes_sale_items,
    deliveryMethods: rules.delivery_methods ?? [],
    name: row.name === worth ? "" : row.name,
    message: rules.message_ok === worthMessage(worth) ? "" : rules.message_ok,
  };
}

/** Orders keep their price, and an import leaves this alone. */
export async function switchCoupon(
  typed: string,
  to: "enabled" | "disabled",
  now: Date,
): Promise<Result<Readonly<{ code: string; isChanged: boolean }>, "coupon-unknown">> {
  const code = couponCode(typed);
  if (code === null) return refused("coupon-unknown");
  return transact(async () => {
    if (!(await isCodeTaken(code))) return refused("coupon-unknown");
    const { numUpdatedRows } = await db()
      .updateTable("coupons")
      .set({ disabled_at: to === "disabled" ? now.toISOString() : null })
      .where("code", "=", code)
      .where("disabled_at", to === "disabled" ? "is" : "is not", null)
      .executeTakeFirstOrThrow();
    const isChanged = numUpdatedRows > 0n;
    if (isChanged) await record(`coupon-${to}`, { customerId: null, detail: { code } }, now);
    return ok({ code, isChanged });
  });
}

export function couponStanding(
  { isOff, isEnabled, startsAt, endsAt, maxUses, used }: OwnerCoupon,
  now: Date,
): CouponStanding {
  const at = now.toISOString();
  if (isOff || !isEnabled) return "disabled";
  if (at < startsAt) return "not yet";
  if (endsAt !== null && at >= endsAt) return "ended";
  return maxUses !== null && used >= maxUses ? "used up" : "works";
}

/** False if the code is taken. A request that made a coupon at the same moment can have taken the id: then the next. */
async function insertCoupon(columns: CouponColumns): Promise<boolean> {
  while (!(await insertWithNextId(columns))) if (await isCodeTaken(columns.code)) return false;
  return true;
}

async function isCodeTaken(code: string): Promise<boolean> {
  const row = await db().selectFrom("coupons").select("id").where("code", "=", code).executeTakeFirst();
  return row !== undefined;
}

/** False if the id or the code is taken. */
async function insertWithNextId(columns: CouponColumns): Promise<boolean> {
  const { last } = await db()
    .selectFrom("coupons")
    .select(({ fn }) => fn.max<number | null>("id").as("last"))
    .executeTakeFirstOrThrow();
  const id = Math.max(OWNER_IDS_FROM, (last ?? 0) + 1);
  const inserted = await db()
    .insertInto("coupons")
    .values({ ...columns, id, is_enabled: 1, created_by: "owner" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
}
