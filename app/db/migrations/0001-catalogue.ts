/** Settings, brands, categories, products and everything the catalogue folder holds. */
import { createIndexes, createTable, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTable(db, "settings", `key TEXT PRIMARY KEY, value TEXT NOT NULL`);
  await createTable(
    db,
    "catalogue_version",
    `id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "brands",
    `id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
     materials TEXT NOT NULL, image TEXT NOT NULL, story TEXT NOT NULL, manufacturer_address TEXT NOT NULL,
     page_title TEXT NOT NULL, meta_description TEXT NOT NULL`,
  );
  await createTable(
    db,
    "categories",
    `id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, name TEXT NOT NULL,
     parent_id INTEGER REFERENCES categories (id), depth INTEGER NOT NULL, description TEXT NOT NULL, image TEXT,
     sort_order INTEGER NOT NULL, default_product_sort TEXT NOT NULL, page_title TEXT NOT NULL,
     meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
     age_band_min_months INTEGER, age_band_max_months INTEGER,
     is_visible INTEGER NOT NULL CHECK (is_visible IN (0, 1))`,
  );
  await createProducts(db);
  await createVariants(db);
  await createProductDetails(db);
  await createDelivery(db);
  await createCompatibility(db);
  await createIndexes(db, [
    "CREATE INDEX categories_parent ON categories (parent_id, sort_order)",
    "CREATE INDEX categories_slug ON categories (slug)",
    "CREATE INDEX products_brand ON products (brand_id)",
    "CREATE INDEX products_created ON products (created_at)",
    "CREATE INDEX product_categories_product ON product_categories (product_id)",
    "CREATE INDEX variants_product ON variants (product_id, position)",
    "CREATE INDEX product_images_product ON product_images (product_id, position)",
    "CREATE INDEX reviews_product ON reviews (product_id, created_at)",
    "CREATE INDEX stock_history_variant ON stock_history (variant_id, at)",
    "CREATE INDEX stock_history_returned ON stock_history (at) WHERE quantity_before = 0 AND quantity_after > 0",
    "INSERT INTO catalogue_version (id, version) VALUES (1, 1)",
  ]);
}

/** Prices are whole minor units with VAT; lengths are whole millimetres; weights are whole grams; ages are months. */
async function createProducts(db: Migrating): Promise<void> {
  await createTable(
    db,
    "products",
    `id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, sku TEXT NOT NULL UNIQUE,
     brand_id INTEGER NOT NULL REFERENCES brands (id),
     primary_category_id INTEGER NOT NULL REFERENCES categories (id),
     price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
     sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
     retail_price_minor INTEGER CHECK (retail_price_minor >= 0),
     sort_price_minor INTEGER NOT NULL CHECK (sort_price_minor >= 0),
     tax_rate_basis_points INTEGER NOT NULL CHECK (tax_rate_basis_points >= 0),
     short_description TEXT NOT NULL, description TEXT NOT NULL,
     is_toy INTEGER NOT NULL CHECK (is_toy IN (0, 1)),
     age_min_months INTEGER, age_max_months INTEGER, suitable_from_months INTEGER,
     weight_g INTEGER, width_mm INTEGER, depth_mm INTEGER, height_mm INTEGER,
     folded_width_mm INTEGER, folded_depth_mm INTEGER, folded_height_mm INTEGER, max_load_g INTEGER,
     is_free_shipping INTEGER NOT NULL CHECK (is_free_shipping IN (0, 1)),
     delivery_class TEXT NOT NULL, availability TEXT NOT NULL CHECK (availability IN ('available', 'preorder', 'discontinued')),
     preorder_release_at TEXT, preorder_message TEXT, condition TEXT NOT NULL,
     created_at TEXT NOT NULL, restocked_at TEXT,
     is_featured INTEGER NOT NULL CHECK (is_featured IN (0, 1)),
     is_visible INTEGER NOT NULL CHECK (is_visible IN (0, 1)),
     order_quantity_minimum INTEGER NOT NULL CHECK (order_quantity_minimum >= 1),
     order_quantity_maximum INTEGER NOT NULL CHECK (order_quantity_maximum >= 1),
     rating_count INTEGER NOT NULL, rating_average_hundredths INTEGER NOT NULL, rating_distribution TEXT NOT NULL,
     page_title TEXT NOT NULL, meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
     google_product_category TEXT NOT NULL, product_type TEXT NOT NULL, details TEXT NOT NULL,
     UNIQUE (primary_category_id, slug)`,
  );
  await createTable(
    db,
    "product_categories",
    `product_id INTEGER NOT NULL REFERENCES products (id), category_id INTEGER NOT NULL REFERENCES categories (id),
     position INTEGER NOT NULL, PRIMARY KEY (category_id, product_id)`,
  );
  await createTable(
    db,
    "related_products",
    `product_id INTEGER NOT NULL REFERENCES products (id), related_id INTEGER NOT NULL REFERENCES products (id),
     position INTEGER NOT NULL, PRIMARY KEY (product_id, related_id)`,
  );
}

async function createVariants(db: Migrating): Promise<void> {
  await createTable(
    db,
    "product_options",
    `id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), name TEXT NOT NULL,
     type TEXT NOT NULL, position INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "product_option_values",
    `option_id INTEGER NOT NULL REFERENCES product_options (id), key TEXT NOT NULL, label TEXT NOT NULL, hex TEXT,
     position INTEGER NOT NULL, PRIMARY KEY (option_id, key)`,
  );
  await createTable(
    db,
    "variants",
    `id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), sku TEXT NOT NULL UNIQUE,
     gtin TEXT NOT NULL, label TEXT, options TEXT NOT NULL,
     price_minor INTEGER CHECK (price_minor >= 0), sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
     on_hand INTEGER NOT NULL CHECK (on_hand >= 0),
     reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= on_hand),
     image TEXT NOT NULL, position INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "product_images",
    `id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), variant_key TEXT, file TEXT NOT NULL,
     alt TEXT NOT NULL, role TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
     sink_percent INTEGER NOT NULL, position INTEGER NOT NULL`,
  );
}

async function createProductDetails(db: Migrating): Promise<void> {
  await createTable(
    db,
    "product_metafields",
    `product_id INTEGER NOT NULL REFERENCES products (id), namespace TEXT NOT NULL, key TEXT NOT NULL,
     value TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (product_id, namespace, key)`,
  );
  await createTable(
    db,
    "price_history",
    `id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), price_minor INTEGER NOT NULL,
     from_at TEXT NOT NULL, to_at TEXT`,
  );
  await createTable(
    db,
    "stock_history",
    `id SERIAL, variant_id INTEGER NOT NULL REFERENCES variants (id), quantity_before INTEGER NOT NULL,
     quantity_after INTEGER NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "reviews",
    `id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id),
     rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5), title TEXT NOT NULL, body TEXT NOT NULL,
     author TEXT NOT NULL, is_verified INTEGER NOT NULL CHECK (is_verified IN (0, 1)),
     helpful_count INTEGER NOT NULL, shop_reply TEXT, status TEXT NOT NULL, created_at TEXT NOT NULL`,
  );
  await createTable(
    db,
    "coupons",
    `id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL,
     amount INTEGER NOT NULL, minimum_spend_minor INTEGER, starts_at TEXT NOT NULL, ends_at TEXT,
     max_uses INTEGER, is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)), rules TEXT NOT NULL`,
  );
}

