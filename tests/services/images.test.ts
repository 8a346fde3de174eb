import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { QueueFull, UnreadableImage } from "#app/services/images/image-errors.ts";
import { cloudinaryImages, signatureOf } from "#app/services/images/images-cloudinary.server.ts";
import { type EmbeddedImages, embeddedImages } from "#app/services/images/images-embedded.server.ts";
import { transformationAddress } from "#app/services/images/transformation-address.ts";
import { warmImages } from "#app/services/images/warm-images.server.ts";
import { type Listening, listen } from "#tests/support/shops/listening.ts";
import { newFolder } from "#tests/support/shops/new-folder.ts";
import { bomb, chatterbox, honestImages, lyingImages, plain } from "#tests/support/vendors/images.ts";

import { imageRequest, imagesContract } from "./images-contract.ts";

const folder = newFolder();
let remote: Listening;
let remoteOrigin: string;
let own: EmbeddedImages;
let caches = 0;

/** An optimiser with an empty cache of its own. */
function optimiser(
  options: Readonly<{ cacheDir?: string; cacheMaxBytes?: number; waitingMax?: number }> = {},
) {
  caches += 1;
  return embeddedImages({
    sourceDir: join(folder, "images"),
    cacheDir: join(folder, `cache-${caches}`),
    // The test's own host stands for a public one.
    remote: { origins: [remoteOrigin], resolve: async () => ["127.0.0.1"], isAllowed: () => true },
    ...options,
  });
}

beforeAll(async () => {
  await honestImages(join(folder, "images"));
  await lyingImages(join(folder, "images"));
  writeFileSync(join(folder, "secret.jpg"), await plain(10, 10).jpeg().toBuffer());
  writeFileSync(join(folder, "images/broken.jpg"), "no image");
  const far = await plain(800, 800).jpeg().toBuffer();
  remote = await listen((_request, response) => response.end(far));
  remoteOrigin = `http://cdn.example:${remote.port}`;
  own = optimiser();
});

afterAll(() => remote.close());

const SERVICE = {
  base: "https://res.cloudinary.com/demo/image",
  folder: "shop",
  origin: "https://shop.example",
};

