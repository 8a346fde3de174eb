import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";

import { fts5 } from "./fts5.server.ts";
import { tsvector } from "./tsvector.server.ts";
import type { FulltextPort } from "./fulltext-port.ts";

export function fulltext(): FulltextPort {
  return isSqlite(db()) ? fts5 : tsvector;
}
