import { onTestFinished } from "vitest";

import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";

/** As if the settings said that two people visit one more address on `day` than is booked, until the test is over. */
export async function leaveOnePlace(day: string): Promise<void> {
  const rowOf = db().selectFrom("delivery_methods").select("rules").where("key", "=", "two_person");
  const { rules } = await rowOf.executeTakeFirstOrThrow();
  const { taken } = await db()
    .selectFrom("delivery_bookings")
    .select(({ fn }) => fn.countAll().as("taken"))
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  await setRules(JSON.stringify({ ...(JSON.parse(rules) as object), bookable_per_day: Number(taken) + 1 }));
  onTestFinished(() => setRules(rules));
}

async function setRules(rules: string): Promise<void> {
  await db().updateTable("delivery_methods").set({ rules }).where("key", "=", "two_person").execute();
  await bumpCatalogueVersion();
}
