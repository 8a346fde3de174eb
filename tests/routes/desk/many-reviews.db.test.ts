/** Several reviews decided with one form of the desk. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { decideReviewAtDesk } from "#app/models/desk/review-steps.server.ts";
import { findModeratedReview } from "#app/models/review/moderation.server.ts";
import { decidedMany } from "#app/routes/desk/reviews/many.server.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);
const PRODUCT = 101;

/** Of as many people, by the first letters. */
async function written(count: number): Promise<ReadonlyArray<number>> {
  const ids: Array<number> = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await writtenReview(PRODUCT, guest(`reader${index}@example.com`), { title: `Words ${index}` }));
  return ids;
}

function chosen(ids: ReadonlyArray<number>, more: Readonly<Record<string, string>> = {}) {
  return {
    ...Object.fromEntries(
      ids.flatMap((id) => [
        [`n${id}`, "on"],
        [`shown${id}`, "waiting"],
      ]),
    ),
    ...more,
  };
}

const statusOf = async (id: number) => (await findModeratedReview(id))?.status;

async function ratingOf(productId: number) {
  return db()
    .selectFrom("products")
    .select(["rating_count", "rating_average_hundredths"])
    .where("id", "=", productId)
    .executeTakeFirstOrThrow();
}

test("the chosen reviews are published, each with its own log row and email, and the rating is counted anew", async () => {
  const [first = 0, second = 0, third = 0] = await written(3);
  const before = await ratingOf(PRODUCT);

  const response = await decidedMany("publish-chosen", chosen([first, second]), await person("editor"));

  expect(response.status).toBe(200);
  expect((await response.json()).many).toEqual({
    decision: "published",
    rows: [
      { id: first, title: "Words 0", isDone: true, words: expect.any(String) },
      { id: second, title: "Words 1", isDone: true, words: expect.any(String) },
    ],
  });
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual([
    ...["published", "published", "waiting"],
  ]);
  expect(await deskActions(String(second))).toEqual(["review-published"]);
  expect((await ratingOf(PRODUCT)).rating_count).toBe(before.rating_count + 2);
  const mails = await db().selectFrom("jobs").select("run_at").where("kind", "=", "review-email").execute();
  expect(mails).toEqual([{ run_at: later(2).toISOString() }, { run_at: later(2).toISOString() }]);
});

test("what somebody else has decided or taken away is left out, with why, and keeps no other back", async () => {
  const [done = 0, rejected = 0, free = 0] = await written(3);
  const owner = await person("owner");
  await decideReviewAtDesk({ id: done, shown: "waiting", to: "published" }, owner);
  await decideReviewAtDesk(
    { id: rejected, shown: "waiting", to: "rejected", reason: "Written twice" },
    owner,
  );

  const answer = await decidedMany(
    "publish-chosen",
    chosen([done, rejected, 999_999, free]),
    await person("editor"),
  );

  const rows = (await answer.json()).many?.rows ?? [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  expect(rows.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual([free]);
  expect(byId.get(done)?.words).toBe("It was published before");
  expect(byId.get(rejected)?.words).toMatch(/changed meanwhile.*The last step at the desk: .*The owner/);
  expect(byId.get(999_999)).toMatchObject({ title: "Review 999999", isDone: false });
  expect(await statusOf(rejected)).toBe("rejected");
});

test("of two forms with the same reviews at once each review is decided by one", async () => {
  const ids = await written(4);
  const [owner, editor] = [await person("owner"), await person("editor")];

  const answers = await Promise.all([
    decidedMany("publish-chosen", chosen(ids), owner),
    decidedMany("reject-chosen", chosen([...ids].reverse(), { reasonChosen: "Written twice" }), editor),
  ]);

  const rows = (await Promise.all(answers.map((answer) => answer.json()))).flatMap(
    ({ many }) => many?.rows ?? [],
  );
  for (const id of ids) {
    expect(rows.filter((row) => row.id === id && row.isDone)).toHaveLength(1);
    expect(await deskActions(String(id))).toHaveLength(1);
  }
});

test("a rejection needs a reason out of the list, and then has it in the log", async () => {
  const [id = 0] = await written(1);
  const owner = await person("owner");

  for (const reasonChosen of ["", "Two stars"]) {
    const refused = await decidedMany("reject-chosen", chosen([id], { reasonChosen }), owner);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: { reasonChosen: "Choose why" },
      values: { [`n${id}`]: "on" },
    });
  }
  expect(await statusOf(id)).toBe("waiting");
  await decidedMany("reject-chosen", chosen([id], { reasonChosen: "Insults somebody" }), owner);
  expect(await statusOf(id)).toBe("rejected");
  const log = await db()
    .selectFrom("desk_log")
    .select("reason")
    .where("subject_id", "=", String(id))
    .execute();
  expect(log).toEqual([{ reason: "Insults somebody" }]);
});

test("without a choice the page asks for one, and other roles decide nothing", async () => {
  const [id = 0] = await written(1);
  const none = await decidedMany("publish-chosen", { [`shown${id}`]: "waiting" }, await person("owner"));
  expect([none.status, (await none.json()).errors]).toEqual([422, { form: "Choose the reviews first" }]);

  for (const role of ["packer", "reader"] as const)
    expect(
      (await (await decidedMany("publish-chosen", chosen([id]), await person(role))).json()).many?.rows,
    ).toMatchObject([{ isDone: false }]);
  expect(await statusOf(id)).toBe("waiting");
});
