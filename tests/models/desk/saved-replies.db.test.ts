import { expect, test } from "vitest";

import {
  addSavedReply,
  changeSavedReply,
  cleanUpSavedReplies,
  findRemovedReply,
  findSavedReply,
  listSavedReplies,
  putBackSavedReply,
  removeSavedReply,
} from "#app/models/desk/saved-replies.server.ts";
import { textMarks } from "#app/models/desk/typed-merge.server.ts";
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const FIELDS = { title: "Which wood", text: "It is beech." };
type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);

async function added(by: Awaited<ReturnType<typeof person>>): Promise<number> {
  const done = await addSavedReply({ fields: FIELDS, key: "saved_1" }, by);
  if (!done.ok) throw new Error(done.code);
  return done.value.id;
}

test("a form that is sent twice at once saves one text", async () => {
  const owner = await person("owner");

  const done = await Promise.all([1, 2].map(() => addSavedReply({ fields: FIELDS, key: "saved_1" }, owner)));

  expect(done.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await listSavedReplies()).toMatchObject([{ ...FIELDS, by: "The owner" }]);
});

test("of two who change one field at once the second reads what the first has saved, and other fields are merged", async () => {
  const [owner, packer] = [await person("owner"), await person("packer")];
  const id = await added(owner);
  const marks = textMarks(FIELDS);

  const done = await Promise.all([
    changeSavedReply(id, { fields: { ...FIELDS, text: "It is ash." }, marks }, owner),
    changeSavedReply(id, { fields: { ...FIELDS, text: "It is oak." }, marks }, packer),
  ]);

  const kinds = done.map((each) => each.ok && each.value.kind);
  expect(kinds.toSorted()).toEqual(["conflict", "done"]);
  const saved = (await findSavedReply(id))?.text ?? "";
  expect(done).toContainEqual(
    expect.objectContaining({ value: expect.objectContaining({ theirs: { text: saved } }) }),
  );
  const merged = await changeSavedReply(id, { fields: { ...FIELDS, title: "Wood" }, marks }, packer);
  expect(merged).toMatchObject({ ok: true, value: { kind: "done", isChanged: true } });
  expect(await findSavedReply(id)).toMatchObject({ title: "Wood", text: saved });
  expect(await deskActions(String(id))).toEqual([
    "saved-reply-added",
    "saved-reply-changed",
    "saved-reply-changed",
  ]);
});

test("a removed text can be put back for a day", async () => {
  const owner = await person("owner");
  const id = await added(owner);

  const removed = await Promise.all([1, 2].map(() => removeSavedReply(id, owner)));
  expect(removed.filter((each) => each.ok && each.value.isChanged)).toHaveLength(1);
  expect(await listSavedReplies()).toEqual([]);
  await cleanUpSavedReplies(later(60));
  expect(await findRemovedReply(id)).toMatchObject(FIELDS);
  expect(await putBackSavedReply(id, owner)).toMatchObject({ value: { isChanged: true } });
  expect(await listSavedReplies()).toHaveLength(1);

  await removeSavedReply(id, owner);
  await cleanUpSavedReplies(later(24 * 60));
  expect(await putBackSavedReply(id, owner)).toMatchObject({ ok: false, code: "not-found" });
});

test("texts are written by those who handle messages, and by nobody else", async () => {
  const done = async (role: Role) =>
    (await addSavedReply({ fields: FIELDS, key: role }, await person(role))).ok;
  expect(await Promise.all((["owner", "packer", "editor", "reader"] as const).map(done))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const reader = await actorAt((await deskPerson("reader", "second@example.com")).token, NOW);
  for (const step of [removeSavedReply, putBackSavedReply])
    expect(await step(1, reader)).toMatchObject({ code: "desk-not-allowed" });
  expect(await changeSavedReply(1, { fields: FIELDS, marks: null }, reader)).toMatchObject({
    code: "desk-not-allowed",
  });
});
