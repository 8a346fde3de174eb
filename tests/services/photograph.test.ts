import sharp from "sharp";
import { expect, test } from "vitest";

import { QueueFull } from "#app/services/images/image-errors.ts";
import { developPhotograph, OF_PRODUCTS, type Photograph } from "#app/services/images/photograph.server.ts";
import { animation, canvas, jpeg, pngClaiming } from "#tests/support/people/photographs.ts";

async function developed(file: Uint8Array): Promise<Photograph> {
  const made = await developPhotograph(file);
  if (typeof made === "string") throw new Error(made);
  return made;
}

test.each(["jpeg", "png", "webp", "avif"] as const)("a %s becomes WebP of the same shape", async (format) => {
  const made = await developed(await canvas().toFormat(format).toBuffer());

  expect([made.width, made.height]).toEqual([60, 40]);
  expect(await sharp(made.whole).metadata()).toMatchObject({ format: "webp", width: 60, height: 40 });
  expect(await sharp(made.small).metadata()).toMatchObject({ format: "webp", width: 60, height: 40 });
  expect(made.hash).toMatch(/^[0-9a-f]{32}$/);
});

test("a large one is made smaller, and the hash is that of what is seen", async () => {
  const [one, again, other] = await Promise.all(
    ["#111111", "#111111", "#eeeeee"].map(async (colour) =>
      developed(await jpeg({ width: 3_000, height: 2_000, colour })),
    ),
  );

  expect([one?.width, one?.height]).toEqual([1_600, 1_067]);
  expect(await sharp(one?.small).metadata()).toMatchObject({ width: 400, height: 267 });
  expect(one?.hash).toBe(again?.hash);
  expect(one?.hash).not.toBe(other?.hash);
});

test("it stands upright, and place, camera and names are gone", async () => {
  const exif = { IFD0: { Artist: "Hannah Okoro" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } };
  const file = await canvas().withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer();
  expect((await sharp(file).metadata()).exif).toBeDefined();

  const made = await developed(file);

  expect([made.width, made.height]).toEqual([40, 60]);
  for (const image of [made.whole, made.small]) {
    const { exif: left, xmp, icc, orientation } = await sharp(image).metadata();
    expect([left, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(Buffer.from(image).includes("Hannah")).toBe(false);
  }
});

/** A JPEG of 1600 × 1600 pixels that differ by up to `range` of 255. */
function noise(range: number): Promise<Buffer> {
  const pixels = Buffer.alloc(1_600 * 1_600 * 3);
  let seed = 1;
  for (let at = 0; at < pixels.byteLength; at++) {
    seed = (seed * 48_271) % 2_147_483_647;
    pixels[at] = 100 + (seed % range);
  }
  return sharp(pixels, { raw: { width: 1_600, height: 1_600, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

test("an image that is too large at the best quality is stored with a lower one", async () => {
  const file = await noise(60);
  const best = await sharp(file).webp({ quality: 75 }).toBuffer();

  expect(best.byteLength).toBeGreaterThan(500_000);
  expect((await developed(file)).whole.byteLength).toBeLessThanOrEqual(500_000);
});

test("noise, the worst there is, is refused", async () => {
  expect(await developPhotograph(await noise(155))).toBe("photo-broken");
});

test("what is no photograph is refused by what is in it, whatever its name says", async () => {
  const whole = await jpeg({ width: 400, height: 300 });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const gif = await canvas().gif().toBuffer();

  for (const file of [Buffer.alloc(0), Buffer.from("hello"), svg, gif, Buffer.from("<script>")])
    expect(await developPhotograph(file)).toBe("not-a-photo");
  expect(await developPhotograph(whole.subarray(0, 400))).toBe("photo-broken");
  expect(await developPhotograph(Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]))).toBe("photo-broken");
  expect(await developPhotograph(await pngClaiming(50_000, 50_000))).toBe("photo-too-many-pixels");
  for (const brand of ["heic", "heix", "mif1"])
    expect(await developPhotograph(Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0`, "latin1"))).toBe(
      "photo-heic",
    );
  expect(await developPhotograph(await animation())).toBe("photo-moves");
});

test("reviews that fill every place leave the owner's", async () => {
  const file = await jpeg({ width: 400, height: 300 });
  const sent = Array.from({ length: 42 }, () => developPhotograph(file));

  await expect(sent.at(-1)).rejects.toThrow(QueueFull);
  expect(await developPhotograph(file, OF_PRODUCTS)).toMatchObject({ width: 400, height: 300 });
  const done = await Promise.allSettled(sent);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(41);
});
