/** Links are made when an email is sent, so no job holds one. */
import { db } from "#app/db/db.server.ts";
import { hmac } from "#app/db/hmac.server.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { productPath } from "#app/models/catalogue/product.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { enqueue } from "#app/models/jobs/outbox.server.ts";
import type { JobHandler } from "#app/models/jobs/worker.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { hashOfToken, newSecretToken } from "#app/models/shared/secret-token.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { email } from "#app/services/email/email.server.ts";

import { alertEmail, type AlertEmailTemplate } from "./email.ts";

/** "sign-up": the link to confirm, or the present place. */
export type AlertEmailAbout = "sign-up" | "back";

/** In the caller's transaction; there is one "back" for each alert. */
export async function queueAlertEmail(about: AlertEmailAbout, alertId: string): Promise<void> {
  const key = about === "back" ? `stock-alert-back:${alertId}` : `stock-alert-sign-up:${newId("mail")}`;
  await enqueue({ key, kind: "stock-alert-email", payload: { about, alertId } });
}

export function sendAlertEmail(origin: string): JobHandler {
  return async (job) => {
    const alert = await findAlert(job);
    const template = alert && templateOf(alert.status, job.payload["about"] === "back");
    if (!alert || !template) return;
    const links = await linksOf(alert.id, template, origin);
    const store = await findStore();
    const name = fullName(alert.product, alert.label);
    const productHref = `${origin}${productPath(alert.category_path, alert.slug)}?variant=${alert.variant_id}`;
    await email().send({
      // A try with a new link is another message; "back" is always the same one.
      key: template === "confirm" ? `${job.kind}-${job.id}-${job.tries}` : `${job.kind}-${job.id}`,
      from: { name: store.name, address: store.contact.email },
      to: alert.email,
      unsubscribeUrl: links.oneClickHref,
      ...alertEmail({ template, store, origin, name, productHref, ...links }),
    });
  };
}

async function findAlert({ key, payload }: Job) {
  const { alertId } = payload;
  if (typeof alertId !== "string") throw new Error(`The job ${key} is about no alert`);
  return db()
    .selectFrom("stock_alerts")
    .innerJoin("variants", "variants.id", "stock_alerts.variant_id")
    .innerJoin("products", "products.id", "variants.product_id")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["stock_alerts.id", "stock_alerts.email", "stock_alerts.status", "stock_alerts.variant_id"])
    .select(["variants.label", "products.name as product"])
    .select(["products.slug", "categories.path as category_path"])
    .where("stock_alerts.id", "=", alertId)
    .executeTakeFirst();
}

function templateOf(status: "pending" | "confirmed" | "mailed", isBack: boolean): AlertEmailTemplate | null {
  if (isBack) return status === "mailed" ? "back" : null;
  if (status === "mailed") return null;
  return status === "pending" ? "confirm" : "waiting";
}

/** The secret that ends an alert is the same in all emails; the one that confirms it is new in each. */
async function linksOf(alertId: string, template: AlertEmailTemplate, origin: string) {
  const leave = hmac("stock alert leave", alertId);
  const confirm = template === "confirm" ? newSecretToken() : null;
  await db()
    .updateTable("stock_alerts")
    .set({
      unsubscribe_token_hash: hashOfToken(leave),
      ...(confirm ? { confirm_token_hash: hashOfToken(confirm) } : {}),
    })
    .where("id", "=", alertId)
    .execute();
  return {
    confirmHref: confirm ? `${origin}/stock-alerts/confirm?token=${confirm}` : null,
    leaveHref: `${origin}/stock-alerts/leave?token=${leave}`,
    oneClickHref: `${origin}/stock-alerts/one-click?token=${leave}`,
  };
}
