import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { catalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { cleanUpReviews, decideReview, findModeratedReview } from "#app/models/review/moderation.server.ts";
import {
  findModeratedPhoto,
  findPublishedPhoto,
  hasRoomForPhotos,
  removeReviewPhoto,
} from "#app/models/review/photos.server.ts";
import { findReviewPage } from "#app/models/review/review.server.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { photograph } from "#tests/support/people/photographs.ts";
import { asCustomer, guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { insertRows, rowOf, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const NOW = new Date();
const RAINBOW = 101;
const ALL = { stars: null, sort: "newest", page: 1 } as const;
const RED = await photograph({ colour: "#aa2222" });
const BLUE = await photograph({ colour: "#2222aa", width: 30, height: 90 });

/** The title tells reviews that wait apart. */
const withPhotos = (email = "ida@example.com") =>
  writtenReview(RAINBOW, guest(email), { title: `By ${email}` }, [RED, BLUE]);
const numbersOf = async (id: number) => (await findModeratedReview(id))?.photos.map(({ number }) => number);
const count = async () => (await rowsOf("review_photos")).length;

test("photographs are shown with their review once it is published, and not before or after", async () => {
  const id = await withPhotos();
  const isShown = async () => (await findPublishedPhoto(RED.hash, "whole")) !== null;

  expect(await isShown()).toBe(false);
  await decideReview(id, "published", { now: NOW });
  const shown = (await findReviewPage(RAINBOW, ALL, null)).reviews.find((review) => review.id === id);
  expect(shown?.photos).toMatchObject([
    { hash: RED.hash, width: 60, height: 40 },
    { hash: BLUE.hash, width: 30, height: 90 },
  ]);
  for (const size of ["whole", "small"] as const)
    expect(await findPublishedPhoto(BLUE.hash, size)).toEqual({
      body: Buffer.from(BLUE[size]),
      productId: RAINBOW,
    });

  await decideReview(id, "rejected", { now: NOW });
  expect(await isShown()).toBe(false);
  expect(await findModeratedPhoto(id, { number: 1, size: "whole" })).toEqual(Buffer.from(RED.whole));
});

test("one that two reviews have stays for the published one", async () => {
  const waiting = await withPhotos();
  const published = await withPhotos("other@example.com");
  await decideReview(published, "published", { now: NOW });

  await removeReviewPhoto(waiting, 1);

  expect(await findPublishedPhoto(RED.hash, "whole")).not.toBeNull();
});

test("one is removed by its number, which the others keep, and pages of the product are made anew", async () => {
  const id = await withPhotos();
  const before = await catalogueVersion();

  expect(await removeReviewPhoto(id, 1)).toMatchObject({ ok: true, value: { isChanged: true } });
  expect(await removeReviewPhoto(id, 1)).toMatchObject({ ok: true, value: { isChanged: false } });
  expect(await removeReviewPhoto(7, 1)).toMatchObject({ ok: false, code: "not-found" });
  expect(await numbersOf(id)).toEqual([2]);
  // Nobody has seen it yet.
  expect(await catalogueVersion()).toBe(before);

  await decideReview(id, "published", { now: NOW });
  const published = await catalogueVersion();
  await removeReviewPhoto(id, 2);
  expect(await numbersOf(id)).toEqual([]);
  expect(await catalogueVersion()).toBe(published + 1);
});

test("photographs go with their review: replaced, rejected for long, or of an account that is deleted", async () => {
  await withPhotos();
  await writtenReview(RAINBOW, guest("ida@example.com"), { title: "Again" }, [BLUE]);
  expect(await count()).toBe(1);

  const rejected = await withPhotos("other@example.com");
  await decideReview(rejected, "rejected", { now: NOW });
  await cleanUpReviews(new Date(NOW.getTime() + 91 * 86_400_000));
  expect(await count()).toBe(1);

  const customer = await newCustomer();
  await writtenReview(RAINBOW, asCustomer(customer), {}, [RED, BLUE]);
  expect(await count()).toBe(3);
  await removeCustomer(customer.id, NOW);
  expect(await count()).toBe(1);
});

test("a customer gets their photographs with their data", async () => {
  const customer = await newCustomer();
  await writtenReview(RAINBOW, asCustomer(customer), {}, [RED]);
  await withPhotos();

  const whole = Buffer.from(RED.whole).toString("base64");
  expect(await exportCustomer(customer.id, NOW)).toMatchObject({
    tables: { review_photos: [{ number: 1, whole }] },
  });
});

test("the shop takes no more while too many wait, and strangers leave places for customers", async () => {
  const fill = async (count: number, first = 2_000_000) => {
    const row = await rowOf("reviews", { id: await withPhotos() });
    await db().deleteFrom("reviews").where("id", "=", row.id).execute();
    for (let id = first; id < first + count / 2; id++) {
      await insertRows("reviews", { ...row, id, email_key: `${id}` });
      const photo = { review_id: id, hash: "0", width: 1, height: 1, whole: "", small: "" };
      await insertRows("review_photos", { ...photo, number: 1 }, { ...photo, number: 2 });
    }
  };
  await fill(298);
  expect(await hasRoomForPhotos(true)).toBe(true);

  await withPhotos("last@example.com");

  expect([await hasRoomForPhotos(true), await hasRoomForPhotos(false)]).toEqual([false, true]);
  await fill(200, 3_000_000);
  expect(await hasRoomForPhotos(false)).toBe(false);
});
