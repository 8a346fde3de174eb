import { type LogEvent, sql } from "kysely";

/** A write to these leaves cached pages valid; tests/routes/response-cache.db.test.ts holds the pages to it. */
export const TABLES_NOT_ON_PAGES: ReadonlySet<string> = new Set([
  ...["carts", "cart_lines", "recovery_steps", "form_drafts", "favourites", "shared_lists", "saved_items"],
  ...["customers", "customer_sessions", "customer_tokens", "customer_addresses", "subscriptions"],
  ...["order_lines", "order_history", "order_ticks", "payments", "payment_events", "embedded_payments"],
  ...["reservations", "coupon_uses", "shipments", "shipment_lines"],
  ...["order_return_lines", "refunds", "refund_lines"],
  ...[
    "jobs",
    "rate_limits",
    "audit_log",
    "analytics_events",
    "contact_messages",
    "repeated_calls",
    "service_refusals",
  ],
  ...["analytics_days", "analytics_day_searches"],
  ...["page_drafts", "page_versions"],
  ...["desk_messages", "saved_replies", "desk_openings", "customer_notes"],
  ...["passkeys", "passkey_challenges"],
  ...["staff", "staff_sessions", "staff_factors", "staff_invites", "desk_log"],
  ...["order_notes", "order_search", "order_search_terms", "product_drafts", "product_sales"],
  ...["coupon_drafts", "document_numbers", "made_ids"],
  // A page shows an uploaded image only when it is named in product_images, or by a page, too.
  ...["file_imports", "file_import_lines", "catalogue_imports", "catalogue_import_rows"],
  ...["order_batches", "order_batch_rows"],
  ...["product_versions", "uploaded_images", "page_images", "setting_versions", "setting_plans"],
  ...["embedded_marketing", "marketing_contacts", "marketing_carts", "marketing_orders"],
  ...["stock_alerts", "back_in_stock_batches"],
  ...["gift_lists", "gift_list_former_codes", "gift_list_devices", "gift_list_tokens", "gift_list_gifts"],
  ...["gift_list_claims", "gift_list_carts", "gift_list_cart_gifts", "order_recipients"],
  ...["gift_list_alerts", "gift_list_returns", "gift_list_co_owners", "gift_list_moves"],
  // A change of the catalogue counts by its version, and one of the search by its writer.
  ...["catalogue_changes", "search_marks", "search_documents", "search_terms", "search_vocabulary"],
  "search_progress",
]);

const NOTIFIED_BY_WRITER = "/* its writer tells */";

/** Added by `modifyEnd`: not counted; the caller calls {@link noteChange}, so that no sale empties the cache. */
export const notifiedByWriter = sql.raw(NOTIFIED_BY_WRITER);

/** The table after each word that writes. "for update" and "do update set" name none. */
const WRITTEN = /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|do)\s{1,8})update)\s+(?:only\s+)?["`]?(\w+)/gi;
const CHANGES_NOTHING =
  /^\s*(?:select|values|pragma|show|begin|start|commit|rollback|savepoint|release|set)\b/i;
/** A query that begins with "with" may write in one of its parts. */
const WITH = /^\s*with\b/i;
const KNOWN_MAX = 1_000;

const known = new Map<string, boolean>();
let changes = 0;

export function uncommittedChanges(): number {
  return changes;
}

/** For a change that no statement reports; inside a transaction it counts again at the commit. */
export function noteChange(): void {
  changes += 1;
}

export function noteStatement({ query }: Pick<LogEvent, "query">): void {
  let isShown = known.get(query.sql);
  if (isShown === undefined) {
    isShown = mayChangePages(query.sql);
    // Lists of ids of every length make texts without end.
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(query.sql, isShown);
  }
  if (isShown) noteChange();
}

export function mayChangePages(text: string): boolean {
  if (CHANGES_NOTHING.test(text) || text.endsWith(NOTIFIED_BY_WRITER)) return false;
  const tables = [...text.matchAll(WRITTEN)].map(([, table = ""]) => table.toLowerCase());
  if (tables.length === 0) return !WITH.test(text);
  return tables.some((table) => !TABLES_NOT_ON_PAGES.has(table));
}
