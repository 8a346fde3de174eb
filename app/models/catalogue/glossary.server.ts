/** Reads the glossary that came with the catalogue. */
import { db } from "#app/db/db.server.ts";
import { keptPerVersion } from "#app/models/platform/catalogue-version.server.ts";

import { type Glossary, glossarySchema } from "./glossary.ts";

/** The glossary; empty where a catalogue was imported before there was one. */
export const findGlossary: () => Promise<Glossary> = keptPerVersion(readGlossary);

async function readGlossary(): Promise<Glossary> {
  const row = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "glossary")
    .executeTakeFirst();
  return row ? glossarySchema.parse(JSON.parse(row.value)) : [];
}
