/** Coupons in the database: looked up by their code, weighed for a basket, kept with it. */
import type { Selectable } from "kysely";
import { z } from "zod";

import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { type CartLine, linesForSale, type Cart } from "#app/models/cart/cart.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { findCategoryTree, idsBelow } from "#app/models/catalogue/category-tree.server.ts";
import { noteCart } from "#app/models/marketing/sync-outbox.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { money, multiplyMoney } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { findCouponHistory, type Person } from "./coupon-redemption.server.ts";
import {
  applyCoupon,
  type Coupon,
  type CouponCode,
  couponCode,
  type CouponLine,
  type CouponState,
  type WeighedCoupon,
} from "./coupon.ts";

/** The coupon that people mean by `typed`, or null. */
async function findCoupon(typed: string): Promise<Coupon | null> {
  const code = couponCode(typed);
  if (code === null) return null;
  const row = await db().selectFrom("coupons").selectAll().where("code", "=", code).executeTakeFirst();
  return row ? readCoupon(row) : null;
}

/** True for a coupon that one person may use once at most: a first order is made once. */
function isPersonal({ isOncePerCustomer, isFirstOrderOnly }: Coupon): boolean {
  return isOncePerCustomer || isFirstOrderOnly;
}

/** True when whether `code` works depends on who is buying. */
export async function isPersonalCode(code: string): Promise<boolean> {
  const coupon = await findCoupon(code);
  return coupon !== null && isPersonal(coupon);
}

type Weighing = Readonly<{
  cartId: CartId;
  lines: ReadonlyArray<CartLine>;
  person: Person;
  now: Date;
}>;

/** What the coupon `code` does to these lines, or why nothing. Lines off sale are left out. */
export async function weighCoupon(
  code: string,
  { cartId, lines, person, now }: Weighing,
): Promise<Result<WeighedCoupon, CouponCode>> {
  const coupon = await findCoupon(code);
  if (!coupon) return refused("coupon-unknown");
  const [history, couponLines] = await Promise.all([
    findCouponHistory(coupon, person, cartId),
    couponLinesOf(linesForSale(lines)),
  ]);
  const applied = applyCoupon(coupon, { lines: couponLines, history, now });
  if (!applied.ok) return applied;
  const { id, message } = coupon;
  return ok({ id, code: coupon.code, message, isOncePerCustomer: isPersonal(coupon), ...applied.value });
}

/** The coupon of a basket in words, as it was weighed; null without one. */
export function couponState(cart: Cart | null, pricing: CartPricing | null): CouponState | null {
  const code = cart?.couponCode ?? null;
  const weighed = pricing?.coupon ?? null;
  if (code === null || weighed === null) return null;
  return weighed.ok
    ? { code, works: true, text: weighed.value.message }
    : { code, works: false, text: `${shopError(weighed).message}.` };
}

/** Puts the coupon into the cart when it works there now; a refused one leaves the cart as it was. */
export async function enterCoupon(
  cart: Cart,
  typed: string,
  now: Date,
): Promise<Result<null, CouponCode | "cart-not-found">> {
  const person = { customerId: cart.customerId, email: null };
  const weighed = await weighCoupon(typed, { cartId: cart.id, lines: cart.lines, person, now });
  return weighed.ok ? keepCode(cart.id, weighed.value.code, now) : weighed;
}

/** Takes the coupon out of the cart. There being none is nothing. */
export function dropCoupon(cartId: CartId, now: Date): Promise<Result<null, "cart-not-found">> {
  return keepCode(cartId, null, now);
}

/** The version stays: it counts what is in the cart, and the agreed total tells of the rest. */
async function keepCode(
  cartId: CartId,
  code: string | null,
  now: Date,
): Promise<Result<null, "cart-not-found">> {
  return transact(async () => {
    const { numUpdatedRows } = await db()
      .updateTable("carts")
      .set({ coupon_code: code, updated_at: now.toISOString() })
      .where("id", "=", cartId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return refused("cart-not-found");
    await noteCart(cartId, now);
    return ok(null);
  });
}

async function couponLinesOf(lines: ReadonlyArray<CartLine>): Promise<ReadonlyArray<CouponLine>> {
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
  categories: z.array(z.string()).default([]),
  products: z.array(z.number()).default([]),
  excludes_sale_items: z.boolean().default(false),
  message_ok: z.string(),
  delivery_methods: z.array(z.string()).nullable().default(null),
  minimum_applies_to: z.enum(["all", "matching_items"]).nullable().default(null),
});

async function readCoupon(row: Selectable<Database["coupons"]>): Promise<Coupon> {
  const rules = rulesSchema.parse(JSON.parse(row.rules));
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    type: z.enum(["percentage", "fixed", "free_delivery"]).parse(row.type),
    amount: row.amount,
    minimumSpend: row.minimum_spend_minor === null ? null : money(row.minimum_spend_minor),
    minimumAppliesTo: rules.minimum_applies_to ?? "all",
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isEnabled: row.is_enabled === 1 && row.disabled_at === null,
    maxUses: row.max_uses,
    used: row.used,
    categoryIds: rules.categories.length === 0 ? null : await idsOfCategories(rules.categories),
    productIds: rules.products.length === 0 ? null : new Set(rules.products),
    deliveryMethods: rules.delivery_methods,
    excludesSaleItems: rules.excludes_sale_items,
    isOncePerCustomer: rules.single_use_per_customer,
    isFirstOrderOnly: rules.first_order_only,
    message: rules.message_ok,
  };
}

/** The categories at `paths` and all below them. One that is hidden or gone has no goods. */
async function idsOfCategories(paths: ReadonlyArray<string>): Promise<ReadonlySet<number>> {
  const tree = await findCategoryTree();
  return new Set(
    paths.flatMap((path) => {
      const category = tree.byPath.get(path);
      return category ? idsBelow(category) : [];
    }),
  );
}
