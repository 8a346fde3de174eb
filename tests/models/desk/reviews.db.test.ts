import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { decideReviewAtDesk, removePhotoAtDesk } from "#app/models/desk/review-steps.server.ts";
import {
  countReviews,
  findModeratedReview,
  listReviewsByStatus,
} from "#app/models/review/moderation.server.ts";
import { photograph } from "#tests/support/people/photographs.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions, logRows } from "#tests/support/people/desk/desk-orders.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const PRODUCT = 101;
const written = () => writtenReview(PRODUCT, guest("hannah@example.com"));

test("of two people who decide at once on the same page one does, and the other gets a refusal", async () => {
  const id = await written();
  const [owner, editor] = [await person("owner"), await person("editor")];

  const done = await atOnce(
    decideReviewAtDesk({ id, shown: "waiting", to: "published" }, owner),
    decideReviewAtDesk({ id, shown: "waiting", to: "rejected", reason: "Written twice" }, editor),
  );

  expect(done).toEqual(["changed-meanwhile", "done"]);
  expect(await deskActions(id)).toHaveLength(1);
});

test("what somebody has published is published once, and the author hears of it two minutes later", async () => {
  const id = await written();
  const [owner, editor] = [await person("owner"), await person("editor")];
  const publish = { id, shown: "waiting", to: "published" } as const;

  const done = await atOnce(decideReviewAtDesk(publish, owner), decideReviewAtDesk(publish, editor));

  expect(done).toEqual(["done", "unchanged"]);
  expect(await deskActions(id)).toEqual(["review-published"]);
  const mails = db().selectFrom("jobs").select("run_at").where("kind", "=", "review-email");
  expect(await mails.where("status", "=", "waiting").execute()).toEqual([{ run_at: later(2).toISOString() }]);
});

test("a rejection has its reason in the log, and can be taken back by publishing", async () => {
  const id = await written();
  const owner = await person("owner");
  const rejected = { id, shown: "waiting", to: "rejected", reason: "Insults somebody" } as const;

  expect(await outcomeOf(decideReviewAtDesk(rejected, owner))).toBe("done");
  expect(await logRows("review-rejected")).toMatchObject([{ reason: "Insults somebody" }]);
  await decideReviewAtDesk({ id, shown: "rejected", to: "published" }, owner);
  expect((await findModeratedReview(id))?.status).toBe("published");
});

test("a reply is written over no other that came meanwhile", async () => {
  const id = await written();
  const [owner, editor] = [await person("owner"), await person("editor")];
  const reply = { text: "Thank you.", shown: "" };
  await decideReviewAtDesk({ id, shown: "waiting", to: "published", reply }, owner);
  expect(await deskActions(id)).toEqual(["review-replied", "review-published"]);

  const replyAs = (text: string, shown: string, by: typeof owner) =>
    decideReviewAtDesk({ id, shown: "published", to: "published", reply: { text, shown } }, by);

  const done = await atOnce(
    replyAs("Thank you, Hannah.", "Thank you.", owner),
    replyAs("We are glad.", "Thank you.", editor),
  );

  expect(done).toEqual(["changed-meanwhile", "done"]);
  const replyNow = (await findModeratedReview(id))?.shopReply ?? "";
  expect(["Thank you, Hannah.", "We are glad."]).toContain(replyNow);
  await replyAs("", replyNow, owner);
  expect((await findModeratedReview(id))?.shopReply).toBeNull();
  expect(await outcomeOf(replyAs("", "", owner))).toBe("unchanged");
  const reject = { id, shown: "published", to: "rejected", reason: "Written twice" } as const;
  await decideReviewAtDesk(reject, editor);
  // Whoever replies on a page of before publishes nothing that was rejected since.
  expect(await outcomeOf(replyAs("Thank you.", "", owner))).toBe("changed-meanwhile");
});

test.each(["published", "waiting"] as const)(
  "pages of %s reviews follow each other without a gap",
  async (status) => {
    for (const email of ["a@example.com", "b@example.com", "c@example.com"])
      await writtenReview(PRODUCT, guest(email));
    const total = Math.min((await countReviews())[status], 12);
    const all = (await listReviewsByStatus(status, total)).map(({ id }) => id);
    const seen: Array<number> = [];
    while (seen.length < total) {
      const last = seen.length > 0 ? await findModeratedReview(seen.at(-1) ?? 0) : null;
      const place = last && { at: last.createdAt, id: last.id };
      const page = await listReviewsByStatus(status, 2, place);
      expect(page.length).toBeGreaterThan(0);
      seen.push(...page.map(({ id }) => id));
    }

    expect(seen.slice(0, total)).toEqual(all);
  },
);

test("a photograph is removed once, and the log has its number", async () => {
  const photos = [await photograph(), await photograph({ colour: "#123456" })];
  const id = await writtenReview(PRODUCT, guest("hannah@example.com"), {}, photos);
  const editor = await person("editor");

  expect(await outcomeOf(removePhotoAtDesk(id, 1, editor))).toBe("done");
  expect(await outcomeOf(removePhotoAtDesk(id, 1, editor))).toBe("unchanged");

  expect((await findModeratedReview(id))?.photos.map(({ number }) => number)).toEqual([2]);
  expect(await deskActions(id)).toEqual(["review-photo-removed"]);
});
