import { type RawBuilder, sql } from "kysely";

import { db } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { listMessagesOf } from "#app/models/content/message-periods.server.ts";
import {
  exportGiftAlerts,
  exportGiftClaims,
  exportGiftLists,
  exportCoOwners,
  exportGiftReturns,
  exportListMoves,
  exportGifts,
} from "#app/models/gift-list/own-data.server.ts";
import { listOwnSubscription } from "#app/models/newsletter/subscription.server.ts";
import { record } from "#app/models/platform/audit.server.ts";
import { isReviewOf } from "#app/models/review/identity.server.ts";
import { voterHash } from "#app/models/review/vote.server.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";

import { findOwner, isOwnAlert } from "./own-data.server.ts";

type Table = keyof Database;
type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;
type Read = (id: CustomerId) => Promise<Rows>;

type TableWith<Column extends string> = {
  [Name in Table]: Column extends keyof Database[Name] ? Name : never;
}[Table];

type Choice<Name extends Table> = Readonly<{
  /** Left out: all. */
  columns?: ReadonlyArray<keyof Database[Name] & string>;
  by?: ReadonlyArray<keyof Database[Name] & string>;
  isNewestFirst?: boolean;
}>;

/** The rows that name the customer. */
function own<Name extends TableWith<"customer_id">>(table: Name, choice: Choice<Name> = {}): Read {
  return (id) => rowsOf(table, choice, sql`where customer_id = ${id}`);
}

/** The rows that name an order of the customer. */
function ofOrders<Name extends TableWith<"order_id">>(table: Name, choice: Choice<Name> = {}): Read {
  const orders = sql`inner join orders on orders.id = ${sql.ref(`${table}.order_id`)}`;
  return (id) => rowsOf(table, choice, sql`${orders} where orders.customer_id = ${id}`);
}

async function rowsOf<Name extends Table>(
  table: Name,
  { columns, by, isNewestFirst = false }: Choice<Name>,
  which: RawBuilder<unknown>,
): Promise<Rows> {
  const named = (names: ReadonlyArray<string>) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)));
  const what = columns ? named(columns) : sql`${sql.table(table)}.*`;
  const order = by ? sql`order by ${named(by)} ${sql.raw(isNewestFirst ? "desc" : "")}` : sql``;
  const query = sql<Rows[number]>`select ${what} from ${sql.table(table)} ${which} ${order}`;
  return (await query.execute(db())).rows;
}

const MARKETING_EXPORT = {
  marketing_contacts: (id: CustomerId) =>
    db()
      .selectFrom("marketing_contacts")
      .innerJoin("customers", "customers.email_key", "marketing_contacts.email_key")
      .select(["marketing_contacts.email", "state", "source", "consented_at"])
      .where("customers.id", "=", id)
      .where("customers.verified_at", "is not", null)
      .where(sql<boolean>`consented_at >= coalesce(customers.email_changed_at, '')`)
      .execute(),
  marketing_carts: own("marketing_carts", { columns: ["cart_id", "record", "updated_at"] }),
  marketing_orders: ofOrders("marketing_orders", { columns: ["order_id", "sent_status"] }),
} as const;

