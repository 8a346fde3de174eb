import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { cleanUpOpenings, noteOpening, type OpenState } from "#app/models/desk/open-notice.server.ts";
import { endDeskSession } from "#app/models/staff/session.server.ts";
import { endStaff } from "#app/models/staff/team.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const ORDER = { kind: "order", id: "100482" } as const;
const NEXT = { kind: "order", id: "100483" } as const;

type Person = Awaited<ReturnType<typeof deskPerson>>;

async function opens(
  person: Person,
  minute: number,
  { subject = ORDER, state = "open" }: { subject?: typeof ORDER | typeof NEXT; state?: OpenState } = {},
) {
  const others = await noteOpening(subject, state, await actorAt(person.token, later(minute)));
  return others.map(({ name, since }) => `${name} ${since}`);
}

const rows = () => db().selectFrom("desk_openings").selectAll().execute();

test("others see who has the page open and since when, and nobody sees themselves", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];

  expect(await opens(owner, 0)).toEqual([]);
  expect(await opens(packer, 3)).toEqual([`The owner ${NOW.toISOString()}`]);
  expect(await opens(owner, 4)).toEqual([`The packer ${later(3).toISOString()}`]);
  expect(await opens(packer, 18)).toEqual([`The owner ${NOW.toISOString()}`]);
  expect(await opens(packer, 19)).toEqual([]);
});

test("a page that is loaded again within a minute writes nothing, and one row is all that there is", async () => {
  const owner = await deskPerson("owner");
  await opens(owner, 0);
  const before = await rows();

  await opens(owner, 0.9);
  expect(await rows()).toEqual(before);
  await opens(owner, 1);
  expect(await rows()).toEqual([{ ...before[0], seen_at: later(1).toISOString() }]);
  await Promise.all([1, 2].map(() => opens(owner, 3, { subject: NEXT })));
  expect(await rows()).toHaveLength(1);
});

test("it ends by saving and by going on to the next page, and after 15 minutes", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  await opens(owner, 0);
  await opens(owner, 1, { state: "done" });
  expect(await opens(packer, 1, { state: "unseen" })).toEqual([]);

  await opens(owner, 2);
  await opens(owner, 3, { subject: NEXT });
  expect(await opens(packer, 3, { state: "unseen" })).toEqual([]);
  expect(await opens(packer, 3, { subject: NEXT, state: "unseen" })).toHaveLength(1);

  await cleanUpOpenings(later(17));
  expect(await rows()).toHaveLength(1);
  await cleanUpOpenings(later(18));
  expect(await rows()).toEqual([]);
  await opens(owner, 20);
  expect(await opens(packer, 20)).toEqual([`The owner ${later(20).toISOString()}`]);
});

test("what fetches ahead notes nothing", async () => {
  const owner = await deskPerson("owner");

  await opens(owner, 0, { state: "unseen" });

  expect(await rows()).toEqual([]);
});

test("logging out and the end of an account close every page", async () => {
  const [owner, packer] = [await deskPerson("owner"), await deskPerson("packer")];
  const actor = await actorAt(owner.token);
  await opens(owner, 0);
  await opens(packer, 0);

  await endStaff(packer.id, actor);
  expect((await rows()).map(({ staff_id }) => staff_id)).toEqual([owner.id]);
  await endDeskSession(actor.staff.id, actor.sessionId, actor);
  expect(await rows()).toEqual([]);
});
