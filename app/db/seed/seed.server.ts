import { resolve } from "node:path";

import { db } from "#app/db/db.server.ts";

import { importCatalogue } from "./import-catalogue.server.ts";
import { problemText } from "./validation-issue.ts";

/** Relative to the folder that the shop is started in. */
const DEMO_FOLDER = "content/catalogue";

/** Does nothing, and answers with false, where there are products or settings. */
export async function seedWhenEmpty(): Promise<boolean> {
  const [product, setting] = await Promise.all([
    db().selectFrom("products").select("id").limit(1).executeTakeFirst(),
    db().selectFrom("settings").select("key").limit(1).executeTakeFirst(),
  ]);
  if (product || setting) return false;
  const result = await importCatalogue(resolve(DEMO_FOLDER), new Date());
  if (!result.ok)
    throw new Error(`The demo catalogue is wrong: ${result.problems.map(problemText).join("; ")}`);
  return true;
}
