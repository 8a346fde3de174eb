/** The image route of the built shop, asked decently and otherwise. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp from "sharp";
import { afterAll, expect, test } from "vitest";

import { rawRequest } from "#tests/support/people/raw-http.ts";
import { shopForTest, useShop } from "#tests/support/shops/use-shop.ts";
import { bomb, chatterbox, honestImages, lyingImages } from "#tests/support/vendors/images.ts";

let imageDir: string;
const shop = useShop(async () => {
  imageDir = mkdtempSync(join(tmpdir(), "shop-images-"));
  await honestImages(imageDir);
  await lyingImages(imageDir);
  writeFileSync(join(imageDir, "bomb.png"), bomb(16_000));
  writeFileSync(join(imageDir, "chatter.png"), chatterbox(10_000_000));
  writeFileSync(join(imageDir, ".hidden.jpg"), readFileSync(join(imageDir, "toys/train.jpg")));
  symlinkSync("/etc/hostname", join(imageDir, "link.jpg"));
  return { env: { IMAGE_DIR: imageDir, IMAGE_DOMAINS: "cdn.invalid" }, seed: false };
});

afterAll(() => rmSync(imageDir, { recursive: true, force: true }));

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
  const image = await sharp(Buffer.from(await response.arrayBuffer())).metadata();

  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("vary")).toContain("Accept");
  expect([image.width, image.height]).toEqual([640, 480]);
  expect(image.exif).toBeUndefined();
});

test("a named format is served whatever the browser accepts", async () => {
  const response = await get("/image/toys/train.jpg?w=320&q=50&f=webp", { Accept: "image/avif" });

  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("vary") ?? "").not.toContain("Accept,");
});

test("a browser that has the image gets 304, and a changed original is a new image", async () => {
  const first = await get("/image/small.png?w=320&f=webp");
  const tag = first.headers.get("etag") ?? "";
  const again = await get("/image/small.png?w=320&f=webp", { "If-None-Match": tag });
  utimesSync(join(imageDir, "small.png"), new Date(), new Date(Date.now() + 5_000));
  const changed = await get("/image/small.png?w=320&f=webp", { "If-None-Match": tag });

  expect([first.status, again.status, changed.status]).toEqual([200, 304, 200]);
});

test("an image with a version is cached for ever, one without for a day", async () => {
  expect((await get("/image/small.png?w=320&v=3")).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
  expect((await get("/image/small.png?w=320")).headers.get("cache-control")).toBe(
    "public, max-age=86400, stale-while-revalidate=604800",
  );
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
  "?w=320&v=",
  "?w=320&v=../x",
  "?w=320&src=https://cdn.invalid/a.jpg",
])("%j is not an offered size", async (query) => {
  expect((await get(`/image/toys/train.jpg${query}`)).status).toBe(400);
});

test("a file that is not the type that its name states is not opened", async () => {
  expect((await get("/image/drawing.png?w=320")).status).toBe(415);
});

test("an image opened on its own cannot run scripts", async () => {
  const { headers } = await get("/image/small.png?w=320");

  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(headers.get("content-disposition")).toBe("inline");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  "nothing.jpg",
  "drawing.svg",
  "link.jpg",
  "toys",
  "toys/",
  "toys/train.jpg%20",
  "http:/127.0.0.1/x.jpg",
  "../package.json",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e/%2e%2e/etc/passwd",
  "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
  "..%252f..%252fetc%252fpasswd",
  "..%5c..%5cetc%5cpasswd",
  "..\\..\\etc\\passwd",
  "....//....//etc/passwd",
  "..;/..;/etc/passwd",
  "/etc/passwd",
  "//etc/passwd",
  "%2fetc%2fpasswd",
  "toys/../../../etc/passwd",
  "toys/train.jpg%00.png",
  "%00",
  "%c0%ae%c0%ae/etc/passwd",
  "%E0%A4%A",
  "file:///etc/passwd",
  "C:%5cboot.ini",
  ".hidden.jpg",
  "toys/.%2ftrain.jpg",
])("/image/%s serves no file", async (path) => {
  const answer = await rawRequest(
    shop.port,
    `GET /image/${path}?w=320 HTTP/1.1\r\nHost: localhost:${shop.port}\r\nConnection: close\r\n\r\n`,
  );

  expect([400, 404]).toContain(answer.status);
  expect(answer.body).not.toMatch(/root:|dependencies|hollybough/);
  expect(answer.body).not.toContain(imageDir);
});

test.each([
  "http://127.0.0.1/a.jpg",
  "https://cdn.invalid.evil.example/a.jpg",
  "https://cdn.invalid@127.0.0.1/a.jpg",
  "https://cdn.invalid:8443/a.jpg",
  "http://cdn.invalid/a.jpg",
  "//cdn.invalid/a.jpg",
  "toys/train.jpg",
  "",
])("no image is fetched from %j", async (source) => {
  expect((await get(`/image/remote?w=320&src=${encodeURIComponent(source)}`)).status).toBe(400);
});

test("an image of a listed host that is down is not found", async () => {
  expect((await get("/image/remote?w=320&src=https%3A%2F%2Fcdn.invalid%2Fa.jpg")).status).toBe(404);
});

test("fifty concurrent bombs and oversized files use little memory, and other images are served", async () => {
  const before = peakMemory();

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      get(`/image/${place % 2 ? "bomb" : "chatter"}.png?w=${place % 4 < 2 ? 640 : 320}&f=webp`),
    ),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 415]));
  expect(peakMemory() - before).toBeLessThan(150_000_000);
  expect((await get("/image/toys/train.jpg?w=96")).status).toBe(200);
});

/** The most memory that the shop has held so far, in bytes. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${shop.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

test("a cached image that was deleted from the disk is generated again", async () => {
  const first = await get("/image/toys/train.jpg?w=768&f=jpeg");
  rmSync(join(shop.dataDir, "images"), { recursive: true });

  const again = await get("/image/toys/train.jpg?w=768&f=jpeg");

  expect([first.status, again.status]).toEqual([200, 200]);
});

const CLOUDINARY = { IMAGE_PROVIDER: "cloudinary", CLOUDINARY_CLOUD: "demo", CLOUDINARY_FOLDER: "shop" };

/** The home page of a shop with these settings, and where it sends those who ask for an image. */
async function homeWith(env: Record<string, string>) {
  const other = await shopForTest({ env });
  const page = await fetch(other.origin);
  const image = await fetch(`${other.origin}/image/toys/train.jpg?w=640`, { redirect: "manual" });
  const [policy, html] = [page.headers.get("content-security-policy"), await page.text()];
  return { policy, html, status: image.status, location: image.headers.get("location") };
}

