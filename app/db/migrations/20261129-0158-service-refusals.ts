/** Which outside services refuse the shop's key. */
import { createTables, type Migrating } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await createTables(db, {
    tables: {
      service_refusals: `
        service TEXT NOT NULL,
        call TEXT NOT NULL,
        status INTEGER NOT NULL,
        refusals INTEGER NOT NULL,
        first_at TEXT NOT NULL,
        last_at TEXT NOT NULL,
        PRIMARY KEY (service, call)`,
    },
  });
}
