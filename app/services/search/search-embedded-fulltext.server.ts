/** Chooses the full text search of the engine that is connected. */
import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";

import { fts5 } from "./search-embedded-fts5.server.ts";
import { tsvector } from "./search-embedded-tsvector.server.ts";
import type { FulltextPort } from "./search-fulltext-port.ts";

export function fulltext(): FulltextPort {
  return isSqlite(db()) ? fts5 : tsvector;
}
