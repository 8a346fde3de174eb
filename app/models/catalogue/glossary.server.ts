import { db } from "#app/db/db.server.ts";
import { cachedPerVersion } from "#app/models/platform/catalogue-cache.server.ts";

import { type Glossary, glossarySchema } from "./glossary.ts";

/** Empty if the catalogue was imported before there was a glossary. */
export const findGlossary: () => Promise<Glossary> = cachedPerVersion(readGlossary);

async function readGlossary(): Promise<Glossary> {
  const row = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "glossary")
    .executeTakeFirst();
  return row ? glossarySchema.parse(JSON.parse(row.value)) : [];
}
