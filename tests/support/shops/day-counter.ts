/** Counts statistics of days in a process of its own, again and again until nothing is left, from a line on its input. */
import { once } from "node:events";

import { closeDatabase, db } from "#app/db/db.server.ts";
import { countAnalyticsDays } from "#app/models/analytics/counted-days.server.ts";

const now = new Date(process.argv[2] ?? "");
const CALLS = 3;

// The connection is there before the race begins.
await db().selectFrom("analytics_days").select("day").execute();
process.stdout.write("ready\n");
await once(process.stdin, "data");
for (let call = 0; call < CALLS; call += 1) await countAnalyticsDays(now);
await closeDatabase();
process.exit(0);
