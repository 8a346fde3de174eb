/**
 * PostgreSQL accepts each statement that the tests with a database execute on SQLite. Runs after these, in one run with
 * them: `npx vitest run --project sqlite --project statements`.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { recordedStatements } from "#tests/support/shops/recorded-statements.ts";

/** What is sent to SQLite alone. In `app/` each has its counterpart for PostgreSQL in the file that is named. */
const SQLITE_ALONE: ReadonlyArray<readonly [text: RegExp, file: string]> = [
  [
    /\bsearch_terms(?:_(?:config|data|docsize|idx))?\b|\bjson_each\(/,
    "app/services/search/embedded/fts5.server.ts",
  ],
  [/ GLOB /, "app/db/migrations/20261129-0130-email-forms.ts"],
  [/\bCOLLATE BINARY\b/, "app/models/desk/customer-find.server.ts"],
  [/\bsqlite_version\(/, "app/models/health/database.server.ts"],
  [/\bsqlite_master\b/, "Kysely's own look at the tables"],
];

useTestDatabase({ catalogue: "none" });

async function refusal(statement: string, index: number): Promise<string | null> {
  try {
    await sql.raw(`PREPARE recorded_${index} AS ${statement}`).execute(db());
    return null;
  } catch (error) {
    return `${(error as Error).message}: ${statement}`;
  }
}

test("PostgreSQL prepares every statement that was executed on SQLite", async () => {
  const statements = [...new Set(recordedStatements().map(({ postgres }) => postgres))];
  const forBoth = statements.filter((text) => !SQLITE_ALONE.some(([pattern]) => pattern.test(text)));
  const unused = SQLITE_ALONE.filter(([pattern]) => !statements.some((text) => pattern.test(text)));
  const refusals: Array<string> = [];
  for (const [index, statement] of forBoth.entries()) {
    const reason = await refusal(statement, index);
    if (reason !== null) refusals.push(reason);
  }

  expect(refusals).toEqual([]);
  // All tests on SQLite have run before: a run of a few files shows nothing.
  expect(statements.length).toBeGreaterThan(1_000);
  expect(unused).toEqual([]);
});

test("a statement that PostgreSQL does not know is refused", async () => {
  expect(await refusal("select ifnull($1, 2) as number", -1)).toContain("ifnull");
});