/** A query, or why nothing is exported; a test fails for a table that is missing here. */
export const EXPORT_RULES = {
  customers: (id) =>
    db()
      .selectFrom("customers")
      .select(["id", "email", "first_name", "last_name", "verified_at", "wants_newsletter"])
      .select(["email_changed_at", "password_changed_at", "created_at", "updated_at"])
      .where("id", "=", id)
      .execute(),
  customer_sessions: own("customer_sessions", {
    columns: ["id", "created_at", "last_seen_at", "auth_at", "user_agent"],
  }),
  passkeys: own("passkeys", {
    columns: ["name", "credential_id", "public_key", "transports", "backed_up", "created_at", "used_at"],
    by: ["created_at"],
  }),
  customer_tokens: own("customer_tokens", { columns: ["purpose", "email", "created_at", "expires_at"] }),
  customer_addresses: own("customer_addresses"),
  form_drafts: own("form_drafts"),
  carts: own("carts"),
  cart_lines: (id) =>
    db()
      .selectFrom("cart_lines")
      .innerJoin("carts", "carts.id", "cart_lines.cart_id")
      .selectAll("cart_lines")
      .where("carts.customer_id", "=", id)
      .execute(),
  orders: (id) =>
    db()
      .selectFrom("orders")
      .selectAll()
      .where("customer_id", "=", id)
      .orderBy("placed_at")
      .execute()
      .then((rows) => rows.map(readOrderDocuments)),
  order_lines: ofOrders("order_lines", { by: ["order_id", "position"] }),
  order_notes: ofOrders("order_notes", { columns: ["order_id", "body", "created_at"], by: ["id"] }),
  customer_notes: own("customer_notes", { columns: ["body", "created_at"], by: ["id"] }),
  order_search: "made from the orders, so that the desk finds them",
  order_search_terms: "made from the orders, so that the desk finds them",
  staff: "the people who run the shop",
  coupon_uses: own("coupon_uses"),
  delivery_bookings: ofOrders("delivery_bookings"),
  order_history: ofOrders("order_history", { by: ["id"] }),
  shipments: (id) =>
    db()
      .selectFrom("shipments")
      .innerJoin("orders", "orders.id", "shipments.order_id")
      .leftJoin("order_recipients", "order_recipients.order_id", "orders.id")
      .selectAll("shipments")
      .where("orders.customer_id", "=", id)
      // The courier's page would show the address of a family to whoever has sent them a gift.
      .where("order_recipients.order_id", "is", null)
      .orderBy("shipments.id")
      .execute(),
  shipment_lines: (id) =>
    db()
      .selectFrom("shipment_lines")
      .innerJoin("order_lines", "order_lines.id", "shipment_lines.order_line_id")
      .innerJoin("orders", "orders.id", "order_lines.order_id")
      .selectAll("shipment_lines")
      .where("orders.customer_id", "=", id)
      .execute(),
  order_recipients: "belongs to the family of a gift list, not to the customer who sent the gift",
  order_ticks: "names the person at the desk who packs, and is gone once the parcel is packed",
  refunds: ofOrders("refunds", {
    columns: [
      "id",
      "order_id",
      "amount_minor",
      "delivery_minor",
      "goodwill_minor",
      "set_off_minor",
      "wear_minor",
      "wear_reason",
      "return_cost_minor",
      "customer_words",
      "currency",
      "reason",
      "is_credit",
      "status",
      "created_at",
      "processed_at",
      "credit_note_number",
    ],
  }),
  refund_lines: (id) =>
    db()
      .selectFrom("refund_lines")
      .innerJoin("refunds", "refunds.id", "refund_lines.refund_id")
      .innerJoin("orders", "orders.id", "refunds.order_id")
      .selectAll("refund_lines")
      .where("orders.customer_id", "=", id)
      .execute(),
  order_returns: (id) =>
    db()
      .selectFrom("order_returns")
      .innerJoin("orders", "orders.id", "order_returns.order_id")
      .selectAll("order_returns")
      .where("orders.customer_id", "=", id)
      .where("recipient_remedy", "is", null)
      .execute(),
  order_return_lines: (id) =>
    db()
      .selectFrom("order_return_lines")
      .innerJoin("order_returns", "order_returns.id", "order_return_lines.return_id")
      .innerJoin("orders", "orders.id", "order_returns.order_id")
      .selectAll("order_return_lines")
      .where("orders.customer_id", "=", id)
      .where("recipient_remedy", "is", null)
      .execute(),
  payments: ofOrders("payments", {
    columns: ["id", "order_id", "provider", "amount_minor", "currency", "status", "created_at", "updated_at"],
  }),
  reviews: async (id) =>
    db()
      .selectFrom("reviews")
      .select(["id", "product_id", "rating", "title", "body", "author", "email", "is_verified"])
      .select(["shop_reply", "status", "created_at", "decided_at"])
      .where(isReviewOf(await findOwner(id)))
      .execute(),
  review_photos: async (id) => {
    const isOwn = isReviewOf(await findOwner(id));
    return db()
      .selectFrom("review_photos")
      .select(["review_id", "number", "width", "height", "whole"])
      .where("review_id", "in", (own) => own.selectFrom("reviews").select("reviews.id").where(isOwn))
      .execute();
  },
  review_votes: (id) =>
    db()
      .selectFrom("review_votes")
      .select(["review_id", "created_at"])
      .where("voter_hash", "=", voterHash(id))
      .execute(),
  stock_alerts: async (id) =>
    db()
      .selectFrom("stock_alerts")
      .select(["variant_id", "email", "status", "created_at", "confirmed_at", "mailed_at"])
      .where(isOwnAlert(await findOwner(id)))
      .execute(),
  contact_messages: own("contact_messages"),
  desk_messages: exportMessages,
  favourites: own("favourites", {
    columns: ["product_id", "variant_id", "price_minor", "currency", "position", "saved_at", "removed_at"],
    by: ["position"],
    isNewestFirst: true,
  }),
  saved_items: own("saved_items", {
    columns: [
      "product_id",
      "variant_id",
      "name",
      "variant_label",
      "personalisation",
      "quantity",
      "price_minor",
      "currency",
      "saved_at",
    ],
    by: ["saved_at"],
    isNewestFirst: true,
  }),
  gift_lists: exportGiftLists,
  gift_list_gifts: exportGifts,
  gift_list_claims: exportGiftClaims,
  gift_list_alerts: exportGiftAlerts,
  gift_list_returns: exportGiftReturns,
  gift_list_co_owners: exportCoOwners,
  gift_list_moves: exportListMoves,
  gift_list_carts: "gifts that were chosen and not ordered; the browser holds which",
  gift_list_cart_gifts: "gifts that were chosen and not ordered; the browser holds which",
  shared_lists: own("shared_lists", { by: ["created_at"] }),
  subscriptions: listOwnSubscription,
  ...MARKETING_EXPORT,
  audit_log: own("audit_log", { columns: ["event", "detail", "created_at"], by: ["id"] }),
  repeated_calls: "hashes of an API's calls of one day, from which nothing can be read",
  reservations: "stock that an unpaid order holds; the order's lines say the same",
} as const satisfies Partial<Record<Table, Read | string>>;

/** Also those that the customer's own address sent without an account. */
async function exportMessages(id: CustomerId): Promise<Rows> {
  const { customerId, emailKey: email, since } = await findOwner(id);
  return listMessagesOf({ customerId, email, since });
}

function readOrderDocuments(row: Readonly<Record<string, unknown>>) {
  const documents = ["delivery_address", "billing_address", "delivery", "totals"].map(
    (name) => [name, JSON.parse(String(row[name])) as unknown] as const,
  );
  return { ...row, ...Object.fromEntries(documents) };
}

export type CustomerExport = Readonly<{ exportedAt: string; tables: Readonly<Record<string, Rows>> }>;

/** Without hashes of passwords and secrets; check the password first. */
export async function exportCustomer(id: CustomerId, now: Date = new Date()): Promise<CustomerExport> {
  const tables: Record<string, Rows> = {};
  for (const [name, rule] of Object.entries(EXPORT_RULES)) {
    if (typeof rule === "function") tables[name] = await rule(id);
  }
  await record("data-exported", { customerId: id }, now);
  return { exportedAt: now.toISOString(), tables };
}
