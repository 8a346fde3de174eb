/** Catalogues of tests, brought into their database. */
import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { problemText } from "#app/db/seed/validation-issue.ts";

import { DEMO_IMAGERY } from "./catalogue-folder.ts";

/** Imports the catalogue in `folder`. Answers with what is wrong in it, a sentence each. */
export async function importProblems(folder: string, now: Date): Promise<ReadonlyArray<string>> {
  const result = await importCatalogue(folder, now, { imagery: DEMO_IMAGERY });
  return result.ok ? [] : result.problems.map(problemText);
}

/** The product of the catalogue whose address ends in `slug`. */
export async function productId(slug: string): Promise<number> {
  const found = db().selectFrom("products").select("id").where("slug", "=", slug);
  return (await found.executeTakeFirstOrThrow()).id;
}
