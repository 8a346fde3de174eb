/** Chooses the full text search of the engine that is connected. */
import { SqliteAdapter } from "kysely";

import { db } from "#app/db/db.server.ts";

import { fts5 } from "./search-embedded-fts5.server.ts";
import { tsvector } from "./search-embedded-tsvector.server.ts";
import type { FulltextPort } from "./search-fulltext-port.ts";

export function fulltext(): FulltextPort {
  return db().getExecutor().adapter instanceof SqliteAdapter ? fts5 : tsvector;
}
