/** The desk with two processes on one PostgreSQL database: a page that one publishes, and days that both count. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { closeDatabase, db } from "#app/db/db.server.ts";
import { inviteStaff } from "#app/models/staff/invitation.server.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import { connectToFreshPostgres } from "#tests/support/shops/database-postgres.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";
import { fillDatabase, templateName } from "#tests/support/shops/seeded-database.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";

const PAGE = "/information/about";
/** Of a change by another process: PostgreSQL tells within a second; the rest is for a busy machine. */
const SEEN_WITHIN_MS = 3_000;
const NOW = new Date("2026-11-27T12:00:00.000Z");
const DAYS = 20;

let missing: string | null = null;
let shops: ReadonlyArray<RunningShop> = [];
let databaseUrl = "";
let dataDir = "";
let tidy: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  if (!(await findPostgres())) missing = "no PostgreSQL server answers";
  if (missing) return;
  dataDir = mkdtempSync(join(tmpdir(), "shop-desk-two-"));
  const { url, close } = await connectToFreshPostgres(templateName("demo"), () => fillDatabase("demo"));
  databaseUrl = url ?? "";
  shops = [await startShop({ dataDir, databaseUrl }), await startShop({ dataDir, databaseUrl })];
  tidy = async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await closeDatabase();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  };
});

beforeEach((context) => {
  if (missing) context.skip(missing);
});

afterAll(() => tidy());

/** Milliseconds until `shop` shows `words` on the page. */
async function timeUntil(shop: RunningShop, words: string): Promise<number> {
  const [visitor, start] = [new Shopper(shop.origin), performance.now()];
  for (;;) {
    if ((await visitor.get(PAGE)).body.includes(words)) return performance.now() - start;
    if (performance.now() - start > 10 * SEEN_WITHIN_MS) throw new Error(`${PAGE} never had "${words}"`);
  }
}

test("a page that one process publishes, hides and moves is so in the other within seconds", async () => {
  const [here, there] = shops as [RunningShop, RunningShop];
  const invitee = { email: "martha@example.com", name: "Martha Pryce", role: "owner" } as const;
  const invited = await inviteStaff(invitee, commandLineActor(new Date()));
  const owner = await joinDesk(here.origin, `/desk/join/${invited.ok ? invited.value.secret : ""}`);
  await new Shopper(there.origin).get(PAGE);

  for (const title of ["Our first story", "Our second story"]) {
    const form = hiddenFields((await owner.get(`/desk/pages${PAGE}`)).body);
    const done = await owner.post(`/desk/pages${PAGE}`, { ...form, intent: "publish", title });
    expect([done.status, done.location]).toEqual([303, `/desk/pages${PAGE}?done=publish`]);
    expect((await new Shopper(here.origin).get(PAGE)).body).toContain(`${title}</h1>`);
    expect(await timeUntil(there, `${title}</h1>`)).toBeLessThan(SEEN_WITHIN_MS);
  }

  const list = async (shop: RunningShop) => (await new Shopper(shop.origin).get("/information")).body;
  const placesIn = (html: string) =>
    [...html.matchAll(/href="\/information\/([a-z-]+)"/g)].map(([, slug]) => slug).join(" ");
  const before = placesIn(await list(there));
  const desk = (await owner.get("/desk/pages")).body;
  const [, move = ""] = /name="move" value="(down [a-z-]+)"/.exec(desk) ?? [];
  const moved = await owner.post("/desk/pages", { ...hiddenFields(desk), move });
  expect(moved.status).toBe(303);
  expect((await owner.post("/desk/pages", { ...hiddenFields(desk), move })).status).toBe(409);
  await expect.poll(async () => placesIn(await list(there)), { timeout: SEEN_WITHIN_MS }).not.toBe(before);
  expect(placesIn(await list(there))).toBe(placesIn(await list(here)));
});

async function startCounter(): Promise<ChildProcess> {
  const args = ["--import", "tsx", "tests/support/shops/day-counter.ts", NOW.toISOString()];
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test("two processes that count the same days count each once, and right", async () => {
  const dayBefore = (count: number) =>
    new Date(NOW.getTime() - count * 86_400_000).toISOString().slice(0, 10);
  await db().deleteFrom("analytics_days").execute();
  await db().deleteFrom("analytics_events").execute();
  const visitorsOf = (count: number) => (count % 5) + 1;
  const days = Array.from({ length: DAYS }, (_, at) => DAYS - at);
  // All at once: the shops count days too.
  await db()
    .insertInto("analytics_events")
    .values(
      days.flatMap((count) =>
        Array.from({ length: visitorsOf(count) }, (_, visitor) => ({
          ...{ id: `event-${count}-${visitor}`, visitor_id: `visitor-${visitor}`, name: "page_view" },
          ...({ properties: "{}", status: "sent", leased_until: null } as const),
          occurred_at: `${dayBefore(count)}T12:00:00.000Z`,
        })),
      ),
    )
    .execute();
  const counters = [await startCounter(), await startCounter()];

  for (const counter of counters) counter.stdin?.write("go\n");
  const codes = await Promise.all(
    counters.map(async (counter) => {
      await once(counter, "exit");
      return counter.exitCode;
    }),
  );

  expect(codes).toEqual([0, 0]);
  const rows = await db()
    .selectFrom("analytics_days")
    .select(["day", "visits"])
    .where("day", "<", dayBefore(0))
    .orderBy("day")
    .execute();
  expect(rows).toEqual(days.map((count) => ({ day: dayBefore(count), visits: visitorsOf(count) })));
});
