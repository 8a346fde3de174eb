/**
 * Columns are as in the migrations: integers, ISO text times, JSON text. `token_hash`, `device_hash`: SHA-256
 * of what a link or a browser holds. `email_key`: the address as compared. `request_key`: of the form that
 * wrote the row; sent twice, it counts once. `staff_name`: empty for the shop's own commands.
 */
import type { Generated } from "kysely";

import type { DeclaredColumns } from "#app/models/catalogue/editing/declared-fields.ts";

/** 0 or 1. */
export type Flag = number;
/** ISO 8601 text in UTC. */
export type Timestamp = string;
export type JsonText = string;

export type Database = {
  /** `edited_at` is set for rows that were changed at the desk or by the command, which an import leaves alone. */
  settings: { key: string; value: JsonText; edited_at: Timestamp | null };
  /**
   * Written while changes could be planned. `changes` is JSON: name of the setting to its text from the first day on,
   * which is one of the shop's time zone. With `ended_at` the shop no longer makes the change: while the state is
   * "waiting" or "refused", Today reminds an owner of it.
   */
  setting_plans: {
    id: Generated<number>;
    group_key: string;
    changes: JsonText;
    first_day: string;
    staff_name: string;
    state: Generated<"waiting" | "applied" | "refused" | "withdrawn">;
    planned_at: Timestamp;
    ended_at: Timestamp | null;
  };
  setting_versions: {
    id: Generated<number>;
    group_key: string;
    changes: JsonText;
    staff_name: string;
    changed_at: Timestamp;
    taken_back_at: Timestamp | null;
  };
  /** `product_id` 0 stands for the settings of the index. */
  search_index_entries: { index_name: string; product_id: number; fingerprint: string };
  /** Products that the search index has yet to take in. */
  search_marks: { product_id: number };
  search_documents: { place: number; product_id: number; fields: string; fingerprint: string };
  search_vocabulary: { word: string; count: number; revision: number };
  repeated_calls: RepeatedCallTable;
  /** The last id that was used for what is made at the desk, by table. */
  made_ids: { kind: string; last_id: number };
  /** The last number that was given. */
  document_numbers: { kind: "invoice" | "credit-note"; last_number: number };
  search_progress: SearchProgressTable;
  service_refusals: ServiceRefusalTable;
  analytics_events: AnalyticsEventTable;
  /** Statistics of a day (UTC) that is over. */
  analytics_days: {
    day: string;
    visits: number;
    product_views: number;
    carts: number;
    checkouts: number;
    orders: number;
  };
  analytics_day_searches: { day: string; words: string; times: number };
  catalogue_version: { id: number; version: number };
  /** Products that a version changed; 0 for none. A version without a row may have changed everything. */
  catalogue_changes: { version: number; product_id: number };
  /** `currency` is empty for the main one. */
  stored_listings: { currency: string; version: number; shape: string; build: string; data: string };
  brands: {
    id: number;
    slug: string;
    name: string;
    country: string;
    materials: JsonText;
    image: string;
    story: string;
    manufacturer_address: string;
    page_title: string;
    meta_description: string;
    /** When it last changed; null if it has not since this column exists. */
    changed_at: Timestamp | null;
    /** When it was last changed by hand; null if an import has written it since. */
    edited_at: Generated<Timestamp | null>;
    created_by: Generated<"catalogue" | "desk">;
  };
  categories: CategoryTable;
  products: ProductTable;
  product_categories: { product_id: number; category_id: number; position: number };
  related_products: { product_id: number; related_id: number; position: number };
  product_options: {
    id: number;
    product_id: number;
    name: string;
    type: string;
    position: number;
    created_by: Generated<"catalogue" | "desk">;
  };
  product_option_values: {
    option_id: number;
    key: string;
    label: string;
    hex: string | null;
    position: number;
    created_by: Generated<"catalogue" | "desk">;
    is_visible: Generated<Flag>;
  };
  variants: VariantTable;
  product_images: {
    id: Generated<number>;
    product_id: number;
    variant_key: string | null;
    file: string;
    alt: string;
    role: string;
    width: number;
    height: number;
    sink_percent: number;
    position: number;
  };
  product_metafields: { product_id: number; namespace: string; key: string; value: string; position: number };
  price_history: {
    id: Generated<number>;
    variant_id: number;
    currency: string;
    price_minor: number;
    /** 1: shown as less than an earlier price. */
    is_reduced: Flag;
    valid_from: Timestamp;
    valid_to: Timestamp | null;
  };
  stock_history: {
    id: Generated<number>;
    variant_id: number;
    quantity_before: number;
    quantity_after: number;
    reason: string;
    created_at: Timestamp;
  };
  reviews: {
    id: number;
    product_id: number;
    rating: number;
    title: string;
    body: string;
    author: string;
    is_verified: Flag;
    helpful_count: number;
    shop_reply: string | null;
    status: "waiting" | "published" | "rejected";
    created_at: Timestamp;
    customer_id: string | null;
    email: string | null;
    email_key: string | null;
    /** Null for a review that came with the catalogue. */
    author_kind: "customer" | "order" | "guest" | null;
    decided_at: Timestamp | null;
  };
  /** `changes` is JSON: field to text. */
  product_drafts: { product_id: number; changes: JsonText; staff_name: string; updated_at: Timestamp };
  order_batches: {
    id: Generated<number>;
    request_key: string;
    step: "pack" | "unpack";
    title: string;
    /** Orders that have changed since are left; null: whatever has changed. */
    seen_at: Timestamp | null;
    staff_id: string;
    staff_name: string;
    session_id: string;
    factor: string;
    started_at: Timestamp;
    ended_at: Timestamp | null;
    end_reason: "done" | "stopped" | "role" | null;
    stopped_by: Generated<string>;
  };
  order_batch_rows: {
    batch_id: number;
    place: number;
    order_number: number;
    outcome: "done" | "before" | "left" | null;
    reason: string | null;
  };
  file_imports: {
    id: Generated<number>;
    /** The last three: by one rule, without a file, so that the name is what was done. */
    kind: "products" | "stock" | "parcels" | "redirects" | "catalogue" | "price" | "sale" | "visibility";
    file_name: string;
    /** Whose check it is; null for the shop's own commands. */
    staff_id: string | null;
    staff_name: string;
    state: Generated<"checked" | "applied" | "undone">;
    /** Goes up with each check: a form that shows an earlier one is refused. */
    version: Generated<number>;
    needs_code: Flag;
    /** 1: prices or sales change, so that an owner alone undoes it. */
    has_prices: Flag;
    /** A JSON list of headings that nothing reads. */
    unread: JsonText;
    created_at: Timestamp;
    applied_at: Timestamp | null;
    undone_by: Generated<string>;
    undone_at: Timestamp | null;
    request_key: string | null;
  };
  /** `cells` and `changes` are JSON: column to text, and field to before and after. */
  file_import_lines: {
    import_id: number;
    line: number;
    subject: string;
    name: string;
    title: string;
    cells: JsonText;
    outcome: "new" | "changed" | "hidden" | "edited" | "unchanged" | "wrong";
    changes: JsonText;
    reason: string;
    left_because: string | null;
  };
  /** Of an import of the catalogue: its ZIP in base64, empty once it is applied. */
  catalogue_imports: {
    import_id: number;
    content: string;
    overwrites_edits: Flag;
  };
  /** The rows that it changed, as JSON: without one before it is new, without one after it is gone. */
  catalogue_import_rows: {
    import_id: number;
    place: number;
    table_name: string;
    row_key: JsonText;
    before_row: JsonText | null;
    after_row: JsonText | null;
  };
  /** Sale prices with a first or a last day, in the shop's time zone; both days included. */
  product_sales: {
    product_id: number;
    price_minor: number;
    first_day: string | null;
    last_day: string | null;
  };
  /** The newest has the highest id. `fields` is JSON: field to text. */
  product_versions: {
    id: Generated<number>;
    product_id: number;
    fields: JsonText;
    staff_name: string;
    published_at: Timestamp;
  };
  /** `whole` is WebP in base64. */
  uploaded_images: {
    product_id: number;
    hash: string;
    width: number;
    height: number;
    sink_percent: number;
    whole: string;
    created_at: Timestamp;
    /** Null: in a draft, or in none any more. */
    published_at: Timestamp | null;
  };
  /** `whole` and `small` are WebP in base64. */
  review_photos: {
    review_id: number;
    number: number;
    hash: string;
    width: number;
    height: number;
    whole: string;
    small: string;
  };
  review_votes: { review_id: number; voter_hash: string; created_at: Timestamp };
  stock_alerts: StockAlertTable;
  subscriptions: SubscriptionTable;
  back_in_stock_batches: { variant_id: number; next_at: Timestamp };
  coupons: {
    id: number;
    code: string;
    name: string;
    type: string;
    amount: number;
    minimum_spend_minor: number | null;
    starts_at: Timestamp;
    ends_at: Timestamp | null;
    max_uses: number | null;
    is_enabled: Flag;
    rules: JsonText;
    /** Redemptions that stand: of paid orders and of those that wait for their money. */
    use_count: Generated<number>;
    created_by: Generated<"catalogue" | "owner">;
    disabled_at: Timestamp | null;
  };
  /** Written while coupons had drafts. `typed` is JSON: the options of `coupons create` to texts. */
  coupon_drafts: {
    code: string;
    typed: JsonText;
    version: number;
    staff_name: string;
    updated_at: Timestamp;
  };
  coupon_uses: {
    order_id: string;
    coupon_id: number;
    customer_id: string | null;
    email_key: string;
    created_at: Timestamp;
    /** What the paid order has taken off a credit, in minor units; null: nothing yet, or the coupon is no credit. */
    credit_minor: Generated<number | null>;
  };
  delivery_methods: {
    key: string;
    name: string;
    service: string;
    description: string;
    free_over_minor: number | null;
    rules: JsonText;
    position: number;
    edited_at: Timestamp | null;
    created_by: Generated<"catalogue" | "desk">;
    /** It is offered to nobody, and its key stays taken. */
    removed_at: Timestamp | null;
    is_enabled: Generated<Flag>;
  };
  delivery_zones: {
    key: string;
    name: string;
    postcodes: JsonText;
    is_default: Flag;
    is_excluded: Flag;
    rules: JsonText;
    note: string | null;
    position: number;
    edited_at: Timestamp | null;
    created_by: Generated<"catalogue" | "desk">;
    removed_at: Timestamp | null;
  };
  compatibility_parts: {
    id: string;
    kind: "chassis" | "carrycot" | "car_seat" | "adapter";
    product_id: number | null;
    name: string;
    sku: string | null;
    price_minor: number | null;
    details: JsonText;
    position: number;
  };
  compatibility: {
    chassis_id: string;
    part_id: string;
    result: "fits" | "adapter" | "no";
    adapter_id: string | null;
    details: JsonText;
  };
  carts: CartTable;
  recovery_steps: RecoveryStepTable;
  cart_lines: {
    id: string;
    cart_id: string;
    variant_id: number;
    quantity: number;
    added_at: Timestamp;
    /** Key of the gift paper, or null: not wrapped. */
    gift_paper: string | null;
    gift_message: string | null;
    personalisation: Generated<string>;
  };
  orders: OrderTable;
  order_lines: OrderLineTable;
  reservations: { order_id: string; variant_id: number; quantity: number };
  delivery_bookings: {
    order_id: string;
    method: string;
    /** "2026-12-01". */
    day: string;
  };
  order_history: {
    id: Generated<number>;
    order_id: string;
    from_status: string | null;
    to_status: string;
    reason: string;
    created_at: Timestamp;
    /** "payment", "clock", "customer" or "owner". */
    actor: Generated<string>;
  };
  shipments: {
    id: Generated<number>;
    order_id: string;
    carrier: string;
    tracking_number: string;
    tracking_url: string | null;
    shipped_at: Timestamp;
    /** Empty for rows that no form made. */
    request_key: Generated<string>;
  };
  shipment_lines: { shipment_id: number; order_line_id: string; quantity: number };
  refunds: RefundTable;
  refund_lines: {
    refund_id: string;
    order_line_id: string;
    quantity: number;
    /** Of `quantity`, how many had not been sent and now never will be. */
    unshipped_quantity: number;
    amount_minor: number;
    is_restocked: Flag;
  };
  order_returns: {
    id: string;
    order_id: string;
    /** Such as "R100001-1". */
    number: string;
    request_key: string;
    status: "requested" | "received";
    note: string;
    actor: string;
    requested_at: Timestamp;
    received_at: Timestamp | null;
    /** When the parcel came; null: not yet, or nobody noted it before the return was accepted. */
    arrived_at: Generated<Timestamp | null>;
    /** Whoever noted that it came: a name, or empty for the shop's own commands. */
    arrived_by: Generated<string>;
    /** The last day for the refund, in the shop's time zone: "2026-11-30". Null while the parcel has not come. */
    refund_by: Generated<string | null>;
    refund_id: string | null;
    legal_basis: Generated<"withdrawal" | null>;
    /** What the family that was given the items chose; null for a return of the buyer. */
    recipient_remedy: Generated<"credit" | "refund" | null>;
    credit_minor: Generated<number>;
    /** JSON: how its items go back and what is taken off for it; null for returns from before. */
    way_back: Generated<string | null>;
    /** When two people collect it, "2026-12-04", and by which method of delivery; null: nobody does, or a day is to be agreed. */
    collect_on: Generated<string | null>;
    collect_method: Generated<string | null>;
  };
  order_return_lines: { return_id: string; order_line_id: string; quantity: number; reason: string };
  payments: {
    id: string;
    order_id: string;
    attempt_id: string;
    provider: string;
    provider_payment_id: string | null;
    /** The provider's second name for it, under which later events come; null while it is not known. */
    intent_id: string | null;
    url: string | null;
    amount_minor: number;
    currency: string;
    status: string;
    created_at: Timestamp;
    updated_at: Timestamp;
    provider_checked_at: Timestamp | null;
  };
  payment_events: {
    event_id: string;
    payment_id: string;
    type: string;
    amount_minor: number;
    currency: string;
    detail: string | null;
    reference: string | null;
    attempt_id: string | null;
    /** Until when a dispute can be answered; null where the provider names no day. */
    due_at: Generated<Timestamp | null>;
    /** The key with which the shop asked for a refund; null for one made on the provider's own pages. */
    refund_key: Generated<string | null>;
    occurred_at: Timestamp;
    received_at: Timestamp;
  };
  embedded_payments: {
    id: string;
    attempt_id: string;
    status: string;
    amount_minor: number;
    currency: string;
    request: JsonText;
    decline_reason: string | null;
    refunded_minor: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  jobs: {
    id: string;
    key: string;
    kind: string;
    payload: JsonText;
    status: "waiting" | "running" | "done" | "dead";
    run_at: Timestamp;
    tries: Generated<number>;
    lease_owner: string | null;
    leased_until: Timestamp | null;
    last_error: string | null;
    created_at: Timestamp;
    first_tried_at: Timestamp | null;
    finished_at: Timestamp | null;
  };
  customers: CustomerTable;
  customer_sessions: {
    token_hash: string;
    id: string;
    customer_id: string;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    auth_at: Timestamp;
    address_hash: string;
    user_agent: string;
  };
  customer_tokens: {
    token_hash: string;
    customer_id: string;
    purpose: string;
    email: string;
    email_key: string;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  customer_addresses: CustomerAddressTable;
  form_drafts: { customer_id: string; path: string; fields: JsonText; created_at: Timestamp };
  favourites: {
    customer_id: string;
    product_id: number;
    variant_id: number | null;
    price_minor: number;
    currency: string;
    /** The highest is the newest. */
    position: number;
    saved_at: Timestamp;
    /** When it was taken off the list; it can be put back for a day. */
    removed_at: Timestamp | null;
  };
  saved_items: {
    id: string;
    customer_id: string | null;
    list_id: string | null;
    product_id: number;
    variant_id: number;
    name: string;
    variant_label: string | null;
    quantity: number;
    price_minor: number;
    currency: string;
    saved_at: Timestamp;
    restocked_at: Timestamp | null;
    personalisation: Generated<string>;
  };
  gift_lists: GiftListTable;
  gift_list_former_codes: { code: string; list_id: string };
  gift_list_devices: {
    device_hash: string;
    list_id: string;
    /** By whose address the browser was let in: the owner's or a co-owner's. */
    email_key: string;
    created_at: Timestamp;
  };
  gift_list_co_owners: {
    id: string;
    list_id: string;
    email: string;
    email_key: string;
    token_hash: string;
    invited_at: Timestamp;
    expires_at: Timestamp;
    accepted_at: Timestamp | null;
  };
  gift_list_moves: {
    id: string;
    list_id: string;
    email: string;
    email_key: string;
    former_email: string;
    former_email_key: string;
    token_hash: string;
    undo_hash: string;
    requested_at: Timestamp;
    /** When the link that confirms ends; once it is confirmed, when the one that undoes does. */
    ends_at: Timestamp;
    confirmed_at: Timestamp | null;
  };
  gift_list_tokens: {
    token_hash: string;
    email_key: string;
    /** The list that the link confirms; null for a link that opens all. */
    list_id: string | null;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  gift_list_gifts: {
    id: string;
    list_id: string;
    product_id: number;
    variant_id: number;
    name: string;
    variant_label: string | null;
    /** The words that the family has chosen for each unit; empty: a plain one. */
    personalisation: Generated<string>;
    quantity: number;
    note: string | null;
    is_any_colour: Flag;
    is_most_needed: Flag;
    position: number;
    added_at: Timestamp;
    /** When it was taken off the list; what was claimed of it stays. */
    removed_at: Timestamp | null;
    /** Goes up with each claim, which locks the row. */
    version: Generated<number>;
  };
  gift_list_claims: GiftClaimTable;
  gift_list_alerts: {
    id: string;
    list_id: string;
    gift_id: string;
    email: string;
    email_key: string;
    token_hash: string;
    created_at: Timestamp;
    confirmed_at: Timestamp | null;
    notified_at: Timestamp | null;
    /** When the next giver is emailed, if the gift is still free then. */
    next_at: Timestamp | null;
  };
  /** The returns themselves are rows of order_returns. */
  gift_list_returns: {
    return_number: string;
    list_id: string;
    claim_id: string;
    coupon_code: string | null;
  };
  gift_list_carts: {
    cart_id: string;
    list_id: string;
    device_hash: string;
    giver_name: string;
    email: string;
    message: string | null;
    updated_at: Timestamp;
  };
  gift_list_cart_gifts: {
    cart_id: string;
    variant_id: number;
    gift_id: string;
    /** 1: given although others have taken all that the list asks for. */
    is_extra: Generated<Flag>;
  };
  order_ticks: {
    order_line_id: string;
    order_id: string;
    units: number;
    moves: number;
    staff_name: string;
    ticked_at: Timestamp;
  };
  /** Where a parcel goes whose buyer must not learn the address. */
  order_recipients: { order_id: string; address: JsonText };
  shared_lists: {
    id: string;
    customer_id: string | null;
    /** The list as it was when it was shared, or null for one that follows the account's. */
    items: string | null;
    created_at: Timestamp;
    expires_at: Timestamp | null;
  };
  marketing_contacts: {
    id: string;
    /** Empty once an opt-out was sent; the key is a hash of the address then. */
    email: string;
    email_key: string;
    state: "subscribed" | "unsubscribed" | "nonSubscribed";
    source: string;
    consented_at: Timestamp;
    /** Counts what is to be sent; `synced_version` is as large once it has been. */
    desired_version: number;
    synced_version: Generated<number>;
    /** 1: the service is notified once more, then the row is deleted. */
    is_unsubscribing: Generated<Flag>;
    service_id: string | null;
  };
  marketing_carts: {
    cart_id: string;
    customer_id: string | null;
    /** Whose cart it is when no customer's: an id of marketing_contacts, or one of the service. */
    contact_id: string | null;
    /** Which job is the next to be queued: a job that has begun belongs to the generation before. */
    sync_generation: Generated<number>;
    desired_version: number;
    synced_version: Generated<number>;
    /** Whether the service holds `record`: "unconfirmed" while its answer was not heard. */
    sync_state: Generated<"none" | "unconfirmed" | "synced">;
    /** 1: the record was taken back by hand, until the cart changes. */
    is_suppressed: Generated<Flag>;
    /** The record as it was sent last, whether or not that was answered. */
    record: JsonText | null;
    lease_owner: string | null;
    leased_until: Timestamp | null;
    updated_at: Timestamp;
  };
  marketing_orders: {
    order_id: string;
    cart_id: string;
    sent_status: string | null;
    send_count: Generated<number>;
  };
  embedded_marketing: {
    kind: "cart" | "order" | "contact";
    id: string;
    document: JsonText;
    updated_at: Timestamp;
  };
  rate_limits: { key: string; count: number; free_at: Timestamp; resets_at: Timestamp };
  redirects: {
    /** The old path as it is compared: see `redirectKey`. */
    from_path_key: string;
    from_path: string;
    to_path: string;
    source: "owner" | "renamed";
    created_at: Timestamp;
  };
  contact_messages: {
    id: string;
    customer_id: string | null;
    name: string;
    email: string;
    topic: string;
    order_number: string;
    message: string;
    is_verified_customer: Flag;
    /** 1 until the email to the shop, or the customer's copy, has been handed over. */
    is_owner_email_pending: Flag;
    is_copy_email_pending: Flag;
    created_at: Timestamp;
  };
  /** The queue of the desk. It outlives the row of the contact form, with or without the words. */
  desk_messages: {
    id: Generated<number>;
    customer_id: string | null;
    topic: string;
    name: string;
    /** Of the address as compared: found without the address. */
    email_hash: string;
    is_verified_customer: Flag;
    /** Null, like the two below, where words are not kept. */
    email: string | null;
    order_number: string | null;
    message: string | null;
    /** The working day by which an answer was promised, in the shop's time zone: "2026-11-26". */
    due_day: string;
    state: Generated<"waiting" | "answered" | "closed">;
    /** The reply that goes out or went out; in a waiting message one that was taken back. */
    reply: string | null;
    reply_key: string | null;
    reply_sent_at: Timestamp | null;
    settled_by: Generated<string>;
    settled_at: Timestamp | null;
    created_at: Timestamp;
  };
  audit_log: {
    id: Generated<number>;
    customer_id: string | null;
    event: string;
    detail: JsonText;
    address_hash: string;
    created_at: Timestamp;
  };
  staff: {
    id: string;
    email: string;
    email_key: string;
    name: string;
    role: "owner" | "packer" | "editor" | "reader";
    /** Null until the invitation is accepted. */
    password_hash: string | null;
    /** The most that a packer may refund on one day. */
    refund_limit_minor: number;
    version: Generated<number>;
    created_at: Timestamp;
    ended_at: Timestamp | null;
  };
  staff_sessions: {
    token_hash: string;
    id: string;
    staff_id: string;
    /** "factor": a second factor is set up; "code": it is awaited; "open": logged in. */
    state: "factor" | "code" | "open";
    created_at: Timestamp;
    last_seen_at: Timestamp;
    confirmed_at: Timestamp | null;
    /** "totp", "recovery" or "passkey"; empty for none. */
    factor: string;
    /** 1: the device may be idle for longer. */
    stays: Flag;
    address_hash: string;
    user_agent: string;
  };
  staff_factors: {
    id: string;
    staff_id: string;
    kind: "totp" | "recovery";
    /** The key of an authenticator app, base32 or encrypted (stored-key.server.ts); the hash of a recovery code. */
    secret: string;
    /** The time step of the last code that was accepted: no code counts twice. */
    last_step: Generated<number>;
    created_at: Timestamp;
    confirmed_at: Timestamp | null;
    used_at: Timestamp | null;
  };
  passkeys: {
    id: string;
    staff_id: string | null;
    customer_id: string | null;
    /** As the authenticator calls it, base64url. */
    credential_id: string;
    /** COSE, base64url. */
    public_key: string;
    /** Signatures so far; 0 where the authenticator does not count. */
    counter: number;
    /** A JSON list such as ["internal","hybrid"]. */
    transports: JsonText;
    /** 1: it is copied to the person's other devices. */
    backed_up: Flag;
    name: string;
    created_at: Timestamp;
    used_at: Timestamp | null;
  };
  /** What a browser was asked to sign. A row is deleted by its only use. */
  passkey_challenges: {
    challenge_hash: string;
    purpose: string;
    /** The session that asked; empty for a log-in of customers. */
    subject: string;
    expires_at: Timestamp;
  };
  staff_invites: {
    token_hash: string;
    staff_id: string;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: Timestamp | null;
  };
  /** What was done at the desk. Rows are added, and deleted at the end of their period. */
  desk_log: {
    id: Generated<number>;
    staff_id: string | null;
    staff_name: string;
    role: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    /** What a field was and is: {"role":["packer","owner"]}. */
    changes: JsonText;
    reason: string;
    amount_minor: number | null;
    currency: string | null;
    request_key: string;
    factor: string;
    session_id: string;
    device: string;
    address_hash: string;
    created_at: Timestamp;
  };
  /** One row: another number after each change of a page that visitors see. */
  content_version: { id: number; version: number };
  page_order: { page_key: string; place: number };
  page_images: {
    hash: string;
    alt: string;
    width: number;
    height: number;
    whole: string;
    created_at: Timestamp;
    published_at: Timestamp | null;
  };
  published_pages: {
    page_kind: "article" | "information";
    /** Of an article its id, of an information page the last part of its first address. */
    page_key: string;
    /** JSON of the fields by name; null: as the file has them, or never published. */
    fields: string | null;
    is_made: number;
    is_hidden: number;
    /** Of the file's fields when somebody looked at them last; empty while the page follows its file. */
    file_mark: string;
    image_width: number | null;
    image_height: number | null;
    /** Day of the last change in the shop's time zone; null: as the file says. */
    changed_on: string | null;
    staff_name: string;
    changed_at: Timestamp;
    request_key: string | null;
  };
  page_drafts: {
    page_kind: "article" | "information";
    page_key: string;
    changes: string;
    staff_name: string;
    updated_at: Timestamp;
  };
  page_versions: {
    id: Generated<number>;
    page_kind: "article" | "information";
    page_key: string;
    fields: string;
    staff_name: string;
    published_at: Timestamp;
  };
  saved_replies: {
    id: Generated<number>;
    request_key: string;
    title: string;
    body: string;
    staff_name: string;
    changed_at: Timestamp;
  };
  closures: {
    id: Generated<number>;
    request_key: string;
    first_day: string;
    last_day: string;
    name: string;
  };
  /** One of each kind for a person. */
  desk_openings: {
    staff_id: string;
    subject_kind: "product" | "message" | "order";
    subject_id: string;
    session_id: string;
    opened_at: Timestamp;
    /** To the minute. */
    seen_at: Timestamp;
  };
  customer_notes: {
    id: Generated<number>;
    customer_id: string;
    request_key: string;
    staff_name: string;
    body: string;
    created_at: Timestamp;
  };
  order_notes: {
    id: Generated<number>;
    order_id: string;
    /** Null: written before notes had keys. */
    request_key: string | null;
    staff_name: string;
    body: string;
    created_at: Timestamp;
  };
  order_search: {
    order_id: string;
    order_updated_at: Timestamp;
    send_by: string | null;
  };
  order_search_terms: { order_id: string; kind: string; term: string };
};

type CustomerTable = {
  id: string;
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  /** Null for somebody who was invited and has chosen none yet. */
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  verified_at: Timestamp | null;
  /** When the account came by its present address through a change; null for the address it was made with. */
  email_changed_at: Timestamp | null;
  wants_newsletter: Generated<Flag>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

type CustomerAddressTable = {
  id: string;
  customer_id: string;
  first_name: string;
  last_name: string;
  company: string;
  address1: string;
  address2: string;
  city: string;
  country: string;
  country_code: string;
  phone: string;
  postal_code: string;
  is_default_delivery: Generated<Flag>;
  is_default_billing: Generated<Flag>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

type GiftListTable = {
  id: string;
  occasion: string;
  name: string;
  /** The due date or the day, "2027-01-15". */
  event_day: string;
  /** 1: givers see the month only. */
  is_month_only: Flag;
  words: string | null;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  /** Where gifts are sent; null: to the giver. */
  address: JsonText | null;
  /** The day on which the family learns what was given; null: at once. */
  reveal_on: string | null;
  /** 1: it can be found by names and month. */
  is_findable: Flag;
  /** Of the link; null until the address is confirmed. */
  code: string | null;
  closes_on: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  confirmed_at: Timestamp | null;
  closed_at: Timestamp | null;
  is_closed_quietly: Generated<Flag>;
  /** 1: it had an address, which was deleted after it closed. */
  is_address_deleted: Generated<Flag>;
  reminded_at: Timestamp | null;
  news_day: Generated<string | null>;
  revealed_at: Timestamp | null;
};

type GiftClaimTable = {
  id: string;
  list_id: string;
  gift_id: string;
  way: "order" | "reservation" | "elsewhere";
  /** "held" counts until `held_until`; "taken" always; "ended" never. */
  state: "held" | "taken" | "ended";
  units: number;
  held_until: Timestamp | null;
  giver_name: string;
  email: string;
  email_key: string;
  message: string | null;
  device_hash: string | null;
  token_hash: string | null;
  cart_id: string | null;
  order_id: string | null;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
  /** 1: the reservation has had its second week. */
  is_prolonged: Generated<Flag>;
  reminded_at: Timestamp | null;
  ended_at: Timestamp | null;
  end_reason: string | null;
  arrived_at: Generated<Timestamp | null>;
  /** When the family was emailed that it has been given, on a list that is no surprise. */
  news_at: Generated<Timestamp | null>;
  awaits_stock: Generated<Flag>;
  order_line_id: Generated<string | null>;
  /** The code of a giver who chose another gift, in the version before. */
  credit_code: Generated<string | null>;
  thanked_at: Timestamp | null;
  thanks_sent_at: Timestamp | null;
};

type StockAlertTable = {
  id: string;
  variant_id: number;
  customer_id: string | null;
  email: string;
  email_key: string;
  status: "pending" | "confirmed" | "mailed";
  /** Null once used. */
  confirm_token_hash: string | null;
  unsubscribe_token_hash: string | null;
  created_at: Timestamp;
  confirmed_at: Timestamp | null;
  mailed_at: Timestamp | null;
};

type SubscriptionTable = {
  id: string;
  /** Stays when the address goes. */
  email_hash: string;
  /** As typed; null once they have left. */
  email: string | null;
  state: "pending" | "subscribed" | "unsubscribed";
  topics: JsonText;
  source: string;
  consent_text_version: string;
  consent_at: Timestamp;
  confirmed_at: Timestamp | null;
  unsubscribed_at: Timestamp | null;
  /** Null once used. */
  confirm_token_hash: string | null;
  /** The second is from before a change of secrets. */
  manage_token_hash: string | null;
  previous_manage_token_hash: string | null;
};

type CategoryTable = {
  id: number;
  path: string;
  slug: string;
  name: string;
  parent_id: number | null;
  depth: number;
  description: string;
  image: string | null;
  sort_order: number;
  default_product_sort: string;
  page_title: string;
  meta_description: string;
  search_keywords: string;
  age_band_min_months: number | null;
  age_band_max_months: number | null;
  is_visible: Flag;
  /** JSON: its texts by other currency, where they name amounts. */
  prices: Generated<JsonText>;
  changed_at: Timestamp | null;
  /** When it was last changed by hand; null if an import has written it since. */
  edited_at: Generated<Timestamp | null>;
  created_by: Generated<"catalogue" | "desk">;
};

type ProductTable = DeclaredColumns & {
  id: number;
  slug: string;
  sku: string;
  brand_id: number;
  primary_category_id: number;
  price_minor: number;
  sale_price_minor: number | null;
  retail_price_minor: number | null;
  sort_price_minor: number;
  /** JSON: the four by other currency (`ProductPriceLists`). */
  prices: Generated<JsonText>;
  tax_rate_basis_points: number;
  is_toy: Flag;
  age_min_months: number | null;
  age_max_months: number | null;
  suitable_from_months: number | null;
  width_mm: number | null;
  depth_mm: number | null;
  height_mm: number | null;
  folded_width_mm: number | null;
  folded_depth_mm: number | null;
  folded_height_mm: number | null;
  max_load_g: number | null;
  is_free_shipping: Flag;
  availability: "available" | "preorder" | "discontinued";
  preorder_release_at: Timestamp | null;
  preorder_message: string | null;
  condition: string;
  created_at: Timestamp;
  restocked_at: Timestamp | null;
  is_featured: Flag;
  is_visible: Flag;
  /** 1: hidden from every list, with a page for those who have its address. Without a meaning while `is_visible` is 1. */
  is_unlisted: Generated<Flag>;
  order_quantity_minimum: number;
  order_quantity_maximum: number;
  rating_count: number;
  rating_average_hundredths: number;
  rating_distribution: JsonText;
  search_keywords: string;
  google_product_category: string;
  product_type: string;
  /** highlights, warnings, standards, conformity_mark, materials, finish, care, assembly, made_in, manufacturer, importer … */
  details: JsonText;
  /** When an import last changed it or what belongs to it; null if none has since this column exists. */
  changed_at: Timestamp | null;
  /** Goes up with each change and each draft. */
  version: Generated<number>;
  /** When it was last edited by hand; null if an import has written it since. */
  edited_at: Generated<Timestamp | null>;
  /** "desk": made by hand, and none of an import's business. */
  created_by: Generated<"catalogue" | "desk">;
  /** 0: made by hand and never published, so nobody on the shop has seen it. */
  was_published: Generated<Flag>;
};

type VariantTable = {
  id: number;
  product_id: number;
  sku: string;
  gtin: string;
  label: string | null;
  /** JSON object: option name to value key, such as {"Colour":"muted"}. */
  options: JsonText;
  price_minor: number | null;
  sale_price_minor: number | null;
  /** The lowest price of the 30 days before the present reduction; null without one. From price_history. */
  lowest_price_before_minor: Generated<number | null>;
  /** JSON: price and sale_price by other currency (`VariantPriceLists`). */
  prices: Generated<JsonText>;
  lowest_prices_before: Generated<JsonText>;
  on_hand: number;
  reserved: Generated<number>;
  image: string;
  position: number;
  created_by: Generated<"catalogue" | "desk">;
  /** 0: no shopper sees it. Orders and gift lists that have it still say what it is. */
  is_visible: Generated<Flag>;
};

type CartTable = {
  id: string;
  customer_id: string | null;
  email: string | null;
  currency: string;
  coupon_code: string | null;
  delivery_method: string | null;
  delivery_postcode: string | null;
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** When the recovery email was queued. There is at most one for each cart. */
  recovery_email_sent_at: Timestamp | null;
  recovery_checked_at: Timestamp | null;
};

type RecoveryStepTable = {
  /** See `recoveryKey`. */
  cart_key: string;
  step: "sent" | "opened" | "recovered" | "ordered";
  /** What the step is counted once for: the email, the day, or the one-way name of the order. */
  deduplication_key: string;
  /** The cart that the items are in since, the same one or another; only of "recovered". */
  recovered_cart_key: string | null;
  /** Only for "ordered". */
  amount_minor: number | null;
  currency: string | null;
  occurred_at: Timestamp;
};

type OrderTable = {
  id: string;
  number: number;
  status: string;
  attempt_id: string;
  cart_id: string;
  /** Which purchase of its cart it is for, from 0: a cart that was added to while its payment ran is paid for again. */
  purchase: Generated<number>;
  cart_fingerprint: string;
  customer_id: string | null;
  email: string;
  /** As `emailKey` gives it; empty in an order of an earlier build, until it is filled in. */
  email_key: Generated<string>;
  delivery_address: JsonText;
  address_version: Generated<number>;
  billing_address: JsonText;
  delivery: JsonText;
  gift_message: string | null;
  note: string | null;
  has_gift_receipt: Generated<Flag>;
  totals: JsonText;
  total_minor: number;
  currency: string;
  placed_at: Timestamp;
  expires_at: Timestamp;
  paid_at: Timestamp | null;
  /** Null while it is unpaid, and of an order that was paid before there was a sequence. */
  invoice_number: Generated<number | null>;
  updated_at: Timestamp;
};

type RefundTable = {
  id: string;
  order_id: string;
  request_key: string;
  amount_minor: number;
  delivery_minor: number;
  /** What of it is a sum without items. */
  goodwill_minor: Generated<number>;
  /** What its items and delivery cost more than it gives back, because it went back before as goodwill. */
  set_off_minor: Generated<number>;
  /** What the shop keeps of the price of its items, because they were used beyond trying them. */
  wear_minor: Generated<number>;
  /** Taken off for the way back of what was returned. */
  return_cost_minor: Generated<number>;
  /** What was worn. Empty without such a deduction, and once the buyer is forgotten. */
  wear_reason: Generated<string>;
  /** A sentence for the buyer in the email about it. Empty without one, and once the buyer is forgotten. */
  customer_words: Generated<string>;
  has_delivery: Flag;
  currency: string;
  reason: string;
  actor: string;
  /** 1: the buyer got a discount code for it, and no money moves. */
  is_credit: Generated<Flag>;
  /**
   * "queued" until the payment provider has taken it. "failed": the bank or the provider has refused it, and the money
   * is owed. "void": nothing was left to give back.
   */
  status: "queued" | "completed" | "failed" | "void";
  provider_refund_id: string | null;
  last_error: string | null;
  created_at: Timestamp;
  processed_at: Timestamp | null;
  failed_at: Generated<Timestamp | null>;
  /** Null of an order without an invoice, and of a refund from before there was a sequence. */
  credit_note_number: Generated<number | null>;
  /** 1, and one more each time that it is sent again after it had failed. */
  attempt: Generated<number>;
};

type OrderLineTable = {
  id: string;
  order_id: string;
  position: number;
  product_id: number;
  variant_id: number;
  sku: string;
  name: string;
  variant_label: string | null;
  image: string;
  path: string;
  age_text: string | null;
  quantity: number;
  unit_price_minor: number;
  line_total_minor: number;
  vat_minor: number;
  discount_minor: Generated<number>;
  tax_rate_basis_points: number;
  /** The paper's name as it was chosen by, or null: not wrapped. */
  gift_paper: string | null;
  gift_message: string | null;
  /** Wrapping of all units, VAT inside; no part of the line's total. */
  wrap_minor: Generated<number>;
  wrap_vat_minor: Generated<number>;
  wrap_tax_rate_basis_points: Generated<number>;
  /** The buyer's words on each unit, or null; deleted with the buyer's other words. */
  personalisation: string | null;
  /** What was agreed about them: the name of the work, and whether the item may come back. */
  personalisation_terms: JsonText | null;
  personalisation_minor: Generated<number>;
  /** When the shop began to make it; null: not yet. The words stay as they are from then on. */
  work_started_at: Timestamp | null;
  words_changed_at: Timestamp | null;
  /** Units that will not be sent and for which nothing was paid, so that no refund says so. */
  dropped_quantity: Generated<number>;
};

type AnalyticsEventTable = {
  /** "purchase-" and the order's id for the purchase, else a random UUID. */
  id: string;
  /** A random id that only this browser's cookie holds, and only with consent. */
  visitor_id: string;
  name: string;
  properties: JsonText;
  occurred_at: Timestamp;
  /** "held": a purchase that is not paid yet. "dropped": the service would not take it. */
  status: "held" | "waiting" | "sent" | "dropped";
  leased_until: Timestamp | null;
};

/** Calls of the API with an Idempotency-Key, for a day. */
type RepeatedCallTable = {
  /** Hash of the call, its cart or network address, and the key. */
  key: string;
  /** Hash of what was sent. */
  fingerprint: string;
  cart_id: string;
  created_at: Timestamp;
};

/** Calls with which an outside service refuses the shop's key, until one of the kind succeeds. */
type ServiceRefusalTable = {
  /** `OutsideService` */
  service: string;
  /** "POST checkout/sessions" */
  call: string;
  /** Of the settings with the keys; empty in rows from before it was stored. */
  key_hash: Generated<string>;
  status: number;
  refusals: number;
  first_at: Timestamp;
  last_at: Timestamp;
};

/** Its other columns are of a build that is replaced. */
type SearchProgressTable = {
  id: number;
  /** Moves with the vocabulary. */
  revision: number;
  /** How products are spread over slices; null while they are few. */
  slicing: JsonText | null;
};
