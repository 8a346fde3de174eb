import type { Tables } from "#app/db/migrations/ddl.ts";

const PRODUCTS: Tables = {
  tables: {
    catalogue_version: `id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL`,
    catalogue_changes: `version INTEGER NOT NULL, product_id INTEGER NOT NULL, PRIMARY KEY (version, product_id)`,
    generated_catalogue: `
      id INTEGER PRIMARY KEY CHECK (id = 1), product_count INTEGER NOT NULL, seed INTEGER NOT NULL,
      reference_at TEXT NOT NULL, written_count INTEGER NOT NULL`,
    brands: `
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
      materials TEXT NOT NULL, image TEXT NOT NULL, story TEXT NOT NULL, manufacturer_address TEXT NOT NULL,
      page_title TEXT NOT NULL, meta_description TEXT NOT NULL, changed_at TEXT`,
    categories: `
      id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, slug TEXT NOT NULL, name TEXT NOT NULL,
      parent_id INTEGER REFERENCES categories (id), depth INTEGER NOT NULL, description TEXT NOT NULL, image TEXT,
      sort_order INTEGER NOT NULL, default_product_sort TEXT NOT NULL, page_title TEXT NOT NULL,
      meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
      age_band_min_months INTEGER, age_band_max_months INTEGER, is_visible FLAG, changed_at TEXT,
      prices TEXT NOT NULL DEFAULT '{}'`,
    products: `
      id INTEGER PRIMARY KEY, slug TEXT NOT NULL, name TEXT NOT NULL, sku TEXT NOT NULL UNIQUE,
      brand_id INTEGER NOT NULL REFERENCES brands (id),
      primary_category_id INTEGER NOT NULL REFERENCES categories (id),
      price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
      sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
      retail_price_minor INTEGER CHECK (retail_price_minor >= 0),
      sort_price_minor INTEGER NOT NULL CHECK (sort_price_minor >= 0),
      tax_rate_basis_points INTEGER NOT NULL CHECK (tax_rate_basis_points >= 0),
      short_description TEXT NOT NULL, description TEXT NOT NULL, is_toy FLAG,
      age_min_months INTEGER, age_max_months INTEGER, suitable_from_months INTEGER,
      weight_g INTEGER, width_mm INTEGER, depth_mm INTEGER, height_mm INTEGER,
      folded_width_mm INTEGER, folded_depth_mm INTEGER, folded_height_mm INTEGER, max_load_g INTEGER,
      is_free_shipping FLAG, delivery_class TEXT NOT NULL,
      availability TEXT NOT NULL CHECK (availability IN ('available', 'preorder', 'discontinued')),
      preorder_release_at TEXT, preorder_message TEXT, condition TEXT NOT NULL,
      created_at TEXT NOT NULL, restocked_at TEXT, is_featured FLAG, is_visible FLAG,
      order_quantity_minimum INTEGER NOT NULL CHECK (order_quantity_minimum >= 1),
      order_quantity_maximum INTEGER NOT NULL CHECK (order_quantity_maximum >= 1),
      rating_count INTEGER NOT NULL, rating_average_hundredths INTEGER NOT NULL, rating_distribution TEXT NOT NULL,
      page_title TEXT NOT NULL, meta_description TEXT NOT NULL, search_keywords TEXT NOT NULL,
      google_product_category TEXT NOT NULL, product_type TEXT NOT NULL, details TEXT NOT NULL, changed_at TEXT,
      prices TEXT NOT NULL DEFAULT '{}', version INTEGER NOT NULL DEFAULT 1, edited_at TEXT,
      created_by TEXT NOT NULL DEFAULT 'catalogue', was_published INTEGER NOT NULL DEFAULT 1,
      is_unlisted FLAG DEFAULT 0,
      UNIQUE (primary_category_id, slug)`,
    product_categories: `
      product_id INTEGER NOT NULL REFERENCES products (id), category_id INTEGER NOT NULL REFERENCES categories (id),
      position INTEGER NOT NULL, PRIMARY KEY (category_id, product_id)`,
    related_products: `
      product_id INTEGER NOT NULL REFERENCES products (id), related_id INTEGER NOT NULL REFERENCES products (id),
      position INTEGER NOT NULL, PRIMARY KEY (product_id, related_id)`,
    product_metafields: `
      product_id INTEGER NOT NULL REFERENCES products (id), namespace TEXT NOT NULL, key TEXT NOT NULL,
      value TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (product_id, namespace, key)`,
  },
  indexes: [
    "CREATE INDEX categories_parent ON categories (parent_id, sort_order)",
    "CREATE INDEX categories_slug ON categories (slug)",
    "CREATE INDEX products_brand ON products (brand_id)",
    "CREATE INDEX products_created ON products (created_at)",
    "CREATE INDEX products_slug ON products (slug)",
    "CREATE INDEX products_shown ON products (primary_category_id, is_visible, is_featured DESC, id)",
    // Of visible products alone: an index that begins with the flag would be taken where an id is what narrows.
    `CREATE INDEX products_loved ON products (is_featured DESC, rating_average_hundredths DESC, rating_count DESC,
       id, sort_price_minor, age_min_months, age_max_months, suitable_from_months)
       WHERE is_visible = 1`,
    "CREATE INDEX product_categories_product ON product_categories (product_id)",
  ],
};

