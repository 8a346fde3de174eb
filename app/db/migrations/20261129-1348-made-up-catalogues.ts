/** Made-up catalogues are the bench's own business, so no shop stores how far one has come. */
import { type Migrating, run } from "./ddl.ts";

export async function up(db: Migrating): Promise<void> {
  await run(db, ["DROP TABLE generated_catalogue"]);
}
