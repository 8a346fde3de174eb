import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";

import { priceOf, type StockState, type Variant } from "#app/models/catalogue/product.ts";
import { feedItemText, type FeedProduct } from "#app/models/marketing/merchant-feed.ts";
import { worldGtin } from "#app/models/seo/schema-org-offer.ts";
import { productMarkup } from "#app/models/seo/schema-org-product.ts";
import { breadcrumbMarkup } from "#app/models/seo/schema-org.ts";
import {
  readSitemapFileName,
  sitemapEntryText,
  sitemapFileName,
  sitemapFiles,
} from "#app/models/seo/sitemap.ts";
import { decimalAmount } from "#app/models/shared/decimal.ts";
import { money } from "#app/models/shared/money.ts";
import { structuredText } from "#app/models/shared/schema-org.ts";
import { escapeXml, xmlText } from "#app/models/shared/xml.ts";
import { type FeedItem, readFeed, readXml } from "#tests/support/checks/feed.ts";

const HOSTILE = `</script><script>alert(1)</script> & "quotes" 'too' ]]> <!-- \u2028`;

describe("XML", () => {
  test("contains its input again, except for characters that it cannot represent", () => {
    const document = readXml(xmlText(["a", [["b", `${HOSTILE}\u0000\u0008\ud800`]]]));

    expect(document.querySelector("b")?.textContent).toBe(HOSTILE);
  });

  test("preserves emoji", () => {
    expect(escapeXml("🧸")).toBe("🧸");
  });
});

describe("the sitemap", () => {
  test("has a file for every 50,000 addresses, and none for none", () => {
    const counts = { pages: 9, categories: 0, products: 100_001, brands: 1, blog: 1, information: 1 };
    const numbers = ["pages-1", "products-1", "products-2", "products-3", "brands-1", "blog-1"];

    expect(sitemapFiles({ ...counts, images: 50_000 }).map(sitemapFileName)).toEqual(
      [...numbers, "information-1", "images-1"].map((name) => `${name}.xml`),
    );
  });

  test("finds its files by name", () => {
    expect(readSitemapFileName("products-12.xml")).toEqual({ kind: "products", number: 12 });
    for (const wrong of ["products-0.xml", "products.xml", "toys-1.xml", "products-1.xml.gz", ""])
      expect(readSitemapFileName(wrong)).toBeNull();
    expect(readSitemapFileName("../products-1.xml")).toBeNull();
  });

  test("has absolute addresses", () => {
    const entry = { path: "/p/a/b", changedOn: "2026-11-21", images: ["/image/a.jpg?w=1280&q=75"] };

    expect(sitemapEntryText(entry, "https://shop.example")).toBe(
      "<url><loc>https://shop.example/p/a/b</loc><lastmod>2026-11-21</lastmod>" +
        "<image:image><image:loc>https://shop.example/image/a.jpg?w=1280&amp;q=75</image:loc></image:image></url>\n",
    );
  });
});

describe("a GTIN", () => {
  // GS1's own examples, and the restricted prefixes that Google refuses.
  test.each([
    ["9501101020917", "9501101020917"],
    ["614141123452", "614141123452"],
    ["96385074", "96385074"],
    ["9501101020918", null],
    ["0200000350000", null],
    ["2000000000008", null],
    ["0000000000000", null],
    ["123", null],
    ["", null],
    ["95011010209 7", null],
  ])("%s: %s", (text, expected) => {
    expect(worldGtin(text)).toBe(expected);
  });
});

test("amounts have two decimals and no float in them", () => {
  expect([0, 5, 70, 1_995, 115_000].map((minor) => decimalAmount(money(minor, "GBP")))).toEqual([
    "0.00",
    "0.05",
    "0.70",
    "19.95",
    "1150.00",
  ]);
});

const variant = (id: number, more: Partial<Variant> = {}): Variant => ({
  id,
  sku: `HB-${id}`,
  gtin: "",
  label: null,
  options: {},
  price: priceOf(money(5_400, "GBP"), null),
  available: 3,
  stock: "in-stock",
  image: { file: "products/a-1.jpg", alt: "A", width: 100, height: 100 },
  ...more,
});

const feedProduct = (variants: ReadonlyArray<Variant>, more: Partial<FeedProduct> = {}): FeedProduct => ({
  sku: "HB",
  name: "Rainbow",
  brandName: "Hollybough",
  address: "https://shop.example/p/toys/rainbow",
  shortDescription: "Seven arches.",
  description: "Made of *lime wood*.",
  condition: "new",
  googleCategory: "Toys & Games > Toys",
  productType: "Wooden toys",
  weightGrams: 1_400,
  deliveryClass: "small",
  preorderReleaseAt: null,
  options: [],
  variants,
  ...more,
});

const ITEM = { images: ["https://shop.example/image/a.jpg?w=1280"], countryCode: "GB" };
const DELIVERY = {
  name: "Standard delivery",
  price: money(395, "GBP"),
  handling: { min: 0, max: 1 },
  transit: { min: 1, max: 2 },
};

function itemOf(product: FeedProduct, one: Variant): FeedItem["all"] {
  const text = feedItemText(product, { variant: one, delivery: DELIVERY, ...ITEM });
  const [item] = readFeed(text.replace("<item>", '<item xmlns:g="http://base.google.com/ns/1.0">'));
  return item?.all ?? (() => []);
}

