/** The variant that an address names is the one shown, priced, pictured, added and ordered: all of the demo catalogue. */
import { readFileSync } from "node:fs";

import { beforeAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { type Page, readPage, wordsOf } from "#tests/support/people/page.ts";
import { goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const VARIANTS_IN_THE_DEMO = 133;
/** Fewer than the fifty that a basket holds. */
const LINES_PER_BASKET = 45;

type SourceOption = Readonly<{ id: number; name: string; type: string }>;
type SourceVariant = Readonly<{
  id: number;
  sku: string;
  label: string | null;
  options: Readonly<Record<string, string>>;
  price: number | null;
  sale_price: number | null;
  stock: number;
  image: string;
}>;
type SourceProduct = Readonly<{
  id: number;
  slug: string;
  name: string;
  primary_category: string;
  price: number;
  sale_price: number | null;
  availability: string;
  is_visible: boolean;
  options: ReadonlyArray<SourceOption>;
  variants: ReadonlyArray<SourceVariant>;
}>;
type Item = Readonly<{ product: SourceProduct; variant: SourceVariant; address: string }>;

const PRODUCTS = sourceOf("products.json") as ReadonlyArray<SourceProduct>;
const { settings } = sourceOf("store.json") as { settings: { low_stock_threshold: number } };
const LOW_STOCK = settings.low_stock_threshold;
const ITEMS = PRODUCTS.flatMap((product) =>
  product.variants.map((variant): Item => ({ product, variant, address: addressOf(product, variant) })),
);
const SHOWN = ITEMS.filter(({ product }) => product.is_visible);
const BUYABLE = SHOWN.filter(({ variant }) => variant.stock > 0);
const SOLD_OUT = SHOWN.filter(({ variant }) => variant.stock <= 0);

const shop = useShop();
const pages = new Map<Item, Page>();

beforeAll(async () => {
  const visitor = new Shopper(shop.origin);
  for (const item of SHOWN) {
    const { status, body } = await visitor.get(item.address);
    expect(status, item.address).toBe(200);
    pages.set(item, readPage(body, shop.origin + item.address));
  }
});

test("the demo catalogue is complete, with sold-out, reduced, hidden and pre-order variants", () => {
  expect(ITEMS).toHaveLength(VARIANTS_IN_THE_DEMO);
  expect(SOLD_OUT.length).toBeGreaterThan(0);
  expect(SHOWN.length).toBeLessThan(ITEMS.length);
  expect(SHOWN.some(({ product }) => product.availability === "preorder")).toBe(true);
  expect(SHOWN.some(({ product }) => product.sale_price !== null)).toBe(true);
  expect(SHOWN.some(({ address }) => address.includes("variant="))).toBe(true);
});

test("each address shows its variant: name, price, main image, stock and chosen options", () => {
  expect(SHOWN.map(shownOn)).toEqual(SHOWN.map(expectedOn));
});

test("the form of each page adds that variant, the order contains what was chosen, and a sold-out one has no form", async () => {
  expect(SOLD_OUT.filter((item) => buyingForm(item) !== null)).toEqual([]);
  for (let start = 0; start < BUYABLE.length; start += LINES_PER_BASKET) {
    const shopper = new Shopper(shop.origin);
    for (const item of BUYABLE.slice(start, start + LINES_PER_BASKET)) {
      const { status, location } = await shopper.post("/cart", addFields(item));
      const added = [item.variant.sku, status, withoutAdded(location)];
      expect(added).toEqual([item.variant.sku, 303, item.address]);
      expect(lastLine()).toEqual({ variant_id: item.variant.id, quantity: 1 });
    }
    await payAt(shopper, await goToPayment(shopper));
  }

  const expected = BUYABLE.map(expectedLine).sort((a, b) => (a.sku < b.sku ? -1 : 1));
  await expect.poll(orderedLines).toEqual(expected);
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

function sourceOf(file: string): unknown {
  return JSON.parse(readFileSync(`content/catalogue/${file}`, "utf8"));
}

function pathOf(product: SourceProduct): string {
  return `/p/${product.primary_category}/${product.slug}`;
}

/** The shortest query that names the variant: nothing, its colour, or its colour and id. */
function addressOf(product: SourceProduct, variant: SourceVariant): string {
  if (product.variants.length === 1) return pathOf(product);
  const colour = product.options.find(({ type }) => type === "swatch")?.name ?? "";
  const swatch = variant.options[colour] ?? "";
  const alike = product.variants.filter((other) => other.options[colour] === swatch);
  const query = new URLSearchParams({ swatch });
  if (alike.length > 1) query.set("variant", String(variant.id));
  return `${pathOf(product)}?${query.toString()}`;
}

function expectedOn({ product, variant }: Item) {
  const canBuy = variant.stock > 0;
  return {
    sku: variant.sku,
    name: product.name,
    inTitle: true,
    ...expectedPrice(product, variant),
    image: `/image/${variant.image}`,
    stock: `${expectedStock(product, variant)}${variant.label ? ` in ${variant.label}` : ""}`,
    articleNumber: true,
    chosen: Object.fromEntries(
      product.options.map(({ id, name }) => [`option-${id}`, variant.options[name] ?? null]),
    ),
    variantId: canBuy ? String(variant.id) : null,
  };
}

function shownOn(item: Item) {
  const page = pageOf(item);
  const { document } = page;
  const top = wordsOf(document.querySelector("main h1")?.parentElement ?? null) ?? "";
  const price = /(?:Was £([\d,.]+\d), now )?£([\d,.]+\d)/.exec(top);
  const image = document.querySelector('main section[aria-label^="Images of"] li img');
  const facts = [...document.querySelectorAll("main li")];
  const stock = facts.find((fact) => fact.textContent.includes("Product code")) ?? null;
  const checked = [
    ...document.querySelectorAll<HTMLInputElement>("main input[name^=option-][type=radio]:checked"),
  ];
  return {
    sku: item.variant.sku,
    name: page.text("main h1"),
    inTitle: document.title.includes(item.address.includes("?") ? (item.variant.label ?? "") : ""),
    price: pence(price?.[2]),
    was: pence(price?.[1]),
    image: image?.getAttribute("src")?.split("?")[0],
    stock: wordsOf(stock?.querySelector("b") ?? null),
    articleNumber: stock?.textContent.includes(`Product code ${item.variant.sku}.`),
    chosen: Object.fromEntries(checked.map(({ name, value }) => [name, value])),
    variantId: buyingForm(item)?.querySelector<HTMLInputElement>("input[name=variantId]")?.value ?? null,
  };
}

function expectedPrice(product: SourceProduct, variant: SourceVariant) {
  const usual = variant.price ?? product.price;
  const reduced = variant.sale_price ?? product.sale_price;
  const isReduced = reduced !== null && reduced > 0 && reduced < usual;
  return {
    price: Math.round((isReduced ? reduced : usual) * 100),
    was: isReduced ? Math.round(usual * 100) : null,
  };
}

function expectedStock(product: SourceProduct, variant: SourceVariant): string {
  if (variant.stock <= 0) return "Sold out";
  if (product.availability === "preorder") return "Pre-order";
  return variant.stock <= LOW_STOCK ? `Only ${variant.stock} left` : "In stock";
}

function pence(text: string | undefined): number | null {
  return text === undefined ? null : Math.round(Number(text.replaceAll(",", "")) * 100);
}

function pageOf(item: Item): Page {
  const page = pages.get(item);
  if (!page) throw new Error(`${item.address} was not visited`);
  return page;
}

function buyingForm(item: Item): HTMLFormElement | null {
  // A product that can have words on it answers its own form.
  const { pathname } = new URL(item.address, shop.origin);
  const forms = pageOf(item).document.querySelectorAll<HTMLFormElement>(
    `main form:is([action="/cart"], [method="post"][action="${pathname}"])`,
  );
  return [...forms].find((form) => form.querySelector('button[value="add"]')) ?? null;
}

function addFields(item: Item) {
  const form = buyingForm(item);
  if (!form) throw new Error(`${item.address} has nothing to buy`);
  const fields = pageOf(item).fields(form, "add");
  return form.querySelector("[name=personalisation]") ? { ...fields, personalisation: "plain" } : fields;
}

/** The address that adding leads back to, without the mark that opens the mini-basket. */
function withoutAdded(location: string | null): string {
  const url = new URL(location ?? "", shop.origin);
  url.searchParams.delete("added");
  return url.pathname + url.search;
}

function expectedLine({ product, variant }: Item) {
  return {
    sku: variant.sku,
    name: product.name,
    variant_label: variant.label,
    image: variant.image,
    quantity: 1,
    unit_price_minor: expectedPrice(product, variant).price,
    status: "paid",
  };
}

const rows = (query: string) => withDatabase(shop, (database) => database.prepare(query).all());

const orderedLines = () =>
  rows(
    `SELECT sku, name, variant_label, image, quantity, unit_price_minor, orders.status FROM order_lines
     JOIN orders ON orders.id = order_lines.order_id ORDER BY sku`,
  );

/** What was put into a basket last. */
const lastLine = () => rows("SELECT variant_id, quantity FROM cart_lines ORDER BY rowid DESC LIMIT 1")[0];
