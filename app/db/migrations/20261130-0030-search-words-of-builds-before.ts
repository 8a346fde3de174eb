/**
 * A build from before the revisions of words may go on beside a new one while a shop is renewed. What it writes of a word
 * gets a revision here, so that the new build's processes learn it too. The counter is locked as the new build locks it:
 * revisions are committed in order.
 */
import { isSqlite } from "#app/db/is-sqlite.ts";

import { type Migrating, run } from "./ddl.ts";

const UNMARKED = {
  INSERT: "NEW.revision = 0",
  "UPDATE OF count": "NEW.revision = OLD.revision AND NEW.count <> OLD.count",
} as const;

const NEXT = "UPDATE search_progress SET revision = revision + 1";

export async function up(db: Migrating): Promise<void> {
  const triggers = Object.entries(UNMARKED).map(([event, when]) => {
    const name = `search_vocabulary_${event === "INSERT" ? "insert" : "update"}`;
    return isSqlite(db)
      ? `CREATE TRIGGER ${name} AFTER ${event} ON search_vocabulary WHEN ${when} BEGIN
          ${NEXT};
          UPDATE search_vocabulary SET revision = (SELECT revision FROM search_progress) WHERE word = NEW.word;
        END`
      : `CREATE TRIGGER ${name} BEFORE ${event} ON search_vocabulary FOR EACH ROW WHEN (${when})
          EXECUTE FUNCTION search_vocabulary_revision()`;
  });
  const inPostgres = `CREATE FUNCTION search_vocabulary_revision() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN ${NEXT} RETURNING revision INTO NEW.revision; RETURN NEW; END $$`;
  await run(db, isSqlite(db) ? triggers : [inPostgres, ...triggers]);
}
