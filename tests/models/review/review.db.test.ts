import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import { emailKey } from "#app/models/email/address.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { inviteToReview } from "#app/models/review/email.server.ts";
import { REVIEW_SORTS, REVIEWS_PER_PAGE } from "#app/models/review/list.ts";
import {
  decideReview,
  listReviewsByStatus,
  replyToReview,
  cleanUpReviews,
} from "#app/models/review/moderation.server.ts";
import { reviewProof } from "#app/models/review/purchase-verification.server.ts";
import { findReviewPage } from "#app/models/review/review.server.ts";
import { ratingOf } from "#app/models/review/review.ts";
import { findOwnReview, submitReview } from "#app/models/review/submit.server.ts";
import { voteHelpful, voterHash } from "#app/models/review/vote.server.ts";
import { countQueries } from "#tests/support/checks/count-queries.ts";
import type { CustomerId } from "#app/models/shared/ids.ts";
import { newCustomer, orderOf } from "#tests/support/people/customer.ts";
import { asCustomer, deliverOpinions, guest, WORDS, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";

useTestDatabase();

const NOW = new Date();
const RAINBOW = 101;
const ALL = { stars: null, sort: "newest", page: 1 } as const;

async function ratingIn(id: number) {
  const { rating_count, rating_average_hundredths, rating_distribution } = await rowOf("products", { id });
  const distribution = JSON.parse(rating_distribution) as unknown;
  return { rating_count, rating_average_hundredths, rating_distribution: distribution };
}

/** What the product's rating has to be, counted by hand. */
async function recounted(productId: number) {
  const rows = await rowsOf("reviews", { product_id: productId, status: "published" });
  const rating = ratingOf(rows.map((row) => row.rating));
  return {
    rating_count: rows.length,
    rating_average_hundredths: Math.round((rating?.average ?? 0) * 100),
    rating_distribution: rating?.distribution,
  };
}

const published = async (productId: number) =>
  (await findReviewPage(productId, ALL, null)).reviews.map(({ title }) => title);

const approve = (id: number) => decideReview(id, "published", { now: NOW });

test("a review waits for approval, then it is shown and counted, and its author gets one email", async () => {
  const before = await ratingIn(RAINBOW);
  const id = await writtenReview(RAINBOW, guest("ida@example.com"), { title: "Mine" });
  expect(await published(RAINBOW)).not.toContain("Mine");
  expect(await ratingIn(RAINBOW)).toEqual(before);

  expect(await approve(id)).toMatchObject({ ok: true, value: { isChanged: true } });
  expect(await approve(id)).toMatchObject({ ok: true, value: { isChanged: false } });

  expect((await published(RAINBOW))[0]).toBe("Mine");
  expect((await ratingIn(RAINBOW)).rating_count).toBe(before.rating_count + 1);
  const mails = await deliverOpinions();
  expect(mails.map(({ subject }) => subject)).toEqual(["We have published your review of Rainbow Stacker"]);
  expect(mails[0]?.to?.[0]?.address).toBe("ida@example.com");
});

test("after approvals, rejections, replacements and removals, the rating equals the published reviews", async () => {
  const step = fc.record({
    who: fc.integer({ min: 1, max: 3 }),
    rating: fc.integer({ min: 1, max: 5 }),
    then: fc.constantFrom("approve", "reject", "approve-all", "wait"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { who, rating, then } of steps) {
        const id = await writtenReview(RAINBOW, guest(`p${who}@example.com`), { rating });
        if (then === "approve") await approve(id);
        if (then === "reject") await decideReview(id, "rejected", { now: NOW });
        if (then === "approve-all")
          for (const each of await listReviewsByStatus("rejected", 10)) await approve(each.id);
      }
      expect(await ratingIn(RAINBOW)).toEqual(await recounted(RAINBOW));
    }),
    { numRuns: 12 },
  );
});

test("twenty concurrent decisions leave one state and the right rating", async () => {
  const ids = [];
  for (let who = 0; who < 5; who++) ids.push(await writtenReview(RAINBOW, guest(`q${who}@example.com`)));

  await Promise.all(
    ids.flatMap((id) => [approve(id), approve(id), decideReview(id, "rejected", { now: NOW }), approve(id)]),
  );

  expect(await ratingIn(RAINBOW)).toEqual(await recounted(RAINBOW));
});

test("a second review of the same person replaces the pending one, and the published one once approved", async () => {
  const first = await writtenReview(RAINBOW, guest("Ida@Example.com"), { title: "First" });
  const second = await writtenReview(RAINBOW, guest("ida@example.com"), { title: "Second" });
  expect((await listReviewsByStatus("waiting", 10)).map(({ id }) => id)).toEqual([second]);
  expect(await approve(first)).toMatchObject({ ok: false, code: "not-found" });

  await approve(second);
  const third = await writtenReview(RAINBOW, guest("ida@example.com"), { title: "Third" });
  expect(await published(RAINBOW)).toContain("Second");
  await approve(third);

  expect(await published(RAINBOW)).toContain("Third");
  expect(await published(RAINBOW)).not.toContain("Second");
});

