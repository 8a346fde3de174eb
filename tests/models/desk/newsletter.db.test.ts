import { expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { findSubscriberAtDesk, unsubscribeAtDesk } from "#app/models/desk/newsletter-steps.server.ts";
import { listSubscribers } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { subscribe } from "#app/models/newsletter/consent.server.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);
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

test("subscribers are listed by pages, found by a part of the address, and nobody who left is among them", async () => {
  for (const email of PEOPLE) await subscribed(email);
  await unsubscribeAtDesk(await idOf("ida@example.com"), await person("packer"));

  const pages: Array<string> = [];
  for (let after: Parameters<typeof listSubscribers>[1] = {}; ;) {
    const [next] = await listSubscribers(1, after);
    if (!next) break;
    pages.push(next.email);
    after = { after: { confirmedAt: next.confirmedAt ?? "", id: next.id } };
  }

  expect([...pages].sort()).toEqual(["Hannah@Example.com", "i_a@example.com"]);
  const found = async (text: string) => (await listSubscribers(10, { text })).map(({ email }) => email);
  expect(await found("HANNAH@")).toEqual(["Hannah@Example.com"]);
  expect(await found("i_a")).toEqual(["i_a@example.com"]);
  expect(await found("ida")).toEqual([]);
  expect(await found("%")).toEqual([]);
});

test("of two who unsubscribe an address at once one does, and the log has no address", async () => {
  await subscribed(PEOPLE[0]);
  const id = await idOf(PEOPLE[0]);
  const [owner, packer] = [await person("owner"), await person("packer")];

  const done = await Promise.all([unsubscribeAtDesk(id, owner), unsubscribeAtDesk(id, packer)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "not-subscribed" });
  expect(await isSubscribed(PEOPLE[0])).toBe(false);
  expect(await findSubscriberAtDesk(id, "owner")).toBeNull();
  expect(await deskActions(id)).toEqual(["subscriber-removed"]);
  expect(JSON.stringify(await db().selectFrom("desk_log").selectAll().execute())).not.toContain(PEOPLE[0]);
});

test("roles that see no addresses see no subscriber and unsubscribe nobody", async () => {
  await subscribed(PEOPLE[0]);
  const id = await idOf(PEOPLE[0]);
  for (const role of ["editor", "reader"] as const) {
    expect(await findSubscriberAtDesk(id, role)).toBeNull();
    expect(await unsubscribeAtDesk(id, await person(role))).toMatchObject({ code: "desk-not-allowed" });
  }
  expect(await isSubscribed(PEOPLE[0])).toBe(true);
});
