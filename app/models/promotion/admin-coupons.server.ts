import type { Selectable } from "kysely";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { WALK } from "#app/db/sqlite-walks.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import type { Money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { type CouponTerms, readCouponTerms, type TypedTerms } from "./coupon-form.ts";
import { type CouponStanding, type CouponType, couponCode } from "./coupon.ts";

/** Lower ids belong to the catalogue's file (requirement promotion-3). */
export const OWNER_IDS_FROM = 1_000_000;

export type ListedCoupon = Readonly<{
  code: string;
  name: string;
  type: CouponType;
  amount: number;
  /** Null: the amounts are in the shop's own, and it works in others as its terms say. */
  onlyIn: Currency | null;
  minimumSpendMinor: number | null;
  startsAt: string;
  endsAt: string | null;
  maxUses: number | null;
  used: number;
  madeBy: "catalogue" | "owner";
  standing: CouponStanding;
}>;

/** What `typed` means in this shop. */
export async function couponTermsAt(
  typed: TypedTerms,
  now: Date,
): Promise<ReturnType<typeof readCouponTerms>> {
  const store = await findStore();
  const others = store.currencies.slice(1);
  return readCouponTerms(typed, { timeZone: store.timeZone, format: store, others, now });
}

/** Refuses a code that is taken, and products, categories and methods that cannot be found ("coupon-terms"). */
export async function createCoupon(
  terms: CouponTerms,
  now: Date,
): Promise<Result<null, "coupon-code-taken" | "coupon-terms">> {
  const found = await findTargets(terms);
  if (!found.ok) return found;
  const { productIds, ...targets } = found.value;
  return transact(async () => {
    if (!(await insertCoupon({ ...terms, ...targets }, productIds)))
      return refused("coupon-code-taken", { code: terms.code });
    await record("coupon-created", { customerId: null, detail: { code: terms.code } }, now);
    return ok(null);
  });
}

type Targets = Pick<CouponTerms, "categories" | "deliveryMethods"> &
  Readonly<{ productIds: ReadonlyArray<number> }>;

/** What `terms` name: paths of categories, ids of products, keys of delivery methods. */
async function findTargets(terms: CouponTerms): Promise<Result<Targets, "coupon-terms">> {
  const [paths, slugs, keys] = await Promise.all([
    terms.categories.length > 0
      ? db().selectFrom("categories").select(["path as key", "name"]).execute()
      : [],
    terms.products.length > 0
      ? db().selectFrom("products").modifyFront(WALK).select(["slug as key", "name", "id"]).execute()
      : [],
    terms.deliveryMethods ? db().selectFrom("delivery_methods").select(["key", "name"]).execute() : [],
  ]);
  const categories = targetsIn(paths, terms.categories, "--categories: there is no department");
  const products = targetsIn(slugs, terms.products, "--products: there is no product");
  const methods = targetsIn(keys, terms.deliveryMethods ?? [], "--methods: there is no delivery method");
  const [problem] = [...categories.problems, ...products.problems, ...methods.problems];
  if (problem !== undefined) return refused("coupon-terms", { problem });
  return ok({
    categories: categories.found.map(({ key }) => key),
    productIds: products.found.map(({ id }) => id),
    deliveryMethods: terms.deliveryMethods && methods.found.map(({ key }) => key),
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
  const terms: CouponTerms = {
    ...{ code, name, message, endsAt, startsAt: now.toISOString() },
    ...{ type: "fixed", amount: amount.minor, minimumSpendMinor: null, prices: {}, minimumAppliesTo: "all" },
    ...{ maxUses: 1, isOncePerCustomer: false, isFirstOrderOnly: false, categories: [], products: [] },
    ...{ excludesSaleItems: false, deliveryMethods: null },
  };
  if (!(await insertCoupon(terms, [], amount.currency))) return false;
  await record("coupon-created", { customerId: null, detail: { code } }, now);
  return true;
}

export async function listCoupons(now: Date): Promise<ReadonlyArray<ListedCoupon>> {
  const rows = await db()
    .selectFrom("coupons")
    .selectAll()
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => listedOf(row, now));
}

export function listedOf(row: Selectable<Database["coupons"]>, now: Date): ListedCoupon {
  return {
    code: row.code,
    name: row.name,
    type: row.type as CouponType,
    amount: row.amount,
    onlyIn: (JSON.parse(row.rules) as { only_in?: Currency | null }).only_in ?? null,
    minimumSpendMinor: row.minimum_spend_minor,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    used: row.use_count,
    madeBy: row.created_by,
    standing: standingOf(row, now.toISOString()),
  };
}

/** Orders keep their price, and an import leaves this alone; false if nothing changed. */
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

type StandingRow = Readonly<{
  is_enabled: number;
  disabled_at: string | null;
  starts_at: string;
  ends_at: string | null;
  max_uses: number | null;
  use_count: number;
}>;

function standingOf(row: StandingRow, at: string): CouponStanding {
  if (row.is_enabled === 0 || row.disabled_at !== null) return "disabled";
  if (at < row.starts_at) return "not yet";
  if (row.ends_at !== null && at >= row.ends_at) return "ended";
  return row.max_uses !== null && row.use_count >= row.max_uses ? "used up" : "works";
}

/** False if the code is taken. A request that made a coupon at the same moment can have taken the id: then the next. */
async function insertCoupon(
  terms: CouponTerms,
  productIds: ReadonlyArray<number>,
  onlyIn: string | null = null,
): Promise<boolean> {
  while (!(await insertWithNextId(terms, productIds, onlyIn)))
    if (await isCodeTaken(terms.code)) return false;
  return true;
}

async function isCodeTaken(code: string): Promise<boolean> {
  const row = await db().selectFrom("coupons").select("id").where("code", "=", code).executeTakeFirst();
  return row !== undefined;
}

/** False if the id or the code is taken. */
async function insertWithNextId(
  terms: CouponTerms,
  productIds: ReadonlyArray<number>,
  onlyIn: string | null,
): Promise<boolean> {
  const { last } = await db()
    .selectFrom("coupons")
    .select(({ fn }) => fn.max<number | null>("id").as("last"))
    .executeTakeFirstOrThrow();
  const inserted = await db()
    .insertInto("coupons")
    .values({
      id: Math.max(OWNER_IDS_FROM, (last ?? 0) + 1),
      code: terms.code,
      name: terms.name,
      type: terms.type,
      amount: terms.amount,
      minimum_spend_minor: terms.minimumSpendMinor,
      starts_at: terms.startsAt,
      ends_at: terms.endsAt,
      max_uses: terms.maxUses,
      is_enabled: 1,
      created_by: "owner",
      rules: JSON.stringify({
        single_use_per_customer: terms.isOncePerCustomer,
        first_order_only: terms.isFirstOrderOnly,
        categories: terms.categories,
        products: productIds,
        excludes_sale_items: terms.excludesSaleItems,
        message_ok: terms.message,
        delivery_methods: terms.deliveryMethods,
        minimum_applies_to: terms.minimumAppliesTo,
        prices: terms.prices,
        only_in: onlyIn,
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
}
