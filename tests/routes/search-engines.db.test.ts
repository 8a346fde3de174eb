import { existsSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { chosenVariant, type Variant } from "#app/models/catalogue/product.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { loader as manifest } from "#app/routes/files/manifest.ts";
import { loader as feed } from "#app/routes/files/merchant-feed.ts";
import { loader as robots } from "#app/routes/files/robots.ts";
import { loader as sitemapIndex } from "#app/routes/files/sitemap-index.ts";
import { loader as sitemap } from "#app/routes/files/sitemap.ts";
import { type FeedItem, readFeed, readSitemap, readXml } from "#tests/support/checks/feed.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import { requested } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const product = answering(productLoader);

useTestDatabase();

const ORIGIN = "http://localhost:3000";
/** Every product on one engine, each fifth on the other; the crawl compares every one again, over the built shop. */
const EVERY = process.env["TEST_ENGINE"] === "postgres" ? 5 : 1;

const visibleProducts = () =>
  db()
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.primary_category_id")
    .select(["products.id", "products.slug", "products.preorder_release_at", "categories.path"])
    .where("products.is_visible", "=", 1)
    .orderBy("products.id")
    .execute();

test("robots.txt names the sitemap and allows images and pages", async () => {
  const text = await robots().text();

  expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
  expect(text).not.toMatch(/^Disallow: \/(?:image|p|c|share|assets|login)?\/?$/m);
});

test("the sitemap contains every visible product once, with its date and its images", async () => {
  const files = readSitemap(await (await sitemapIndex()).text()).map(({ loc }) => loc);
  const fileOf = async (kind: string) =>
    (await sitemap(requested(`/sitemaps/${kind}-1.xml`, { file: `${kind}-1.xml` }))).text();
  const products = await visibleProducts();
  const listed = readSitemap(await fileOf("products"));
  const images = readXml(await fileOf("images"));

  const kinds = ["pages", "categories", "products", "brands", "blog", "information", "images"];
  expect(files).toEqual(kinds.map((kind) => `${ORIGIN}/sitemaps/${kind}-1.xml`));
  expect(listed.map(({ loc }) => loc)).toEqual(
    products.map(({ path, slug }) => `${ORIGIN}/p/${path}/${slug}`),
  );
  expect(listed.filter(({ lastmod }) => Number.isNaN(Date.parse(lastmod ?? "")))).toEqual([]);
  expect(images.getElementsByTagName("image:loc")).toHaveLength(261 - 3);
});

test("an unknown sitemap file is not found", async () => {
  const answer = await sitemap(requested("/sitemaps/products-9.xml", { file: "products-9.xml" })).catch(
    (thrown: unknown) => thrown as Response,
  );

  expect(answer.status).toBe(404);
});

let read: ReadonlyArray<FeedItem> | null = null;

/** Nothing in this file changes the catalogue, so once is enough. */
async function feedItems(): Promise<ReadonlyArray<FeedItem>> {
  read ??= readFeed(await feed().text());
  return read;
}

describe("the merchant feed", () => {
  test("contains every variant once, with all required fields", async () => {
    const items = await feedItems();
    const { count } = await db()
      .selectFrom("variants")
      .innerJoin("products", "products.id", "variants.product_id")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("products.is_visible", "=", 1)
      .executeTakeFirstOrThrow();

    expect(items).toHaveLength(count);
    expect(new Set(items.map(({ get }) => get("id"))).size).toBe(items.length);
    const lacking = items.flatMap(({ get, all }) => {
      const required = [
        ...["id", "title", "description", "link", "image_link", "availability", "price", "brand", "shipping"],
        ...(get("availability") === "preorder" ? ["availability_date"] : []),
        ...(get("gtin") === null ? ["identifier_exists"] : []),
      ];
      return required
        .filter((name) => all(name).length !== 1 || get(name) === "")
        .map((name) => [get("id"), name]);
    });
    expect(lacking).toEqual([]);
    const limits = items.map(({ get, all }) => [
      (get("id") ?? "").length <= 50,
      (get("title") ?? "").length <= 150,
      (get("description") ?? "").length <= 5_000,
      all("additional_image_link").length <= 10,
    ]);
    expect(limits.flat().includes(false)).toBe(false);
  });

  test("groups the variants of a product, which differ", async () => {
    const items = await feedItems();
    const groups = new Map<string, ReadonlyArray<FeedItem>>();
    for (const item of items) {
      const group = item.get("item_group_id");
      if (group !== null) groups.set(group, [...(groups.get(group) ?? []), item]);
    }

    expect(groups.size).toBeGreaterThan(20);
    for (const [group, members] of groups) {
      const traits = new Set(members.map(({ get }) => `${get("color") ?? ""}|${get("size") ?? ""}`));
      expect([group, traits.size]).toEqual([group, members.length]);
    }
  });

  test("has for every variant the price, the former price and the stock of its page", async () => {
    const items = new Map((await feedItems()).map((item) => [item.get("id"), item]));
    type Page = Readonly<{ product: Parameters<typeof chosenVariant>[0] }>;
    const stocks: Readonly<Record<Variant["stock"], string>> = {
      "in-stock": "in_stock",
      "low-stock": "in_stock",
      "out-of-stock": "out_of_stock",
      discontinued: "out_of_stock",
      preorder: "preorder",
    };
    let compared = 0;
    const products = (await visibleProducts()).filter((_, index) => index % EVERY === 0);
    for (const { path, slug } of products) {
      const answer = await product(requested(`/p/${path}/${slug}`));
      const page = (await answer.json()) as unknown as Page;
      for (const variant of page.product.variants) {
        const item = items.get(variant.sku);
        const { now, was } = variant.price;
        const link = new URL(item?.get("link") ?? "");
        const named = { swatch: link.searchParams.get("swatch"), variant: link.searchParams.get("variant") };
        expect({
          sku: variant.sku,
          path: link.pathname,
          leadsTo: chosenVariant(page.product, named).sku,
          price: item?.get("price"),
          sale: item?.get("sale_price") ?? null,
          stock: item?.get("availability"),
        }).toEqual({
          sku: variant.sku,
          path: `/p/${path}/${slug}`,
          leadsTo: variant.sku,
          price: `${decimalAmount(was ?? now)} GBP`,
          sale: was ? `${decimalAmount(now)} GBP` : null,
          stock: stocks[variant.stock],
        });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(EVERY === 1 ? items.size : products.length);
  });
});

test("the manifest has the store's name and colours, and its images exist", async () => {
  const answer = await manifest();
  const {
    name,
    theme_color: theme,
    icons,
  } = (await answer.json()) as {
    name: string;
    theme_color: string;
    icons: ReadonlyArray<{ src: string; sizes: string; purpose?: string }>;
  };

  expect([name, theme]).toEqual(["Hollybough", "#252729"]);
  expect(icons.filter(({ src }) => !existsSync(`public${src}`))).toEqual([]);
  const drawn = icons.filter(({ src }) => src.endsWith(".png"));
  expect(drawn.map(({ src, sizes }) => [src, sizes])).toEqual(drawn.map(({ src }) => [src, pngSize(src)]));
  expect(icons.map(({ purpose }) => purpose)).toContain("maskable");
});

/** A PNG's own width and height, which follow its signature and the name of its first part. */
function pngSize(src: string): string {
  const bytes = readFileSync(`public${src}`);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test("the icons of a page have the sizes that it states", () => {
  expect(["/icon-32.png", "/apple-touch-icon.png"].map(pngSize)).toEqual(["32x32", "180x180"]);
});