const VARIANTS: Tables = {
  tables: {
    product_options: `
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), name TEXT NOT NULL,
      type TEXT NOT NULL, position INTEGER NOT NULL, created_by TEXT NOT NULL DEFAULT 'catalogue'`,
    product_option_values: `
      option_id INTEGER NOT NULL REFERENCES product_options (id), key TEXT NOT NULL, label TEXT NOT NULL, hex TEXT,
      position INTEGER NOT NULL, created_by TEXT NOT NULL DEFAULT 'catalogue',
      is_visible INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (option_id, key)`,
    variants: `
      id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL REFERENCES products (id), sku TEXT NOT NULL UNIQUE,
      gtin TEXT NOT NULL, label TEXT, options TEXT NOT NULL,
      price_minor INTEGER CHECK (price_minor >= 0), sale_price_minor INTEGER CHECK (sale_price_minor >= 0),
      on_hand INTEGER NOT NULL CHECK (on_hand >= 0),
      reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= on_hand),
      image TEXT NOT NULL, position INTEGER NOT NULL, lowest_price_before_minor INTEGER,
      prices TEXT NOT NULL DEFAULT '{}', lowest_prices_before TEXT NOT NULL DEFAULT '{}',
      created_by TEXT NOT NULL DEFAULT 'catalogue', is_visible INTEGER NOT NULL DEFAULT 1`,
    product_images: `
      id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id), variant_key TEXT, file TEXT NOT NULL,
      alt TEXT NOT NULL, role TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      sink_percent INTEGER NOT NULL, position INTEGER NOT NULL`,
    stock_history: `
      id SERIAL, variant_id INTEGER NOT NULL REFERENCES variants (id), quantity_before INTEGER NOT NULL,
      quantity_after INTEGER NOT NULL, reason TEXT NOT NULL, created_at TEXT NOT NULL`,
    price_history: `
      id SERIAL, variant_id INTEGER NOT NULL REFERENCES variants (id), currency TEXT NOT NULL,
      price_minor INTEGER NOT NULL, is_reduced FLAG, valid_from TEXT NOT NULL, valid_to TEXT`,
  },
  indexes: [
    "CREATE INDEX product_options_product ON product_options (product_id, position)",
    "CREATE INDEX variants_product ON variants (product_id, position)",
    "CREATE INDEX product_images_product ON product_images (product_id, position)",
    "CREATE INDEX stock_history_variant ON stock_history (variant_id, created_at)",
    `CREATE INDEX stock_history_returned ON stock_history (created_at)
       WHERE quantity_before = 0 AND quantity_after > 0`,
    "CREATE INDEX price_history_variant ON price_history (variant_id, valid_from)",
  ],
};

const EDITING: Tables = {
  tables: {
    product_drafts: `
      product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE, changes TEXT NOT NULL,
      staff_name TEXT NOT NULL, updated_at TEXT NOT NULL`,
    product_versions: `
      id SERIAL, product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE,
      fields TEXT NOT NULL, staff_name TEXT NOT NULL, published_at TEXT NOT NULL`,
    product_sales: `
      product_id INTEGER PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
      price_minor INTEGER NOT NULL CHECK (price_minor > 0), first_day TEXT, last_day TEXT,
      CHECK (first_day IS NOT NULL OR last_day IS NOT NULL)`,
    uploaded_images: `
      product_id INTEGER NOT NULL REFERENCES products (id) ON DELETE CASCADE, hash TEXT NOT NULL,
      width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
      sink_percent INTEGER NOT NULL, whole TEXT NOT NULL, created_at TEXT NOT NULL, published_at TEXT,
      PRIMARY KEY (product_id, hash)`,
    bulk_changes: `
      id SERIAL, request_key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('price', 'sale', 'visibility')),
      title TEXT NOT NULL, needs_code FLAG, staff_name TEXT NOT NULL, changed_at TEXT NOT NULL,
      taken_back_at TEXT, taken_back_by TEXT NOT NULL DEFAULT ''`,
    bulk_change_lines: `
      change_id INTEGER NOT NULL REFERENCES bulk_changes (id) ON DELETE CASCADE, product_id INTEGER NOT NULL,
      before_text TEXT NOT NULL, after_text TEXT NOT NULL, left_because TEXT,
      PRIMARY KEY (change_id, product_id)`,
  },
  indexes: [
    "CREATE INDEX product_versions_product ON product_versions (product_id, id)",
    "CREATE INDEX uploaded_images_hash ON uploaded_images (hash)",
    "CREATE INDEX bulk_changes_age ON bulk_changes (changed_at)",
  ],
};

const COMPATIBILITY: Tables = {
  tables: {
    compatibility_parts: `
      id TEXT PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('chassis', 'carrycot', 'car_seat', 'adapter')),
      product_id INTEGER REFERENCES products (id), name TEXT NOT NULL, sku TEXT, price_minor INTEGER,
      details TEXT NOT NULL, position INTEGER NOT NULL`,
    compatibility: `
      chassis_id TEXT NOT NULL REFERENCES compatibility_parts (id),
      part_id TEXT NOT NULL REFERENCES compatibility_parts (id),
      result TEXT NOT NULL CHECK (result IN ('fits', 'adapter', 'no')),
      adapter_id TEXT REFERENCES compatibility_parts (id), details TEXT NOT NULL, PRIMARY KEY (chassis_id, part_id)`,
  },
};

export const CATALOGUE_TABLES: ReadonlyArray<Tables> = [PRODUCTS, VARIANTS, EDITING, COMPATIBILITY];