test("with a transformation service pages show its images only, and the shop redirects to it", async () => {
  const { policy, html, status, location } = await homeWith(CLOUDINARY);

  expect(policy).toContain("img-src 'self' data: https://res.cloudinary.com;");
  expect(html).toContain("https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,");
  expect([status, location]).toEqual([
    302,
    "https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto:good,w_640/v1/shop/toys/train.jpg",
  ]);
  expect((await get("/")).headers.get("content-security-policy")).toContain("img-src 'self' data:;");
});

test("with signed addresses pages show the shop's own, and the secret is not revealed", async () => {
  const signing = { CLOUDINARY_SIGNING_SECRET: "a-signing-secret" };
  const { html, location } = await homeWith({ ...CLOUDINARY, ...signing });

  expect(html).toContain("/image/banners/");
  expect(html).not.toMatch(/res\.cloudinary|a-signing-secret/);
  expect(location).toMatch(/\/demo\/image\/upload\/s--[\w-]{32}--\/c_limit,/);
});

test("a visitor who leaves while images are made for them is no error of the shop", async () => {
  const visitor = new AbortController();
  const answers = ["avif", "webp", "jpeg"].flatMap((format) =>
    [320, 480, 640, 768, 1024, 1280].map((width) =>
      fetch(`${shop.origin}/image/toys/train.jpg?w=${width}&f=${format}`, visitor).catch(() => null),
    ),
  );
  // With the first of them, the others wait for their turn.
  await Promise.any(answers);
  visitor.abort();
  const seen = await Promise.all(answers);

  expect(seen).toContain(null);
  await expect.poll(shop.logs).toMatch(/visitor left/);
  expect(shop.logs()).not.toMatch(/AbortError/);
});
