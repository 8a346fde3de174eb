import { expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { newsletter } from "#app/models/desk/resources/newsletter.server.ts";
import { listSubscribers } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { subscribe } from "#app/models/newsletter/consent.server.ts";
import { isSubscribed, requestSubscription } from "#app/models/newsletter/subscription.server.ts";
import { runRowCommand } from "#app/models/resource/save.server.ts";
import { ok } from "#app/models/shared/result.ts";
import type { DeskActor } from "#app/models/staff/log.server.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { NOW } from "#tests/support/now.ts";
import { atOnce } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const subscribed = (email: string) =>
  transact(async () => {
    await subscribe({ email, source: "footer", topics: ["news"], at: NOW.toISOString() }, NOW);
    return ok(null);
  });
const PEOPLE = ["ida@example.com", "i_a@example.com", "Hannah@Example.com"] as const;

async function idOf(email: string): Promise<string> {
  const found = (await listSubscribers(10)).find((one) => one.email === email);
  if (!found) throw new Error("not subscribed");
  return found.id;
}

const leave = (key: string, by: DeskActor) =>
  runRowCommand(newsletter, { command: "remove", key, mark: null }, by);

test("subscribers are listed by pages, found by a part of the address, and nobody who left is among them", async () => {
  for (const email of PEOPLE) await subscribed(email);
  await leave(await idOf("ida@example.com"), await person("packer"));

  const pages = await allPages<string, string>(async (after) => {
    const [next] = await listSubscribers(1, { after });
    return { rows: next ? [next.email] : [], next: next?.id ?? null };
  });

  expect([...pages.flat()].sort()).toEqual(["Hannah@Example.com", "i_a@example.com"]);
  const found = async (text: string) => (await listSubscribers(10, { text })).map(({ email }) => email);
  expect(await found("HANNAH@")).toEqual(["Hannah@Example.com"]);
  expect(await found("i_a")).toEqual(["i_a@example.com"]);
  expect(await found("ida")).toEqual([]);
  expect(await found("%")).toEqual([]);
});

test("of two who unsubscribe an address at once one does, and the shop no longer has it", async () => {
  await subscribed(PEOPLE[0]);
  const id = await idOf(PEOPLE[0]);

  expect(await atOnce(leave(id, await person("owner")), leave(id, await person("packer")))).toEqual([
    ...["done", "not-found"],
  ]);
  expect(await isSubscribed(PEOPLE[0])).toBe(false);
  expect(await newsletter.rows.find(id)).toBeNull();
  expect(JSON.stringify(await db().selectFrom("desk_log").selectAll().execute())).not.toContain(PEOPLE[0]);
});

test("those who have not confirmed, or have left, are counted and not shown", async () => {
  await subscribed(PEOPLE[0]);
  await requestSubscription({ email: PEOPLE[1], source: "footer", visitor: null }, NOW);
  await subscribed(PEOPLE[2]);
  await leave(await idOf(PEOPLE[2]), await person("owner"));

  for (const { key: view } of newsletter.list.views) {
    expect(await newsletter.rows.count({ view, text: "", now: NOW }), view).toBe(1);
    const shown = await newsletter.rows.list({ view, text: "", after: null, limit: 9, now: NOW });
    expect(shown.length, view).toBe(view === "subscribed" ? 1 : 0);
  }
});
