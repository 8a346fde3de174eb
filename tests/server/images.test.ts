/** The picture route of the built shop, asked decently and otherwise. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningShop, startShop } from "#tests/support/server.ts";

let shop: RunningShop;
let pictureDir: string;

beforeAll(async () => {
  pictureDir = mkdtempSync(join(tmpdir(), "shop-pictures-"));
  await fillFolder(pictureDir);
  shop = await startShop({ env: { PICTURE_DIR: pictureDir }, seed: false });
});

afterAll(async () => {
  await shop.stop();
  rmSync(pictureDir, { recursive: true, force: true });
});

async function fillFolder(folder: string): Promise<void> {
  const noise = { create: { width: 1200, height: 900, channels: 3 as const, background: "#c86" } };
  mkdirSync(join(folder, "toys"));
  const tagged = sharp(noise).withExif({ IFD0: { Copyright: "secret-place" } });
  await tagged.jpeg().toFile(join(folder, "toys/train.jpg"));
  await sharp({ create: { ...noise.create, width: 400, height: 300 } })
    .png()
    .toFile(join(folder, "small.png"));
  writeFileSync(
    join(folder, "drawing.svg"),
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
  );
  writeFileSync(
    join(folder, "drawing.png"),
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
  );
  writeFileSync(join(folder, "anim.jpg"), "GIF89a".padEnd(64, "\0"));
  writeFileSync(join(folder, "page.jpg"), "%PDF-1.7".padEnd(64, "\0"));
  writeFileSync(join(folder, "cut.jpg"), readFileSync(join(folder, "toys/train.jpg")).subarray(0, 900));
  writeFileSync(join(folder, "bomb.png"), bomb(16_000));
  writeFileSync(join(folder, ".hidden.jpg"), "x");
  symlinkSync("/etc/hostname", join(folder, "link.jpg"));
}

/** A PNG of `side` × `side` black pixels, in a few hundred kilobytes at most. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(data: Buffer): number {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(shop.origin + path, { headers });
}

test.each([
  ["image/avif,image/webp,*/*", "image/avif"],
  ["image/webp,*/*", "image/webp"],
  ["image/avif;q=0,image/webp", "image/webp"],
  ["*/*", "image/jpeg"],
])("a browser that accepts %s gets %s", async (accept, type) => {
  const response = await get("/image/toys/train.jpg?w=640", { Accept: accept });
  const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();

  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("vary")).toContain("Accept");
  expect([picture.width, picture.height]).toEqual([640, 480]);
  expect(picture.exif).toBeUndefined();
});

test("a named format is given whatever the browser accepts", async () => {
  const response = await get("/image/toys/train.jpg?w=320&q=50&f=webp", { Accept: "image/avif" });

  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("vary") ?? "").not.toContain("Accept,");
});

test("a picture is never made larger than it is", async () => {
  const response = await get("/image/small.png?w=1536&f=jpeg");

  expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(400);
});

test("a browser that has the picture gets 304; a changed original is a new picture", async () => {
  const first = await get("/image/small.png?w=320&f=webp");
  const tag = first.headers.get("etag") ?? "";
  const again = await get("/image/small.png?w=320&f=webp", { "If-None-Match": tag });
  utimesSync(join(pictureDir, "small.png"), new Date(), new Date(Date.now() + 5_000));
  const changed = await get("/image/small.png?w=320&f=webp", { "If-None-Match": tag });

  expect([first.status, again.status, changed.status]).toEqual([200, 304, 200]);
});

test("a picture with a version is kept for ever, one without for a day", async () => {
  expect((await get("/image/small.png?w=320&v=3")).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
  expect((await get("/image/small.png?w=320")).headers.get("cache-control")).toBe("public, max-age=86400");
});

test.each([
  "",
  "?w=17",
  "?w=1000000000",
  "?w=0",
  "?w=-320",
  "?w=320.0",
  "?w=0x140",
  "?w=320&q=76",
  "?w=320&q=100",
  "?w=320&f=gif",
  "?w=320&f=svg",
  "?w=320&f=",
  "?w=320&w=640",
  "?w=320&url=http://127.0.0.1/",
  "?w=320&h=200",
])("%j is not a size the shop makes", async (query) => {
  expect((await get(`/image/toys/train.jpg${query}`)).status).toBe(400);
});

test.each([
  "nothing.jpg",
  "drawing.svg",
  ".hidden.jpg",
  "link.jpg",
  "toys",
  "toys/",
  "http:/127.0.0.1/x.jpg",
  "file:/etc/passwd",
  "toys/train.jpg%20",
  "..%2f..%2fpackage.json",
])("/image/%s is no picture of the shop", async (file) => {
  const response = await get(`/image/${file}?w=320`);

  expect([400, 404]).toContain(response.status);
  expect(await response.text()).not.toContain(pictureDir);
});

test.each(["drawing.png", "anim.jpg", "page.jpg", "cut.jpg"])(
  "%s is not what its name says, and is not opened",
  async (file) => {
    expect((await get(`/image/${file}?w=320`)).status).toBe(415);
  },
);

test("a picture that would unfold to 256 million pixels is refused at once", async () => {
  const startedAt = performance.now();

  const response = await get("/image/bomb.png?w=320");

  expect(response.status).toBe(415);
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(statSync(join(pictureDir, "bomb.png")).size).toBeLessThan(100_000);
});

test("fifty askers for the same new picture have it made once and leave no half-written file", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => get("/image/toys/train.jpg?w=1024&f=webp")),
  );
  const bodies = await Promise.all(
    answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString("base64")),
  );

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(bodies).size).toBe(1);
  expect(readdirSync(join(shop.dataDir, "pictures")).filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual(
    [],
  );
});

test("a kept picture that vanished from the disk is made again", async () => {
  const first = await get("/image/toys/train.jpg?w=768&f=jpeg");
  rmSync(join(shop.dataDir, "pictures"), { recursive: true });

  const again = await get("/image/toys/train.jpg?w=768&f=jpeg");

  expect([first.status, again.status]).toEqual([200, 200]);
});
