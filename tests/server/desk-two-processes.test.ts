/** The desk with two processes on one PostgreSQL database: a page that one publishes, and days that both count. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { inviteStaff } from "#app/models/staff/invitation.server.ts";
import { commandLineActor } from "#app/models/staff/log.server.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import { NO_POSTGRES, startTwoShops, type TwoShops } from "#tests/support/shops/two-shops.ts";

const PAGE = "/information/about";
const NOW = new Date("2026-11-27T12:00:00.000Z");
const DAYS = 20;

let two: TwoShops | null = null;

beforeAll(async () => {
  two = await startTwoShops();
});

beforeEach((context) => {
  if (!two) context.skip(NO_POSTGRES);
});

afterAll(() => two?.close());

test("a page that one process publishes, hides and moves is so in the other", async () => {
  const [here, there] = two!.shops;
  const invitee = { email: "martha@example.com", name: "Martha Pryce", role: "owner" } as const;
  const invited = await inviteStaff(invitee, commandLineActor(new Date()));
  const owner = await joinDesk(here.origin, `/desk/join/${invited.ok ? invited.value.secret : ""}`);
  await new Shopper(there.origin).get(PAGE);

  for (const title of ["Our first story", "Our second story"]) {
    const form = hiddenFields((await owner.get(`/desk/pages${PAGE}`)).body);
    const done = await owner.post(`/desk/pages${PAGE}`, { ...form, intent: "publish", title });
    expect([done.status, done.location]).toEqual([303, `/desk/pages${PAGE}?done=publish`]);
    expect((await new Shopper(here.origin).get(PAGE)).body).toContain(`${title}</h1>`);
    await expect
      .poll(async () => (await new Shopper(there.origin).get(PAGE)).body)
      .toContain(`${title}</h1>`);
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
  await expect.poll(async () => placesIn(await list(there))).not.toBe(before);
  expect(placesIn(await list(there))).toBe(placesIn(await list(here)));
});

async function startCounter(): Promise<ChildProcess> {
  const args = ["--import", "tsx", "tests/support/shops/day-counter.ts", NOW.toISOString()];
  const env = { ...process.env, DATABASE_URL: two?.databaseUrl, DATA_DIR: two?.dataDir };
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
