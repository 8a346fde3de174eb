/** What is looked up, or deleted along with its parent, is found without reading the whole table. */
import { type Migrating, run } from "./ddl.ts";

const COLUMNS: ReadonlyArray<string> = [
  ...["cart_lines.variant_id", "order_lines.variant_id", "reservations.variant_id", "favourites.variant_id"],
  ...["gift_list_gifts.variant_id", "gift_list_cart_gifts.variant_id", "related_products.related_id"],
  ...["compatibility_parts.product_id", "product_images.file", "product_versions.published_at"],
  ...["page_versions.published_at", "customer_sessions.created_at", "desk_openings.seen_at"],
  ...["coupon_uses.customer_id", "marketing_carts.contact_id", "marketing_carts.updated_at"],
  ...["order_history.created_at", "order_returns.refund_id", "order_return_lines.order_line_id"],
  ...["refund_lines.order_line_id", "shipment_lines.order_line_id", "gift_list_returns.claim_id"],
  ...["gift_lists.closed_at", "gift_lists.closes_on", "gift_lists.created_at", "gift_lists.reveal_on"],
  ...["gift_list_gifts.list_id", "gift_list_tokens.list_id", "gift_list_former_codes.list_id"],
  ...["gift_list_carts.list_id", "gift_list_carts.email", "gift_list_carts.updated_at"],
  ...["gift_list_claims.order_id", "gift_list_claims.email_key", "gift_list_co_owners.expires_at"],
  ...["gift_list_moves.email_key", "gift_list_moves.former_email_key", "gift_list_moves.ends_at"],
];

export async function up(db: Migrating): Promise<void> {
  const plain = COLUMNS.map((name) => {
    const [table, column] = name.split(".");
    return `CREATE INDEX ${table}_by_${column} ON ${table} (${column})`;
  });
  await run(db, [
    ...plain,
    "CREATE INDEX products_folding ON products (id) WHERE folded_width_mm IS NOT NULL",
    "CREATE INDEX products_preorder ON products (id) WHERE availability = 'preorder'",
    "CREATE INDEX products_by_lower_sku ON products (lower(sku))",
    "CREATE INDEX variants_by_lower_sku ON variants (lower(sku))",
    "CREATE INDEX variants_by_barcode ON variants (ltrim(gtin, '0'))",
  ]);
}
