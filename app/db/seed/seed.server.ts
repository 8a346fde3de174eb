/** Fills an empty database with the demo catalogue. */
import { resolve } from "node:path";

import { db } from "#app/db/db.server.ts";

import { importCatalogue } from "./import-catalogue.server.ts";
import { problemText } from "./validation-issue.ts";

/** The demo catalogue, from the folder the shop is started in. */
const DEMO_FOLDER = "content/catalogue";

/** Imports the demo catalogue when the database holds no products and no settings. Answers whether it did. */
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
