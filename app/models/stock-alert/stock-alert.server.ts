import { sql } from "kysely";

import { db, inTransaction, transact } from "#app/db/db.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { hasOwnPage } from "#app/models/catalogue/on-shop.server.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import { type Customer } from "#app/models/customer/customer.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { isTokenText } from "#app/models/customer/token.ts";
import { emailKey } from "#app/models/email/address.ts";
import { monthsBefore, STOCK_ALERT_MONTHS } from "#app/models/platform/retention.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { hashOfToken } from "#app/models/shared/secret-token.server.ts";

import { queueAlertEmail } from "./email.server.ts";
import { queueBatch } from "./batch.server.ts";
import { type AlertSubject, ALERT_CONFIRM_LIFE_MS, MAILED_LIFE_MS } from "./stock-alert.ts";

export type SoldOutSubject = AlertSubject &
  Readonly<{
    path: string;
    isSoldOut: boolean;
  }>;

/** Null: nobody can wait for a discontinued product. */
export async function findAlertSubject(variantId: number): Promise<SoldOutSubject | null> {
  const row = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["variants.id", "variants.label", "products.id as product_id", "products.name"])
    .select(["products.slug", "categories.path as category_path"])
    .select(sql<number>`variants.on_hand - variants.reserved`.as("available"))
    .where("variants.id", "=", variantId)
    .where(hasOwnPage)
    .where("variants.is_visible", "=", 1)
    .where("products.availability", "<>", "discontinued")
    .executeTakeFirst();
  if (!row) return null;
  return {
    variantId: row.id,
    productId: row.product_id,
    name: fullName(row.name, row.label),
    path: `${productPath(row.category_path, row.slug)}?variant=${row.id}`,
    isSoldOut: row.available <= 0,
  };
}

type AlertRequest = Readonly<{ variantId: number; email: string; visitor: Customer | null }>;

/**
 * It counts after the link in the email was used, or at once for a customer's own confirmed address; answer and work do
 * not depend on an earlier sign-up.
 */
export async function requestAlert(
  { variantId, email, visitor }: AlertRequest,
  now: Date,
): Promise<Result<null, "variant-not-found" | "alert-not-needed">> {
  const subject = await findAlertSubject(variantId);
  if (!subject) return refused("variant-not-found");
  if (!subject.isSoldOut) return refused("alert-not-needed");
  const key = emailKey(email);
  const allowed = await limitAccount("alert-email", key, now);
  if (!allowed.ok) return ok(null);
  const owner = visitor?.isVerified && emailKey(visitor.email) === key ? visitor : null;
  await inTransaction(async () => {
    await signUp({ variantId, email, owner }, now);
  });
  return ok(null);
}

async function signUp(
  { variantId, email, owner }: Readonly<{ variantId: number; email: string; owner: Customer | null }>,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const key = emailKey(email);
  await db()
    .insertInto("stock_alerts")
    .values({
      id: newId("alert"),
      variant_id: variantId,
      customer_id: owner?.id ?? null,
      email,
      email_key: key,
      status: "pending",
      confirm_token_hash: null,
      unsubscribe_token_hash: null,
      created_at: at,
      confirmed_at: null,
      mailed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const live = () =>
    db()
      .selectFrom("stock_alerts")
      .select(["id", "status"])
      .where("variant_id", "=", variantId)
      .where("email_key", "=", key)
      .where("status", "in", ["pending", "confirmed"]);
  const alert = await live().executeTakeFirstOrThrow();
  if (owner && alert.status === "pending") {
    await db()
      .updateTable("stock_alerts")
      .set({ status: "confirmed", confirmed_at: at, confirm_token_hash: null, customer_id: owner.id })
      .where("id", "=", alert.id)
      .execute();
    await queueBatch(variantId);
  }
  await queueAlertEmail("sign-up", alert.id);
}

export async function peekAlert(token: string, now: Date): Promise<AlertSubject | null> {
  if (!isTokenText(token)) return null;
  const row = await db()
    .selectFrom("stock_alerts")
    .select("variant_id")
    .where("confirm_token_hash", "=", hashOfToken(token))
    .where("created_at", ">", pendingSince(now))
    .executeTakeFirst();
  return row ? findAlertSubject(row.variant_id) : null;
}

/** Uses the secret up; of several callers at once one succeeds. */
export async function confirmAlert(
  token: string,
  now: Date,
): Promise<Result<Readonly<{ variantId: number }>, "link-invalid">> {
  if (!isTokenText(token)) return refused("link-invalid");
  return transact(async () => {
    const row = await db()
      .updateTable("stock_alerts")
      .set({ status: "confirmed", confirmed_at: now.toISOString(), confirm_token_hash: null })
      .where("confirm_token_hash", "=", hashOfToken(token))
      .where("status", "=", "pending")
      .where("created_at", ">", pendingSince(now))
      .returning("variant_id")
      .executeTakeFirst();
    if (!row) return refused("link-invalid");
    await queueBatch(row.variant_id);
    return ok({ variantId: row.variant_id });
  });
}

export async function canLeave(token: string): Promise<boolean> {
  if (!isTokenText(token)) return false;
  const row = await db()
    .selectFrom("stock_alerts")
    .select("id")
    .where("unsubscribe_token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

export async function leaveAlerts(token: string): Promise<Result<null, "link-invalid">> {
  if (!isTokenText(token)) return refused("link-invalid");
  return transact(async () => {
    const row = await db()
      .selectFrom("stock_alerts")
      .select("email_key")
      .where("unsubscribe_token_hash", "=", hashOfToken(token))
      .executeTakeFirst();
    if (!row) return refused("link-invalid");
    await db().deleteFrom("stock_alerts").where("email_key", "=", row.email_key).execute();
    return ok(null);
  });
}

export async function cleanUpAlerts(now: Date): Promise<void> {
  const confirmedSince = monthsBefore(now, STOCK_ALERT_MONTHS);
  const mailedSince = new Date(now.getTime() - MAILED_LIFE_MS).toISOString();
  await db()
    .deleteFrom("stock_alerts")
    .where((alerts) =>
      alerts.or([
        alerts.and([alerts("status", "=", "pending"), alerts("created_at", "<=", pendingSince(now))]),
        alerts.and([alerts("status", "=", "confirmed"), alerts("confirmed_at", "<=", confirmedSince)]),
        alerts.and([alerts("status", "=", "mailed"), alerts("mailed_at", "<=", mailedSince)]),
      ]),
    )
    .execute();
}

function pendingSince(now: Date): string {
  return new Date(now.getTime() - ALERT_CONFIRM_LIFE_MS).toISOString();
}