async function createDelivery(db: Migrating): Promise<void> {
  await createTable(
    db,
    "delivery_methods",
    `key TEXT PRIMARY KEY, name TEXT NOT NULL, service TEXT NOT NULL, description TEXT NOT NULL,
     free_over_minor INTEGER, rules TEXT NOT NULL, position INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "delivery_zones",
    `key TEXT PRIMARY KEY, name TEXT NOT NULL, postcodes TEXT NOT NULL,
     is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
     is_excluded INTEGER NOT NULL CHECK (is_excluded IN (0, 1)), rules TEXT NOT NULL, note TEXT,
     position INTEGER NOT NULL`,
  );
}

async function createCompatibility(db: Migrating): Promise<void> {
  await createTable(
    db,
    "compatibility_parts",
    `id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('chassis', 'carrycot', 'car_seat', 'adapter')),
     product_id INTEGER REFERENCES products (id), name TEXT NOT NULL, sku TEXT, price_minor INTEGER,
     details TEXT NOT NULL, position INTEGER NOT NULL`,
  );
  await createTable(
    db,
    "compatibility",
    `chassis_id TEXT NOT NULL REFERENCES compatibility_parts (id), part_id TEXT NOT NULL REFERENCES compatibility_parts (id),
     result TEXT NOT NULL CHECK (result IN ('fits', 'adapter', 'no')), adapter_id TEXT REFERENCES compatibility_parts (id),
     details TEXT NOT NULL, PRIMARY KEY (chassis_id, part_id)`,
  );
}