describe("the shop's own optimiser", () => {
  imagesContract({ port: () => own, remoteOrigin: () => remoteOrigin });

  test("an image has the requested width, is never enlarged, and has no location metadata", async () => {
    const wide = await own.render(imageRequest({ width: 96 }));
    const small = await own.render(imageRequest({ file: "small.png", width: 1536 }));
    const [one, other] = await Promise.all([wide, small].map((image) => sharp(image?.body).metadata()));

    expect([one?.width, one?.height, other?.width]).toEqual([96, 72, 400]);
    expect(Buffer.from(wide?.body ?? []).includes("secret-place")).toBe(false);
    expect(one?.exif).toBeUndefined();
  });

  test("a transparent image stays transparent, except where the address says JPEG", async () => {
    const request = imageRequest({ file: "glass.png", format: "jpeg" });

    expect((await own.render(request))?.contentType).toBe("image/png");
    expect((await own.render({ ...request, isFixedFormat: true }))?.contentType).toBe("image/jpeg");
  });

  test.each(["drawing.png", "anim.jpg", "page.jpg", "phone.jpg", "cut.jpg", "broken.jpg"])(
    "%s is not the type that its name states, and is not opened",
    async (file) => {
      await expect(own.render(imageRequest({ file }))).rejects.toThrow(UnreadableImage);
    },
  );

  test("a decompression bomb is refused, and trailing data is dropped from a one-pixel image", async () => {
    writeFileSync(join(folder, "images/bomb.png"), bomb(16_000));
    writeFileSync(join(folder, "images/chatter.png"), chatterbox(10_000_000));

    await expect(own.render(imageRequest({ file: "bomb.png" }))).rejects.toThrow(UnreadableImage);
    expect((await own.render(imageRequest({ file: "chatter.png" })))?.body.byteLength).toBeLessThan(1_000);
  });

  test("the sharing card of a page is 1200 by 630 for every image, is drawn once, and uses no file outside the image folder", async () => {
    for (const file of ["toys/train.jpg", "small.png", null]) {
      const { width, height, format, exif } = await sharp((await own.card(file))?.body).metadata();
      expect([width, height, format, exif]).toEqual([1200, 630, "jpeg", undefined]);
    }
    expect((await own.card("toys/train.jpg"))?.etag).toBe((await own.card("toys/train.jpg"))?.etag);
    expect((await own.card("toys/train.jpg"))?.etag).not.toBe((await own.card(null))?.etag);
    expect([await own.card("../secret.jpg"), await own.card("nothing.jpg")]).toEqual([null, null]);
    await expect(own.card("broken.jpg")).rejects.toThrow(UnreadableImage);
  });

  test("concurrent requests for the same image share it, and the queue is limited", async () => {
    const cacheDir = join(folder, "shared");
    const narrow = optimiser({ cacheDir, waitingMax: 1 });
    const same = Array.from({ length: 20 }, () => narrow.render(imageRequest()));
    const answers = await Promise.all(same);

    const others = ([320, 640, 768, 1024, 1280] as const).map((width) =>
      narrow.render(imageRequest({ width, quality: 50 })),
    );
    const outcomes = await Promise.allSettled(others);

    expect(new Set(answers.map((answer) => answer?.body)).size).toBe(1);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(QueueFull);
    }
    // The next one is served as if nothing had been.
    expect(await narrow.render(imageRequest({ width: 240 }))).not.toBeNull();
    const partial = () => readdirSync(cacheDir).filter((name) => name.startsWith("."));
    await expect.poll(partial).toEqual([]);
  });

  test("generated images survive a restart, and partial files are deleted", async () => {
    const cacheDir = join(folder, "kept");
    await optimiser({ cacheDir }).render(imageRequest());
    const draft = join(cacheDir, `.${"a".repeat(64)}.123456`);
    writeFileSync(draft, "half");
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    utimesSync(draft, twoHoursAgo, twoHoursAgo);

    const again = optimiser({ cacheDir });

    expect(await again.isStored(imageRequest())).toBe(true);
    expect(await again.isStored(imageRequest({ width: 320 }))).toBe(false);
    expect(readdirSync(cacheDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("the cache stays within its limit by evicting the least recently used", async () => {
    const first = await own.render(imageRequest({ format: "jpeg", width: 320 }));
    const cacheMaxBytes = (first?.body.byteLength ?? 0) * 8;
    const cacheDir = join(folder, "bounded");
    const bounded = optimiser({ cacheDir, cacheMaxBytes });

    for (const width of [320, 640, 768, 1024] as const)
      await bounded.render(imageRequest({ format: "jpeg", width }));

    expect(await bounded.isStored(imageRequest({ format: "jpeg", width: 1024 }))).toBe(true);
    await expect.poll(() => bounded.isStored(imageRequest({ format: "jpeg", width: 320 }))).toBe(false);
  });

  test("warming generates missing images, none twice, and reports unreadable files", async () => {
    const warmed = optimiser();
    const options = { images: warmed, sourceDir: join(folder, "images"), formats: ["webp"] } as const;

    const first = await warmImages(options);
    const second = await warmImages({ ...options, isPolite: true });

    expect(first.made).toBeGreaterThan(10);
    expect(second).toMatchObject({ made: 0, done: first.total });
    expect([...first.unreadable]).toEqual(expect.arrayContaining(["broken.jpg", "cut.jpg", "bomb.png"]));
    expect(await warmed.isStored(imageRequest({ width: 1280 }))).toBe(true);
    // 1280 pixels hold all of the 1200: more would be the same image again.
    expect(await warmed.isStored(imageRequest({ width: 1536 }))).toBe(false);
  });

  test("a cancelled warming generates nothing more", async () => {
    const source = { images: optimiser(), sourceDir: join(folder, "images"), formats: ["avif"] } as const;

    expect(await warmImages({ ...source, signal: AbortSignal.abort() })).toMatchObject({ made: 0 });
  });
});

describe("the transformation service, unsigned", () => {
  imagesContract({
    port: () => cloudinaryImages({ service: SERVICE, signing: null, origins: [remoteOrigin], own }),
    remoteOrigin: () => remoteOrigin,
  });
});

describe("the transformation service, signed, fetching", () => {
  const signing = { secret: "a-secret", signature: "long" } as const;
  const service = { ...SERVICE, folder: null };
  const signed = () => cloudinaryImages({ service, signing, origins: [remoteOrigin], own });

  imagesContract({ port: signed, remoteOrigin: () => remoteOrigin });

  test("another width has another signature of 32 characters, and the secret is in no address", async () => {
    const answers = await Promise.all(
      ([320, 640] as const).map((width) => signed().render(imageRequest({ width }))),
    );
    const found = answers.map((answer) => /\/fetch\/s--([\w-]{32})--\//.exec(JSON.stringify(answer))?.[1]);

    expect(found.every(Boolean)).toBe(true);
    expect(new Set(found).size).toBe(2);
    expect(JSON.stringify(answers)).not.toContain("a-secret");
  });
});

describe("addresses of the transformation service", () => {
  const source = { file: "products/duck-1.jpg", width: 640, quality: 75 } as const;
  const unnamed = { ...SERVICE, folder: null };
  const upload = `uploads/${"a".repeat(32)}.webp`;
  const remoteFile = "https://cdn.example/ä b(1)?x=%20";
  const scaled = (quality: string) => `c_limit,f_auto,q_auto:${quality},w_640`;

  test.each([
    ["an uploaded image by its folder", SERVICE, {}, `upload/${scaled("good")}/v1/shop/products/duck-1.jpg`],
    [
      "a fetched image by its address, with question mark and ampersand escaped",
      unnamed,
      { quality: 50 as const },
      `fetch/${scaled("eco")}/https://shop.example/image/products/duck-1.jpg%3Fw%3D1536%26f%3Djpeg`,
    ],
    [
      "an image from the desk by the shop's address, whatever the folder",
      SERVICE,
      { file: upload },
      `fetch/${scaled("good")}/https://shop.example/image/${upload}%3Fw%3D1536%26f%3Djpeg`,
    ],
    [
      "an image of another host by its fully escaped address",
      SERVICE,
      { file: remoteFile },
      `fetch/${scaled("good")}/https://cdn.example/%C3%A4%20b%281%29%3Fx%3D%2520`,
    ],
  ])("the service names %s", (_, service, changes, address) => {
    expect(transformationAddress(service, { ...source, ...changes })).toBe(`${SERVICE.base}/${address}`);
  });

  test("the signature covers transformation, image and secret", () => {
    const signedTexts: Array<string> = [];
    const sign = (text: string) => `s--${signedTexts.push(text)}--`;

    expect(transformationAddress(SERVICE, source, sign)).toContain("/upload/s--1--/c_limit,");
    expect(signedTexts).toEqual(["c_limit,f_auto,q_auto:good,w_640/shop/products/duck-1.jpg"]);
  });

  test("equals the signature of the vendor's own library", () => {
    const signing = { secret: "b", signature: "short" } as const;

    expect(signatureOf("c_crop,h_20,w_10/image.jpg", signing)).toBe("s--Ai4Znfl3--");
  });
});
