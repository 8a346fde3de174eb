import { expect, test } from "vitest";

import {
  addSavedReply,
  changeSavedReply,
  cleanUpSavedReplies,
  findSavedReply,
  listSavedReplies,
  putBackSavedReply,
  removeSavedReply,
} from "#app/models/desk/saved-replies.server.ts";
import { textMarks } from "#app/models/desk/typed-merge.server.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const FIELDS = { title: "Which wood", text: "It is beech." };

async function added(by: Awaited<ReturnType<typeof person>>): Promise<number> {
  const done = await addSavedReply({ fields: FIELDS, key: "saved_1" }, by);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

test("a form that is sent twice at once saves one text", async () => {
  const owner = await person("owner");

  const add = () => addSavedReply({ fields: FIELDS, key: "saved_1" }, owner);

  expect(await atOnce(add(), add())).toEqual(["done", "unchanged"]);
  expect(await listSavedReplies()).toMatchObject([{ ...FIELDS, by: "The owner" }]);
});

test("of two who change one field at once the second reads what the first has saved, and other fields are merged", async () => {
  const [owner, packer] = [await person("owner"), await person("packer")];
  const id = await added(owner);
  const change = (changes: Partial<typeof FIELDS>, by = packer) =>
    changeSavedReply(id, { fields: { ...FIELDS, ...changes }, marks: textMarks(FIELDS) }, by);

  const done = await Promise.all([change({ text: "It is ash." }, owner), change({ text: "It is oak." })]);

  expect((await Promise.all(done.map(outcomeOf))).sort()).toEqual(["conflict", "done"]);
  const saved = (await findSavedReply(id))?.text ?? "";
  expect(done).toContainEqual(
    expect.objectContaining({ value: expect.objectContaining({ theirs: { text: saved } }) }),
  );
  expect(await outcomeOf(change({ title: "Wood" }))).toBe("done");
  expect(await findSavedReply(id)).toMatchObject({ title: "Wood", text: saved });
  expect(await deskActions(id)).toEqual([
    ...["saved-reply-added", "saved-reply-changed", "saved-reply-changed"],
  ]);
});

test("a removed text can be put back for a day", async () => {
  const owner = await person("owner");
  const id = await added(owner);

  const removed = await Promise.all([1, 2].map(() => removeSavedReply(id, owner)));
  expect(removed.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await listSavedReplies()).toEqual([]);
  await cleanUpSavedReplies(later(60));
  expect(await findSavedReply(id, { isRemoved: true })).toMatchObject(FIELDS);
  expect(await outcomeOf(putBackSavedReply(id, owner))).toBe("done");
  expect(await listSavedReplies()).toHaveLength(1);

  await removeSavedReply(id, owner);
  await cleanUpSavedReplies(later(24 * 60));
  expect(await outcomeOf(putBackSavedReply(id, owner))).toBe("not-found");
});
