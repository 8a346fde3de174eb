/**
 * Makes up a catalogue (products, seed) in the database that the environment names, as growth.ts asks for it, and prints
 * how long it took and the most memory as JSON.
 */
import { closeDatabase } from "#app/db/db.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { registerListeners } from "#app/listeners.server.ts";
import { takeIn } from "#scripts/shop/after-import.ts";

import { generateCatalogue } from "./catalogue/generate.ts";

export type Made = Readonly<{ seconds: number; peakMb: number }>;

const [products = 0, seed = 0] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
registerListeners();
await migrate();
await generateCatalogue({ products, seed, now: new Date() });
await takeIn(false);
await closeDatabase();
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
process.stdout.write(`${JSON.stringify({ seconds, peakMb } satisfies Made)}\n`);
