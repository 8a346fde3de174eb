import { expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { findSubscriberAtDesk, unsubscribeAtDesk } from "#app/models/desk/newsletter-steps.server.ts";
import { listSubscribers } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { subscribe } from "#app/models/newsletter/consent.server.ts";
import { isSubscribed } from "#app/models/newsletter/subscription.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { STAFF_ROLES } from "#app/models/staff/role.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
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

test("subscribers are listed by pages, found by a part of the address, and nobody who left is among them", async () => {
  for (const email of PEOPLE) await subscribed(email);
  await unsubscribeAtDesk(await idOf("ida@example.com"), await person("packer"));

  const pages = await allPages<string, Readonly<{ confirmedAt: string; id: string }>>(async (after) => {
    const [next] = await listSubscribers(1, after ? { after } : {});
    return {
      rows: next ? [next.email] : [],
      next: next ? { confirmedAt: next.confirmedAt ?? "", id: next.id } : null,
    };
  });

  expect([...pages.flat()].sort()).toEqual(["Hannah@Example.com", "i_a@example.com"]);
  const found = async (text: string) => (await listSubscribers(10, { text })).map(({ email }) => email);
  expect(await found("HANNAH@")).toEqual(["Hannah@Example.com"]);
  expect(await found("i_a")).toEqual(["i_a@example.com"]);
  expect(await found("ida")).toEqual([]);
  expect(await found("%")).toEqual([]);
});

test("of two who unsubscribe an address at once one does, its log has no address, and other roles do not see it", async () => {
  await subscribed(PEOPLE[0]);
  const id = await idOf(PEOPLE[0]);
  const [owner, packer] = [await person("owner"), await person("packer")];
  const seen = await Promise.all(STAFF_ROLES.map((role) => findSubscriberAtDesk(id, role)));
  expect(seen.map((found) => found !== null)).toEqual([true, true, false, false]);

  const done = await atOnce(unsubscribeAtDesk(id, owner), unsubscribeAtDesk(id, packer));
  expect(done).toEqual(["done", "not-subscribed"]);
  expect(await isSubscribed(PEOPLE[0])).toBe(false);
  expect(await findSubscriberAtDesk(id, "owner")).toBeNull();
  expect(await deskActions(id)).toEqual(["subscriber-removed"]);
  expect(JSON.stringify(await db().selectFrom("desk_log").selectAll().execute())).not.toContain(PEOPLE[0]);
});
