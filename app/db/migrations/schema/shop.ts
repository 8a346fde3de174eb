import type { Tables } from "#app/db/migrations/ddl.ts";

const SETTINGS: Tables = {
  tables: {
    settings: `key TEXT PRIMARY KEY, value TEXT NOT NULL, edited_at TEXT`,
    setting_versions: `
      id SERIAL, group_key TEXT NOT NULL, changes TEXT NOT NULL, staff_name TEXT NOT NULL,
      changed_at TEXT NOT NULL, taken_back_at TEXT`,
    setting_plans: `
      id SERIAL, group_key TEXT NOT NULL, changes TEXT NOT NULL, first_day TEXT NOT NULL, staff_name TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'applied', 'refused', 'withdrawn')),
      planned_at TEXT NOT NULL, ended_at TEXT`,
  },
  indexes: [
    "CREATE INDEX setting_versions_group ON setting_versions (group_key, id)",
    "CREATE INDEX setting_plans_state ON setting_plans (state, first_day)",
  ],
};

const WORK: Tables = {
  tables: {
    jobs: `
      id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, payload TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'dead')),
      run_at TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, lease_owner TEXT, leased_until TEXT, last_error TEXT,
      created_at TEXT NOT NULL, first_tried_at TEXT, finished_at TEXT`,
    rate_limits: `key TEXT PRIMARY KEY, count INTEGER NOT NULL, free_at TEXT NOT NULL, resets_at TEXT NOT NULL`,
  },
  indexes: [
    "CREATE INDEX jobs_due ON jobs (run_at) WHERE status IN ('waiting', 'running')",
    // An index that began with the status would keep engines from the one of jobs that are due.
    "CREATE INDEX jobs_by_age ON jobs (created_at, status)",
    "CREATE INDEX jobs_dead ON jobs (created_at, id) WHERE status = 'dead'",
    "CREATE INDEX rate_limits_reset ON rate_limits (resets_at)",
  ],
};

const PAGES: Tables = {
  tables: {
    redirects: `
      from_path_key TEXT PRIMARY KEY, from_path TEXT NOT NULL, to_path TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('owner', 'renamed')), created_at TEXT NOT NULL`,
    // One row. Another number after each change that visitors see.
    content_version: `id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL`,
    published_pages: `
      page_kind TEXT NOT NULL CHECK (page_kind IN ('article', 'information')), page_key TEXT NOT NULL, fields TEXT,
      is_made FLAG, is_hidden FLAG, file_mark TEXT NOT NULL, image_width INTEGER,
      image_height INTEGER, changed_on TEXT, staff_name TEXT NOT NULL, changed_at TEXT NOT NULL,
      request_key TEXT UNIQUE, PRIMARY KEY (page_kind, page_key)`,
    page_drafts: `
      page_kind TEXT NOT NULL CHECK (page_kind IN ('article', 'information')), page_key TEXT NOT NULL,
      changes TEXT NOT NULL, staff_name TEXT NOT NULL, updated_at TEXT NOT NULL,
      PRIMARY KEY (page_kind, page_key)`,
    page_versions: `
      id SERIAL, page_kind TEXT NOT NULL CHECK (page_kind IN ('article', 'information')), page_key TEXT NOT NULL,
      fields TEXT NOT NULL, staff_name TEXT NOT NULL, published_at TEXT NOT NULL`,
    page_images: `
      hash TEXT PRIMARY KEY, alt TEXT NOT NULL, width INTEGER NOT NULL CHECK (width > 0),
      height INTEGER NOT NULL CHECK (height > 0), whole TEXT NOT NULL, created_at TEXT NOT NULL,
      published_at TEXT`,
    page_order: `page_key TEXT PRIMARY KEY, place INTEGER NOT NULL`,
  },
  indexes: [
    "CREATE INDEX redirects_to ON redirects (to_path)",
    "CREATE INDEX page_versions_page ON page_versions (page_kind, page_key, id)",
  ],
};

export const SHOP_TABLES: ReadonlyArray<Tables> = [SETTINGS, WORK, PAGES];