test("a stranger who types a customer's address replaces neither their pending nor their published review", async () => {
  const customer = await newCustomer({ email: "hannah@example.com" });
  const own = await writtenReview(RAINBOW, asCustomer(customer), { title: "Own" });
  const forged = await writtenReview(RAINBOW, guest("hannah@example.com"), { title: "Forged" });
  await approve(own);

  expect(await approve(forged)).toMatchObject({ ok: false, code: "review-outranked" });
  expect(await published(RAINBOW)).toContain("Own");
});

test.each(["customer", "order", "guest"] as const)(
  "an account whose address is not confirmed replaces a review of that address only if a guest wrote it: %s",
  async (kind) => {
    const buyer = await newCustomer();
    const { orderId, email, productId: id } = await boughtBy(buyer);
    await db().deleteFrom("customers").where("email_key", "=", emailKey(email)).execute();
    const authors = {
      customer: async () => asCustomer({ ...buyer, email: (await namedAs(buyer.id, email)).email }),
      order: async () => ({ kind: "order", proof: { orderId, proof: reviewProof(orderId, id) } }) as const,
      guest: async () => guest(email),
    };
    const early = await authors[kind]();
    const own = await writtenReview(id, early, { title: "Own" });
    await approve(own);
    if (kind === "customer") await namedAs(buyer.id, "moved@example.com");
    const stranger = await newCustomer({ email, isVerified: false });

    const forged = await writtenReview(id, asCustomer(stranger), { title: "Forged" });

    expect(await approve(forged)).toMatchObject(
      kind === "guest" ? { ok: true } : { ok: false, code: "review-outranked" },
    );
    expect(await published(id)).toContain(kind === "guest" ? "Forged" : "Own");
    expect((await rowOf("reviews", { id: forged })).customer_id).toBe(stranger.id);
  },
);

/** The customer's address becomes `email`. */
async function namedAs(id: string, email: string) {
  await changeRows("customers", { id }, { email, email_key: emailKey(email) });
  return { email };
}

/** An order of theirs, with its only product and the address it was placed with. */
async function boughtBy({ id }: Readonly<{ id: CustomerId }>) {
  const orderId = await orderOf(id);
  const { product_id: productId } = await rowOf("order_lines", { order_id: orderId });
  return { orderId, productId, ...(await rowOf("orders", { id: orderId })) };
}

test("an account replaces its own review, before its address is confirmed and after", async () => {
  const account = await newCustomer({ isVerified: false });
  const confirm = (at: string | null) => changeRows("customers", { id: account.id }, { verified_at: at });
  const write = (title: string) => writtenReview(RAINBOW, asCustomer(account), { title });
  const waiting = async () => (await listReviewsByStatus("waiting", 10)).map(({ title }) => title);

  await write("First");
  await confirm(NOW.toISOString());
  await approve(await write("Second"));
  expect(await waiting()).toEqual([]);
  await confirm(null);
  const third = await write("Third");

  expect(await approve(third)).toMatchObject({ ok: true });
  expect(await published(RAINBOW)).not.toContain("Second");
});

test("a purchase is verified only by the customer's own paid order or a link from an email", async () => {
  const customer = await newCustomer();
  const { orderId, productId: bought, email } = await boughtBy(customer);
  const isVerified = async (id: number) =>
    (await listReviewsByStatus("waiting", 10)).find((review) => review.id === id)?.isVerified;
  const link = { orderId, proof: reviewProof(orderId, bought) };

  const byCustomer = await writtenReview(bought, asCustomer(customer), { title: "a" });
  const byGuest = await writtenReview(bought, guest(email), { title: "b" });
  const byLink = await writtenReview(bought, { kind: "order", proof: link }, { title: "c" });
  const other = await writtenReview(bought, asCustomer(await newCustomer()), { title: "d" });

  expect(await isVerified(byCustomer)).toBe(true);
  expect(await isVerified(byGuest)).toBe(false);
  expect(await isVerified(byLink)).toBe(true);
  expect(await isVerified(other)).toBe(false);
  const forged = { words: WORDS, photos: [], author: { kind: "order", proof: link } } as const;
  expect(await submitReview(bought + 1, forged, NOW)).toMatchObject({ ok: false, code: "link-invalid" });
  await changeRows("orders", { id: orderId }, { status: "refunded" });
  expect(await submitReview(bought, forged, NOW)).toMatchObject({ ok: false, code: "link-invalid" });
});

test("an invitation contains a working link for each product of a paid order, and an unpaid order gets none", async () => {
  const customer = await newCustomer();
  const { orderId, number } = await boughtBy(customer);

  expect(await inviteToReview(number)).toMatchObject({ ok: true, value: { products: 1 } });
  const [mail] = await deliverOpinions();

  const link = /\/products\/(\d+)\/review\?order=(\S+?)&proof=([\w-]{43})/.exec(mail?.text ?? "");
  expect(link?.[2]).toBe(orderId);
  const author = { kind: "order", proof: { orderId, proof: link?.[3] ?? "" } } as const;
  expect(await submitReview(Number(link?.[1]), { words: WORDS, photos: [], author }, NOW)).toMatchObject({
    ok: true,
  });
  expect(await inviteToReview(number + 1)).toMatchObject({ ok: false, code: "order-not-found" });
});

