import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import {
  findListAtDesk,
  findListsAtDesk,
  freeClaimAtDesk,
  moveListAtDesk,
} from "#app/models/desk/gift-list-steps.server.ts";
import { confirmClaim } from "#app/models/gift-list/claim-changes.server.ts";
import { claimMark } from "#app/models/gift-list/claim.ts";
import { claimGift } from "#app/models/gift-list/claims.server.ts";
import type { EditedList } from "#app/models/gift-list/gift-list.ts";
import { findListForHelp } from "#app/models/gift-list/help.server.ts";
import { replaceListCode } from "#app/models/gift-list/lists.server.ts";
import type { GiftClaimId } from "#app/models/shared/ids.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { giftListEmails, giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { outcomeOf, atOnce } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

/** Gift lists of these tests are made in this moment. */
const personNow = async (role: StaffRole, email?: string) => ({
  ...(await person(role, email)),
  now: new Date(),
});

async function claimed(
  list: EditedList,
  way: "reservation" | "elsewhere" = "reservation",
): Promise<GiftClaimId> {
  const giftId = await giftOn(list, await parcelVariant(5), 2);
  const claim = { giftId, way, units: 1, giverName: "Margaret", email: "margaret@example.org" } as const;
  const more = { message: null, deviceHash: "margarets-device", isEmailConfirmed: false };
  const done = await claimGift(list, { ...claim, ...more }, new Date());
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

async function markOf(list: EditedList, id: GiftClaimId): Promise<string> {
  const found = (await findListForHelp(list.id, new Date()))?.claims.find((claim) => claim.id === id);
  return found ? claimMark(found) : "";
}

const namesOf = (found: Awaited<ReturnType<typeof findListsAtDesk>>) =>
  found === "former" ? found : found.map(({ name }) => name);

test("a list is found by its code, its owner's whole address, or a part of a name without accents, by roles that see addresses", async () => {
  const list = await openGiftList({ name: "Élodie’s baby", last_name: "Quillfeather" });
  await openGiftList({ name: "Ray’s birthday", email: "ray@example.org", last_name: "Okafor" });
  const code = list.code ?? "";
  const find = async (text: string) => namesOf(await findListsAtDesk(text, "packer", new Date()));

  expect(await find(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toEqual(["Élodie’s baby"]);
  expect(await find("HANNAH@example.org")).toEqual(["Élodie’s baby"]);
  expect(await find("elodie")).toEqual(["Élodie’s baby"]);
  expect(await find("hannah okafor")).toEqual(["Ray’s birthday"]);
  expect(await find("annah@example.org")).toEqual([]);
  expect(await find("…")).toEqual([]);
  for (const role of ["editor", "reader"] as const) {
    expect(await findListAtDesk(list.id, role, new Date())).toBeNull();
    expect(await findListsAtDesk(list.email, role, new Date())).toEqual([]);
  }
  await replaceListCode(list.id, new Date());
  expect(await find(code)).toBe("former");
});

test("of two who free a gift at once one does; its log names nobody", async () => {
  const list = await openGiftList();
  const id = await claimed(list);
  const step = { listId: list.id, claimId: id, shown: await markOf(list, id) };
  const [owner, packer] = [await personNow("owner"), await personNow("packer")];

  const done = await atOnce(freeClaimAtDesk(step, owner), freeClaimAtDesk(step, packer));
  expect(done).toEqual(["claim-changed", "done"]);
  expect((await findListForHelp(list.id, new Date()))?.claims).toEqual([]);
  expect(await deskActions(list.id)).toEqual(["gift-freed"]);
  const log = JSON.stringify(await db().selectFrom("desk_log").selectAll().execute());
  for (const name of ["Margaret", "margaret@example.org", list.email]) expect(log).not.toContain(name);
});

test("a claim that its giver has confirmed since the page was opened is not freed", async () => {
  const list = await openGiftList();
  const id = await claimed(list, "elsewhere");
  const shown = await markOf(list, id);
  await confirmClaim(id, new Date());

  const step = { listId: list.id, claimId: id, shown };
  expect(await outcomeOf(freeClaimAtDesk(step, await personNow("owner")))).toBe("claim-changed");
  expect(await markOf(list, id)).toBe("elsewhere taken for good");
  const other = await openGiftList({ email: "ray@example.org" });
  const now = { ...step, shown: await markOf(list, id) };
  const owner = await personNow("owner", "other@example.com");
  expect(await outcomeOf(freeClaimAtDesk({ ...now, listId: other.id }, owner))).toBe("claim-changed");
  expect(await outcomeOf(freeClaimAtDesk(now, owner))).toBe("done");
});

test("of two who move a list at once one sends a link, and nothing moves before its button", async () => {
  const list = await openGiftList();
  await giftListEmails();
  const [one, two] = [await personNow("owner"), await personNow("owner", "other@example.com")];
  const shown = { email: list.email, requestedEmail: null };
  const move = { listId: list.id, email: "new@example.org", shown };

  const another = { ...move, email: "stranger@example.org" };
  const done = await atOnce(moveListAtDesk(move, one), moveListAtDesk(another, two));
  expect(done).toEqual(["done", "gift-list-changed"]);
  const found = await findListForHelp(list.id, new Date());
  expect(found?.list.email).toBe(list.email);
  expect(["new@example.org", "stranger@example.org"]).toContain(found?.requestedEmail);
  expect(await giftListEmails()).toHaveLength(2);
  expect(await deskActions(list.id)).toEqual(["gift-list-move-requested"]);
  const now = { ...shown, requestedEmail: found?.requestedEmail ?? null };
  const again = { ...move, email: list.email, shown: now };
  expect(await outcomeOf(moveListAtDesk(again, one))).toBe("email-unchanged");
});
