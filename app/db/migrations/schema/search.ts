import type { Tables } from "#app/db/migrations/ddl.ts";

const SEARCH = {
  // What a hosted search engine was sent: the next time only what differs is sent.
  search_index_entries: `
    index_name TEXT NOT NULL, product_id INTEGER NOT NULL, fingerprint TEXT NOT NULL,
    PRIMARY KEY (index_name, product_id)`,
  search_vocabulary: `word TEXT PRIMARY KEY, count INTEGER NOT NULL`,
  search_progress: `
    id INTEGER PRIMARY KEY CHECK (id = 1), is_ready FLAG, revision INTEGER NOT NULL, slicing TEXT,
    crawl_version INTEGER, crawl_cursor INTEGER NOT NULL, crawl_started_at TEXT, crawl_work_ms INTEGER NOT NULL,
    indexed_version INTEGER NOT NULL, backoff_until TEXT NOT NULL, leased_until TEXT NOT NULL`,
};

/** The full text index of large catalogues (decision 0012): SQLite has the terms in a table of its own kind. */
export const SEARCH_IN_SQLITE: Tables = {
  tables: {
    ...SEARCH,
    search_documents: `
      place INTEGER PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE, fields TEXT NOT NULL, fingerprint TEXT NOT NULL`,
  },
  indexes: [
    `CREATE VIRTUAL TABLE search_terms USING fts5
       (terms, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii')`,
  ],
};

export const SEARCH_IN_POSTGRES: Tables = {
  tables: {
    ...SEARCH,
    search_documents: `
      place BIGINT PRIMARY KEY, product_id INTEGER NOT NULL UNIQUE, fields TEXT NOT NULL, fingerprint TEXT NOT NULL,
      terms TSVECTOR NOT NULL`,
  },
  indexes: ["CREATE INDEX search_documents_terms ON search_documents USING gin (terms)"],
};