test("filters, sort order and pages show exactly their reviews, in four queries", async () => {
  const whole = await rowsOf("reviews", { product_id: RAINBOW, status: "published" });
  const keys = {
    newest: (row: (typeof whole)[number]) => row.created_at,
    helpful: (row: (typeof whole)[number]) => row.helpful_count,
    highest: (row: (typeof whole)[number]) => row.rating,
    lowest: (row: (typeof whole)[number]) => -row.rating,
  };
  for (const { key: sort } of REVIEW_SORTS) {
    const first = await findReviewPage(RAINBOW, { stars: null, sort, page: 1 }, null);
    const second = await findReviewPage(RAINBOW, { stars: null, sort, page: 2 }, null);
    const ids = [...first.reviews, ...second.reviews].map(({ id }) => id);
    expect(first.reviews).toHaveLength(REVIEWS_PER_PAGE);
    expect(new Set(ids)).toEqual(new Set(whole.map(({ id }) => id)));
    const values = ids.map((id) => keys[sort](whole.find((row) => row.id === id) as (typeof whole)[number]));
    expect(values).toEqual([...values].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  }
  const four = await findReviewPage(RAINBOW, { stars: 4, sort: "newest", page: 99 }, null);
  expect(four.total).toBe(whole.filter(({ rating }) => rating === 4).length);
  expect(four.page).toBe(four.pageCount);
  expect(await countQueries(() => findReviewPage(RAINBOW, ALL, voterHash("x")))).toBe(4);
});

test("a helpful vote counts once for each voter, also with twenty concurrent presses", async () => {
  const [review] = (await findReviewPage(RAINBOW, ALL, null)).reviews;
  const id = review?.id ?? 0;
  const [one, other] = [voterHash("one"), voterHash("other")];

  await Promise.all(Array.from({ length: 20 }, () => voteHelpful(id, one, NOW)));
  await voteHelpful(id, other, NOW);

  const [after] = (await findReviewPage(RAINBOW, ALL, one)).reviews;
  expect(after).toMatchObject({ helpfulCount: (review?.helpfulCount ?? 0) + 2, isVoted: true });
  const waiting = await writtenReview(RAINBOW, guest("w@example.com"));
  expect(await voteHelpful(waiting, one, NOW)).toMatchObject({ ok: false, code: "not-found" });
});

test("the shop can reply to a review, and delete the reply", async () => {
  const id = await writtenReview(RAINBOW, guest("ida@example.com"));
  await approve(id);

  await replyToReview(id, " Thank you. ");
  expect((await findReviewPage(RAINBOW, ALL, null)).reviews[0]?.shopReply).toBe("Thank you.");
  await replyToReview(id, "");
  expect((await findReviewPage(RAINBOW, ALL, null)).reviews[0]?.shopReply).toBeNull();
});

test("a rejected review is deleted after 90 days", async () => {
  const id = await writtenReview(RAINBOW, guest("ida@example.com"));
  await decideReview(id, "rejected", { now: NOW });

  await cleanUpReviews(new Date(NOW.getTime() + 89 * 86_400_000));
  expect(await listReviewsByStatus("rejected", 10)).toHaveLength(1);
  await cleanUpReviews(new Date(NOW.getTime() + 91 * 86_400_000));
  expect(await listReviewsByStatus("rejected", 10)).toEqual([]);
});

test("a customer's reviews are exported and deleted with the account, including those of the confirmed address", async () => {
  const before = await ratingIn(RAINBOW);
  const customer = await newCustomer();
  await approve(await writtenReview(RAINBOW, asCustomer(customer)));
  await writtenReview(102, guest(customer.email));
  const { tables } = await exportCustomer(customer.id);
  expect(tables["reviews"]?.map((review) => review["product_id"]).sort()).toEqual([RAINBOW, 102].sort());
  expect(await findOwnReview(customer.id, RAINBOW)).toMatchObject({ status: "published", rating: 4 });

  await removeCustomer(customer.id, NOW);

  expect(await ratingIn(RAINBOW)).toEqual(before);
  expect(await listReviewsByStatus("waiting", 10)).toEqual([]);
});

test("importing the catalogue again restores neither a removed review nor its rating", async () => {
  const [review] = (await findReviewPage(RAINBOW, ALL, null)).reviews;
  await decideReview(review?.id ?? 0, "rejected", { now: NOW });
  await approve(await writtenReview(RAINBOW, guest("ida@example.com")));
  const before = await ratingIn(RAINBOW);

  await importCatalogue(DEMO_CATALOGUE, new Date());

  expect(await ratingIn(RAINBOW)).toEqual(before);
});
