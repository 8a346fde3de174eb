/** Photographs sent with the review form, and served. */
import { expect, test, vi } from "vitest";

import { db } from "#app/db/db.server.ts";
import { decideReview } from "#app/models/review/moderation.server.ts";
import * as photos from "#app/models/review/photos.server.ts";
import { loader as productPage } from "#app/routes/catalogue/product.tsx";
import { loader as photoFile } from "#app/routes/files/review-photo.ts";
import { action as write } from "#app/routes/reviews/write-review.tsx";
import { QueueFull } from "#app/services/images/image-errors.ts";
import * as service from "#app/services/images/photograph.server.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { jpeg, photograph, pngClaiming } from "#tests/support/people/photographs.ts";
import { guest, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const WRITE = "/products/101/review";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const FIELDS = {
  rating: "4",
  title: "Sturdy",
  body: "Used every day for a year.",
  author: "Ida",
  email: "ida@example.com",
};
const JPEG = await jpeg();

type Answer = { errors: Record<string, string>; problem: string | null; values: Record<string, string> };

function send(files: ReadonlyArray<readonly [string, Uint8Array]>, fields: Record<string, string> = FIELDS) {
  const sent = files.map(([name, content]) => ({ name, content }));
  return new Browser().upload(write, WRITE, { fields, name: "photos", files: sent });
}

async function stored() {
  const reviews = await db().selectFrom("reviews").select("id").where("author", "=", "Ida").execute();
  const rows = await db().selectFrom("review_photos").select("number").execute();
  return { reviews: reviews.length, photos: rows.length };
}

test("a review is stored with its photographs, each different one once", async () => {
  const other = await jpeg({ colour: "#123456" });

  const answer = await send([
    ["one.jpg", JPEG],
    ["a=b;c.jpg", other],
    ["one again.jpg", JPEG],
    ["", Buffer.alloc(0)],
  ]);

  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${WRITE}/sent`]);
  expect(await stored()).toEqual({ reviews: 1, photos: 2 });
});

test("a form without a file is a review without photographs", async () => {
  expect((await send([["", Buffer.alloc(0)]])).status).toBe(303);
  expect(await stored()).toEqual({ reviews: 1, photos: 0 });
});

test.each<readonly [string, ReadonlyArray<readonly [string, Uint8Array]>, string]>([
  ["a large file", [["a.jpg", Buffer.alloc(8_000_001)]], "“a.jpg” is larger than 8 MB. Choose a smaller one"],
  [
    "five files",
    [1, 2, 3, 4, 5].map((each) => [`${each}.jpg`, JPEG]),
    "Choose up to 4 photographs. You chose 5",
  ],
  [
    "a text",
    [
      ["a.jpg", JPEG],
      ["b.jpg", Buffer.from("hello")],
    ],
    "“b.jpg” is not an image we can open. Choose a JPEG, PNG, WebP or AVIF",
  ],
  [
    "half a file",
    [["half.jpg", JPEG.subarray(0, 200)]],
    "“half.jpg” is damaged, so we cannot open it. Choose another",
  ],
  [
    "a bomb",
    [["bomb.png", await pngClaiming(60_000, 60_000)]],
    "“bomb.png” has too many pixels. Choose one of up to 50 megapixels",
  ],
])("with %s nothing is stored, and everything typed stays", async (_, files, message) => {
  const answer = await send(files);
  const { errors, values } = (await answer.json()) as Answer;

  expect(answer.status).toBe(422);
  expect(errors).toEqual({ photos: message });
  expect(values).toEqual(FIELDS);
  expect(await stored()).toEqual({ reviews: 0, photos: 0 });
});

test("after another error the photographs have to be chosen again, and the form says so", async () => {
  const answer = await send([["a.jpg", JPEG]], { ...FIELDS, rating: "" });

  expect(await answer.json()).toMatchObject({
    errors: { rating: "Choose from 1 to 5 stars", photos: "Please choose the photographs again" },
    values: { title: "Sturdy" },
  });
});

test("the limit of reviews holds for those with photographs too, of which a network sends five a day", async () => {
  const browser = new Browser();
  const files = [{ name: "a.jpg", content: JPEG }];
  const statuses = [];
  for (let each = 0; each < 11; each++)
    statuses.push((await browser.upload(write, WRITE, { fields: FIELDS, name: "photos", files })).status);

  const photosOfADay = 5;
  expect(statuses).toEqual([...Array.from({ length: 10 }, (_, at) => (at < photosOfADay ? 303 : 503)), 429]);
});

test("when the shop cannot take photographs it says so, keeps what was typed and stores nothing", async () => {
  const problemWith = async (prepare: () => { mockRestore: () => void }) => {
    const spy = prepare();
    const answer = await send([["a.jpg", JPEG]]);
    spy.mockRestore();
    const { problem, values } = (await answer.json()) as Answer;
    return [answer.status, problem, values["title"]];
  };
  const develop = (error: Error) => () => vi.spyOn(service, "developPhotograph").mockRejectedValueOnce(error);

  expect(await problemWith(develop(new QueueFull("full")))).toEqual([
    503,
    expect.stringContaining("too many photographs at once"),
    "Sturdy",
  ]);
  expect(await problemWith(develop(new Error("sharp is gone")))).toEqual([
    503,
    expect.stringContaining("We could not save your photographs"),
    "Sturdy",
  ]);
  const disk = () => vi.spyOn(photos, "storePhotos").mockRejectedValueOnce(new Error("disk is full"));
  expect(await problemWith(disk)).toEqual([503, expect.stringContaining("could not save"), "Sturdy"]);
  const full = () => vi.spyOn(photos, "hasRoomForPhotos").mockResolvedValueOnce(false);
  expect(await problemWith(full)).toEqual([503, expect.stringContaining("without them"), "Sturdy"]);
  expect(await stored()).toEqual({ reviews: 0, photos: 0 });
});

test("a published one is served for ever by its content, and any other is 404", async () => {
  const photo = await photograph();
  const id = await writtenReview(101, guest("ida@example.com"), {}, [photo]);
  const get = (file: string) => new Browser().get(photoFile, `/image/reviews/${file}`, { file });
  const name = `${photo.hash}.webp`;

  expect((await get(name)).status).toBe(404);
  await decideReview(id, "published", { now: new Date() });
  const [whole, small] = [await get(name), await get(`${photo.hash}-small.webp`)];

  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "image/webp",
    "content-security-policy": "default-src 'none'; sandbox",
    "surrogate-key": "product-101",
    "cache-tag": "product-101",
    etag: `"${name}"`,
  });
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(photo.whole));
  expect(Buffer.from(await small.arrayBuffer())).toEqual(Buffer.from(photo.small));
  for (const file of ["x", photo.hash, `${photo.hash}-large.webp`, `${"0".repeat(32)}.webp`, "%00"])
    expect((await get(file)).status, file).toBe(404);
  const missing = await get("x");
  expect(missing.headers.get("Cache-Control")).toBe("no-store");
});

test("the product page names its photographs by author and place", async () => {
  const files = [await photograph(), await photograph({ colour: "#123456" })];
  const id = await writtenReview(101, guest("ida@example.com"), { author: "Ida" }, files);
  await decideReview(id, "published", { now: new Date() });

  const page = await (await new Browser().get(productPage, RAINBOW)).json();
  const { reviews } = (page as { reviews: { reviews: Array<{ id: number; photos: unknown }> } }).reviews;

  expect(reviews.find((review) => review.id === id)?.photos).toEqual(
    files.map(({ hash, width, height }, index) => ({
      href: `/image/reviews/${hash}.webp`,
      image: {
        src: `/image/reviews/${hash}-small.webp`,
        alt: `Photograph by Ida, ${index + 1} of 2`,
        ...{ width, height },
      },
    })),
  );
});
