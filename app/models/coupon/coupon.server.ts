import type { Selectable } from "kysely";
import { z } from "zod";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { findCategoryTree, idsBelow } from "#app/models/catalogue/category-tree.server.ts";
import type { Price } from "#app/models/catalogue/product.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { formatMoney, money, moneyOrNull, multiplyMoney } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { priceListOf, type Store } from "#app/models/store/store.ts";

import { findCouponUsage, type Person } from "./coupon-redemption.server.ts";
import {
  couponDiscount,
  type Coupon,
  type CouponCode,
  couponCode,
  type CouponLine,
  type EvaluatedCoupon,
} from "./coupon.ts";

async function findCoupon(typed: string): Promise<Coupon | null> {
  const code = couponCode(typed);
  if (code === null) return null;
  const row = await db().selectFrom("coupons").selectAll().where("code", "=", code).executeTakeFirst();
  return row ? readCoupon(row) : null;
}

function isPersonal({ isOncePerCustomer, isFirstOrderOnly }: Coupon): boolean {
  return isOncePerCustomer || isFirstOrderOnly;
}

export async function isPersonalCode(code: string): Promise<boolean> {
  const coupon = await findCoupon(code);
  return coupon !== null && isPersonal(coupon);
}

type EvaluatedLine = Readonly<{ productId: number; quantity: number; price: Price }>;

type CouponQuestion = Readonly<{
  cartId: CartId;
  lines: ReadonlyArray<EvaluatedLine>;
  person: Person;
  now: Date;
}>;

export async function evaluateCoupon(
  code: string,
  { cartId, lines, person, now }: CouponQuestion,
): Promise<Result<EvaluatedCoupon, CouponCode>> {
  const coupon = await findCoupon(code);
  if (!coupon) return refused("coupon-unknown");
  const [history, couponLines] = await Promise.all([
    findCouponUsage(coupon, person, { cartId, now }),
    couponLinesOf(lines),
  ]);
  // An order of the cart gives back what it holds before another is placed.
  const free = { ...coupon, amount: coupon.amount + history.held.here };
  const applied = couponDiscount(free, { lines: couponLines, history, now });
  if (!applied.ok) return applied;
  const { id } = coupon;
  const message = messageOf(coupon, history, await findStore());
  return ok({ id, code: coupon.code, message, isOncePerCustomer: isPersonal(coupon), ...applied.value });
}

type Used = Awaited<ReturnType<typeof findCouponUsage>>;

function messageOf({ message }: Coupon, { held, inUseUntil }: Used, { locale, currency }: Store): string {
  if (held.elsewhere === 0 || inUseUntil === null) return message;
  const sum = formatMoney(money(held.elsewhere, currency), locale);
  return `${message} ${sum} of it is in use in another checkout until ${inUseUntil}.`;
}

async function couponLinesOf(lines: ReadonlyArray<EvaluatedLine>): Promise<ReadonlyArray<CouponLine>> {
  const productIds = [...new Set(lines.map((line) => line.productId))];
  if (productIds.length === 0) return [];
  const rows = await db()
    .selectFrom("product_categories")
    .select(["product_id", "category_id"])
    .where("product_id", "in", productIds)
    .execute();
  return lines.map((line) => ({
    productId: line.productId,
    categoryIds: rows.filter((row) => row.product_id === line.productId).map((row) => row.category_id),
    isOnSale: line.price.was !== null,
    total: multiplyMoney(line.price.now, line.quantity),
  }));
}

const rulesSchema = z.object({
  single_use_per_customer: z.boolean().default(false),
  first_order_only: z.boolean().default(false),
  /** Null: written by the build before this one, which names them by `categories` alone. */
  category_ids: z.array(z.number()).readonly().nullable().default(null),
  /** Paths. */
  categories: z.array(z.string()).readonly().default([]),
  products: z.array(z.number()).readonly().default([]),
  excludes_sale_items: z.boolean().default(false),
  message_ok: z.string(),
  delivery_methods: z.array(z.string()).readonly().nullable().default(null),
  minimum_applies_to: z.enum(["all", "matching_items"]).nullable().default(null),
  only_in: z.string().nullable().default(null),
  prices: z
    .record(
      z.object({
        name: z.string().optional(),
        amount: z.number(),
        minimum_spend: z.number().nullable(),
        message_ok: z.string().optional(),
      }),
    )
    .default({}),
});

export type CouponRules = Readonly<z.output<typeof rulesSchema>>;

export function readRules({ rules }: Pick<Selectable<Database["coupons"]>, "rules">): CouponRules {
  return rulesSchema.parse(JSON.parse(rules));
}

async function readCoupon(row: Selectable<Database["coupons"]>): Promise<Coupon> {
  const rules = readRules(row);
  const store = await findStore();
  return {
    id: row.id,
    code: row.code,
    type: z.enum(["percentage", "fixed", "free_delivery"]).parse(row.type),
    ...amountsIn(store, row, rules),
    locale: store.locale,
    minimumAppliesTo: rules.minimum_applies_to ?? "all",
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isEnabled: row.is_enabled === 1 && row.disabled_at === null,
    maxUses: row.max_uses,
    used: row.use_count,
    categoryIds: await idsOfCategories(rules),
    productIds: rules.products.length === 0 ? null : new Set(rules.products),
    deliveryMethods: rules.delivery_methods,
    excludesSaleItems: rules.excludes_sale_items,
    isOncePerCustomer: rules.single_use_per_customer,
    isFirstOrderOnly: rules.first_order_only,
  };
}

function amountsIn(
  store: Store,
  row: Selectable<Database["coupons"]>,
  rules: CouponRules,
): Pick<Coupon, "name" | "message" | "amount" | "minimumSpend" | "onlyIn"> {
  const priceList = priceListOf(store);
  const main = {
    name: row.name,
    message_ok: rules.message_ok,
    amount: row.amount,
    minimum_spend: row.minimum_spend_minor,
  };
  const { only_in: only } = rules;
  const ofMarket = priceList === null ? main : rules.prices[priceList];
  const list = only === null ? ofMarket : only === store.currency ? main : undefined;
  const hasAmounts = row.type === "fixed" || (row.minimum_spend_minor ?? 0) > 0;
  const { name, message_ok: message, amount, minimum_spend: minimum } = { ...main, ...list };
  return {
    ...{ name, message, amount },
    minimumSpend: moneyOrNull(minimum, store.currency),
    onlyIn: hasAmounts && !list ? (only ?? store.currencies[0] ?? null) : null,
  };
}

/** With those below them; null: all. */
async function idsOfCategories({
  category_ids: ids,
  categories: paths,
}: CouponRules): Promise<ReadonlySet<number> | null> {
  if ((ids ?? paths).length === 0) return null;
  const { byId, byPath } = await findCategoryTree();
  const named = ids ? ids.map((id) => byId.get(id)) : paths.map((path) => byPath.get(path));
  return new Set(named.flatMap((category) => (category ? idsBelow(category) : [])));
}
