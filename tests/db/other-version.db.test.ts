/** A database of another version of the shop, opened by this one. */
import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

test("an older release refuses the database of a newer one with a message, and changes nothing", async () => {
  await sql`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')`.execute(db());

  const migrating = migrate();

  await expect(migrating).rejects.toThrow(
    /^the database belongs to a newer version of the shop: this one does not know 9999-later\. .*newer version.*backup/,
  );
  await sql`delete from kysely_migration where name = '9999-later'`.execute(db());
  expect(await migrate()).toEqual([]);
});

test("a database from before the first release is refused with instructions", async () => {
  await sql`insert into kysely_migration values ('0001-catalogue', '2026-01-01T00:00:00Z')`.execute(db());

  const migrating = migrate();

  await expect(migrating).rejects.toThrow(
    /^the database was made before the shop's first release, .* Start with an empty one: .*DATA_DIR.*DATABASE_URL/,
  );
  await sql`delete from kysely_migration where name = '0001-catalogue'`.execute(db());
});