describe("an item of the feed", () => {
  test("has the former price as its price when reduced", () => {
    const reduced = variant(1, { price: priceOf(money(5_400, "GBP"), money(4_320, "GBP")) });
    const value = itemOf(feedProduct([reduced]), reduced);

    expect([value("price"), value("sale_price")]).toEqual([["54.00 GBP"], ["43.20 GBP"]]);
  });

  test("has a category of Google's only where it is known", () => {
    const one = variant(1);
    const unknown = { ...feedProduct([one]), googleCategory: "" };

    expect(itemOf(feedProduct([one]), one)("google_product_category")).toHaveLength(1);
    expect(itemOf(unknown, one)("google_product_category")).toEqual([]);
  });

  test("has a group and its own address only where there is a choice of variants", () => {
    const values = ["Red", "Blue"].map((label) => ({ key: label.toLowerCase(), label, hex: null }));
    const options = [{ id: 1, name: "Colour", type: "swatch", values }];
    const red = variant(1, { options: { Colour: "red" }, label: "Red" });
    const blue = variant(2, { options: { Colour: "blue" }, label: "Blue" });
    const grouped = itemOf(feedProduct([red, blue], { options }), blue);
    const single = itemOf(feedProduct([red], { options }), red);

    expect(["item_group_id", "color", "link", "title"].flatMap(grouped)).toEqual([
      "HB",
      "Blue",
      "https://shop.example/p/toys/rainbow?swatch=blue",
      "Rainbow, Blue",
    ]);
    expect(["item_group_id", "color", "link", "title"].flatMap(single)).toEqual([
      "https://shop.example/p/toys/rainbow",
      "Rainbow",
    ]);
  });

  test.each<[StockState, string]>([
    ["in-stock", "in_stock"],
    ["low-stock", "in_stock"],
    ["out-of-stock", "out_of_stock"],
    ["discontinued", "out_of_stock"],
    ["preorder", "preorder"],
  ])("that is %s is %s", (stock, expected) => {
    const one = variant(1, { stock });
    const releaseAt = stock === "preorder" ? "2026-12-12T00:00:00.000Z" : null;
    const value = itemOf(feedProduct([one], { preorderReleaseAt: releaseAt }), one);

    expect(value("availability")).toEqual([expected]);
    expect(value("availability_date")).toEqual(releaseAt ? [releaseAt] : []);
  });

  test("states a missing identifier, and the delivery price", () => {
    const own = variant(1);
    const branded = variant(2, { gtin: "9501101020917" });

    expect(itemOf(feedProduct([own]), own)("identifier_exists")).toEqual(["no"]);
    expect(itemOf(feedProduct([branded]), branded)("gtin")).toEqual(["9501101020917"]);
    expect(itemOf(feedProduct([branded]), branded)("identifier_exists")).toEqual([]);
    expect(itemOf(feedProduct([own]), own)("shipping")).toEqual(["GBStandard delivery3.95 GBP"]);
  });
});

describe("structured data", () => {
  test("cannot be broken out of, and contains its input", () => {
    const text = structuredText([
      breadcrumbMarkup([{ name: HOSTILE, path: "/c/x" }], "https://shop.example"),
    ]);
    const element = new JSDOM(`<script type="application/ld+json">${text}</script><p>after</p>`).window
      .document;

    expect(text).not.toMatch(/[<\u2028\u2029]/);
    expect(element.querySelectorAll("script").length).toBe(1);
    expect(JSON.parse(element.querySelector("script")?.textContent ?? "")).toMatchObject({
      itemListElement: [{ name: HOSTILE, position: 1 }],
    });
  });

  test("leaves steps without an address out of the breadcrumbs, except for the current page", () => {
    const crumbs = [
      { name: "Home", path: "/" },
      { name: "Nowhere", path: null },
      { name: "Here", path: null },
    ];

    expect(breadcrumbMarkup(crumbs, "https://shop.example")["itemListElement"]).toEqual([
      { "@type": "ListItem", position: 1, name: "Home", item: "https://shop.example/" },
      { "@type": "ListItem", position: 2, name: "Here" },
    ]);
  });

  test("contains a rating only if there are reviews", () => {
    const product = {
      name: "Rainbow",
      sku: "HB",
      brand: { id: 1, name: "Hollybough", slug: "hollybough" },
      path: "/p/toys/rainbow",
      shortDescription: "Seven arches.",
      options: [],
      variants: [variant(1)],
      isToy: true,
      ageMinMonths: 18,
      ageMaxMonths: null,
    };
    const page = {
      terms: { country: "GB", returnDays: 30, isReturnFree: true, deliveries: [null] },
      origin: "https://shop.example",
      storeName: "Hollybough",
      imagePath: (file: string) => `/image/${file}`,
    };
    const rating = { average: 4.5, count: 2, distribution: [] };

    expect(productMarkup({ ...product, rating: null }, page)).not.toHaveProperty("aggregateRating");
    expect(productMarkup({ ...product, rating }, page)).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
      audience: { suggestedMinAge: 1.5 },
    });
  });
});
