import { db } from "#app/db/db.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { listSessions } from "#app/models/customer/session.server.ts";
import type { CustomerSession } from "#app/models/customer/session.ts";
import { findOwnSubscriptionRow } from "#app/models/newsletter/subscription.server.ts";
import { isOrderStatus, type OrderStatus } from "#app/models/order/status.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { type Money, money } from "#app/models/shared/money.ts";

const PAGE_ROWS = 50;
const SHOWN_MAX = 100;

type CustomerPage = Readonly<{ customers: ReadonlyArray<ListedAccount>; next: string | null }>;

/** `after` is an id, so that no email address stands in a link. */
export async function listDeskCustomers(after: string | null): Promise<CustomerPage> {
  const rows = await accountRows()
    .$if(after !== null, (list) =>
      list.where("email_key", ">", (eb) =>
        eb
          .selectFrom("customers as last")
          .select("last.email_key")
          .where("last.id", "=", after ?? ""),
      ),
    )
    .orderBy("email_key")
    .limit(PAGE_ROWS + 1)
    .execute();
  const shown = rows.slice(0, PAGE_ROWS);
  const next = rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null;
  return { customers: await withOrders(shown), next };
}

export function accountRows() {
  return db()
    .selectFrom("customers")
    .select(["id", "email", "first_name", "last_name", "created_at", "verified_at"]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>["execute"]>>[number];
type ListedAccount = Awaited<ReturnType<typeof withOrders>>[number];

/** `since` and `lastOrderAt` are ISO 8601, UTC. */
export async function withOrders(rows: ReadonlyArray<AccountRow>) {
  const counts = await ordersOf(rows.map(({ id }) => id));
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, since: row.created_at, isVerified: row.verified_at !== null },
    name: `${row.first_name} ${row.last_name}`.trim(),
    orders: counts.get(row.id)?.count ?? 0,
    lastOrderAt: counts.get(row.id)?.last ?? null,
  }));
}

/** Paid orders. Accounts without any are left out. */
export async function ordersOf(ids: ReadonlyArray<string>) {
  if (ids.length === 0) return new Map<string, Readonly<{ count: number; last: string }>>();
  const rows = await db()
    .selectFrom("orders")
    .select(["customer_id", ({ fn }) => fn.countAll<number | string>().as("count")])
    .select(({ fn }) => fn.max("placed_at").as("last"))
    .where("customer_id", "in", ids)
    .where("paid_at", "is not", null)
    .groupBy("customer_id")
    .execute();
  return new Map(rows.map((row) => [row.customer_id ?? "", { count: Number(row.count), last: row.last }]));
}

export type DeskCustomer = Readonly<{
  id: CustomerId;
  email: string;
  firstName: string;
  name: string;
  isVerified: boolean;
  since: string;
  orders: ReadonlyArray<Readonly<{ number: number; status: OrderStatus; placedAt: string; total: Money }>>;
  reviews: ReadonlyArray<Readonly<{ id: number; rating: number; product: string; at: string }>>;
  /** The newest first; `order` is null for a note on the customer. */
  notes: ReadonlyArray<Readonly<{ id: number; order: number | null; by: string; body: string; at: string }>>;
  addresses: ReadonlyArray<SavedAddress>;
  sessions: ReadonlyArray<CustomerSession>;
  newsletter: Readonly<{ state: string; source: string; at: string }> | null;
}>;

export async function findDeskCustomer(id: CustomerId, now: Date): Promise<DeskCustomer | null> {
  const row = await db().selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const [orders, reviews, notes, sessions, newsletter, addresses] = await Promise.all([
    ordersShown(id),
    reviewsShown(id),
    notesShown(id),
    listSessions(id, now),
    findOwnSubscriptionRow(id),
    listAddresses(id),
  ]);
  return {
    ...{ id, email: row.email, firstName: row.first_name, since: row.created_at },
    name: `${row.first_name} ${row.last_name}`.trim(),
    isVerified: row.verified_at !== null,
    orders: orders.flatMap(({ number, status, placed_at, total_minor, currency }) =>
      isOrderStatus(status)
        ? [{ number, status, placedAt: placed_at, total: money(total_minor, currency) }]
        : [],
    ),
    reviews: reviews.map(({ id: reviewId, rating, name, created_at }) => ({
      ...{ id: reviewId, rating, product: name, at: created_at },
    })),
    ...{ notes, addresses },
    sessions,
    newsletter: newsletter && {
      state: newsletter.state,
      source: newsletter.source,
      at: newsletter.unsubscribed_at ?? newsletter.confirmed_at ?? newsletter.consent_at,
    },
  };
}

function ordersShown(id: CustomerId) {
  return db()
    .selectFrom("orders")
    .select(["number", "status", "placed_at", "total_minor", "currency"])
    .where("customer_id", "=", id)
    .orderBy("placed_at", "desc")
    .orderBy("number", "desc")
    .limit(SHOWN_MAX)
    .execute();
}

function reviewsShown(id: CustomerId) {
  return db()
    .selectFrom("reviews")
    .innerJoin("products", "products.id", "reviews.product_id")
    .select(["reviews.id", "rating", "products.name", "reviews.created_at"])
    .where("customer_id", "=", id)
    .orderBy("reviews.created_at", "desc")
    .orderBy("reviews.id")
    .limit(SHOWN_MAX)
    .execute();
}

async function notesShown(id: CustomerId): Promise<DeskCustomer["notes"]> {
  const [onOrders, onCustomer] = await Promise.all([
    db()
      .selectFrom("order_notes")
      .innerJoin("orders", "orders.id", "order_notes.order_id")
      .select(["order_notes.id", "orders.number as order", "order_notes.staff_name as by"])
      .select(["order_notes.body", "order_notes.created_at as at"])
      .where("orders.customer_id", "=", id)
      .orderBy("order_notes.id", "desc")
      .limit(SHOWN_MAX)
      .execute(),
    db()
      .selectFrom("customer_notes")
      .select(["id", "staff_name as by", "body", "created_at as at"])
      .where("customer_id", "=", id)
      .orderBy("id", "desc")
      .limit(SHOWN_MAX)
      .execute(),
  ]);
  const notes = [...onCustomer.map((note) => ({ ...note, order: null })), ...onOrders];
  return notes.sort((one, other) => other.at.localeCompare(one.at));
}
