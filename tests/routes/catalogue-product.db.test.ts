import { readFileSync } from "node:fs";

import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test, vi } from "vitest";

import { loader as brand } from "#app/routes/catalogue/brand.tsx";
import { loader as category } from "#app/routes/catalogue/category.tsx";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { loader as productById } from "#app/routes/catalogue/product-by-id.tsx";
import { loader as productIndex } from "#app/routes/catalogue/product-index.tsx";
import { answering } from "#tests/support/people/loader-call.ts";
import { answerOf, requested as loaderArgs } from "#tests/support/people/loader-requests.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

const product = answering(productLoader);

useTestDatabase();

const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
const STACKER = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

const requested = (path: string, headers: Record<string, string> = BROWSER) => loaderArgs(path, {}, headers);
const statusAndPlace = (answer: Response) => [answer.status, answer.headers.get("Location")];
const pageOf = async (path: string) => (await product(requested(path))).json();

type SourceVariant = Readonly<{
  id: number;
  options: Readonly<Record<string, string>>;
  price: number | null;
  sale_price: number | null;
  stock: number;
  image: string;
}>;
type Source = Readonly<{
  id: number;
  slug: string;
  primary_category: string;
  is_visible: boolean;
  price: number;
  sale_price: number | null;
  options: ReadonlyArray<Readonly<{ id: number; name: string; type: string }>>;
  variants: ReadonlyArray<SourceVariant>;
}>;
const SOURCES = (
  JSON.parse(readFileSync("content/catalogue/products.json", "utf8")) as ReadonlyArray<Source>
).filter(({ is_visible }) => is_visible);

const addressOf = (source: Source) => `/p/${source.primary_category}/${source.slug}`;

const VARIANTS = SOURCES.flatMap((source) => source.variants.map((variant) => ({ source, variant })));

test("the id of every variant shows that variant's options, image, price and stock", async () => {
  for (const { source, variant } of VARIANTS) {
    const page = await pageOf(`${addressOf(source)}?variant=${variant.id}`);

    const ordinary = variant.price ?? source.price;
    const reduced = variant.sale_price ?? (variant.price === null ? source.sale_price : null);
    expect(page.variant.id, source.slug).toBe(variant.id);
    expect(page.variant.image.file).toBe(variant.image);
    expect(page.gallery.images[0]?.file).toBe(variant.image);
    expect([ordinary, reduced].map((pounds) => pounds && Math.round(pounds * 100))).toContain(
      page.variant.price.now.minor,
    );
    expect(page.variant.available).toBe(variant.stock);
  }
});

test("the swatch of every variant shows that colour, and is not part of the canonical address", async () => {
  for (const { source, variant } of VARIANTS) {
    const colour = source.options.find(({ type }) => type === "swatch");
    if (!colour) continue;
    const key = variant.options[colour.name] ?? "";

    const page = await pageOf(`${addressOf(source)}?swatch=${key}`);

    expect(page.variant.options[colour.name], source.slug).toBe(key);
    expect(page.head.canonicalPath).toBe(addressOf(source));
  }
});

test("without scripts the form's fields lead to the address of every variant", async () => {
  for (const { source, variant } of VARIANTS.filter(({ source: { options } }) => options.length > 0)) {
    const query = new URLSearchParams(
      source.options.map(({ id, name }) => [`option-${id}`, variant.options[name] ?? ""] as [string, string]),
    );

    const answer = await answerOf(() => product(requested(`${addressOf(source)}?${query.toString()}`)));
    const page = await pageOf(answer.headers.get("Location") ?? "");

    expect(answer.status).toBe(303);
    expect(page.variant.id, source.slug).toBe(variant.id);
  }
});

test("a typed quantity is preserved when the colour changes", async () => {
  const answer = await answerOf(() =>
    product(requested(`${STACKER}?option-1011=sunset&quantity=2&productId=101`)),
  );
  const page = await pageOf(answer.headers.get("Location") ?? "");

  expect(statusAndPlace(answer)).toEqual([303, `${STACKER}?swatch=sunset&quantity=2`]);
  expect(page.quantity).toBe(2);
});

test("an invalid quantity becomes the minimum", async () => {
  const pages = await Promise.all(
    ["0", "-1", "1e3", "999", "x"].map((text) => pageOf(`${STACKER}?quantity=${text}`)),
  );

  expect(pages.map(({ quantity }) => quantity)).toEqual([1, 1, 1, 1, 1]);
});

test("an unknown swatch shows the default variant", async () => {
  const page = await pageOf(`${STACKER}?swatch=%3Cscript%3E`);

  expect(page.variant.options).toEqual({ Colour: "muted" });
});

test("the gallery contains the chosen colour's images and links to the others", async () => {
  const { gallery } = await pageOf(`${STACKER}?swatch=sunset`);

  expect(gallery.images.map(({ file, shownIn }) => [file, shownIn])).toEqual([
    ["products/rainbow-stacker--sunset-1.jpg", null],
    ["products/rainbow-stacker-2.jpg", "Muted"],
    ["products/rainbow-stacker-3.jpg", "Muted"],
  ]);
  expect(gallery.others.map(({ path }) => path)).toEqual([
    `${STACKER}?swatch=muted`,
    `${STACKER}?swatch=forest`,
  ]);
});

test("the page states the stock and delivery of the chosen variant", async () => {
  const here = await pageOf(`${STACKER}?swatch=sunset`);
  const gone = await pageOf(`${STACKER}?swatch=forest`);

  expect(here.facts.map(({ title }) => title)).toContain("In stock in Sunset");
  expect(here.facts[0]?.title).toMatch(/^Free standard delivery, \w+/);
  expect(gone.facts.map(({ title }) => title)).toContain("Sold out in Forest");
  expect(gone.facts[0]?.title).toBe("Free standard delivery");
});

test("the page says until when today's promise holds, of what can be sent today", async () => {
  const orderBy = async (path: string, now: string) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    try {
      return (await pageOf(path)).facts[0]?.orderBy;
    } finally {
      vi.useRealTimers();
    }
  };

  const [morning, afternoon] = ["2026-11-26T11:46:00Z", "2026-11-26T14:00:00Z"];
  expect(await orderBy(`${STACKER}?swatch=sunset`, morning)).toBe(
    "Order by 2 pm today. More than 2 hours left.",
  );
  expect(await orderBy(`${STACKER}?swatch=sunset`, afternoon)).toBeNull();
  expect(await orderBy(`${STACKER}?swatch=forest`, morning)).toBeNull();
  // Furniture comes on a booked day, a pre-order when it is released.
  for (const slug of ["cot-bed", "travel-system"]) {
    const { source } = VARIANTS.find((each) => each.source.slug === slug)!;
    expect(await orderBy(addressOf(source), morning), slug).toBeNull();
  }
});

test("an id redirects to the canonical address with the query", async () => {
  const answer = await answerOf(() =>
    productById(requested("/products/101?swatch=forest&utm_source=letter")),
  );
  const unknown = await answerOf(() => productById(requested("/products/999999")));

  expect(statusAndPlace(answer)).toEqual([301, `${STACKER}?swatch=forest&utm_source=letter`]);
  expect(unknown.status).toBe(404);
});

test("wrong parents redirect to the canonical address, and an unknown slug is not found", async () => {
  const moved = await answerOf(() => product(requested("/p/prams/rainbow-stacker?swatch=forest")));
  const unknown = await answerOf(() => product(requested("/p/wooden-toys/nothing?x=%3Cb%3E")));

  expect(statusAndPlace(moved)).toEqual([301, `${STACKER}?swatch=forest`]);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain("Page Not Found: /p/wooden-toys/nothing?x=");
});

test.each([
  ["/p/Rainbow-Stacker?swatch=forest", "/p/rainbow-stacker?swatch=forest"],
  ["/products/Rainbow-Stacker", "/products/rainbow-stacker"],
  ["/c/Wooden-Toys", "/c/wooden-toys"],
  ["/brands/Hollybough-Workshop", "/brands/hollybough-workshop"],
  // What is encoded is in no address of the shop.
  ["/c/Caf%C3%A9", null],
])("a capital letter that a phone typed leads to the address without it: %s", async (path, to) => {
  const loaders: Readonly<Record<string, (args: LoaderFunctionArgs) => Promise<Response>>> = {
    ...{ p: product, products: productById, c: answering(category), brands: answering(brand) },
  };
  const answer = await answerOf(() => loaders[path.split("/")[1]!]!(requested(path)));

  expect(statusAndPlace(answer)).toEqual([to ? 301 : 404, to]);
});

test("/product redirects to the departments, or to the named product", async () => {
  const ways = await Promise.all(
    ["/product", "/product?id=101", "/product?slug=rainbow-stacker", "/product?id=x"].map((path) =>
      answerOf(() => productIndex(requested(path))),
    ),
  );

  expect(ways.map(statusAndPlace)).toEqual([
    [303, "/category"],
    [303, STACKER],
    [303, STACKER],
    [404, null],
  ]);
});

test("a visit is stored by the page's own response and shown on the next page", async () => {
  const first = await product(requested(STACKER));
  const cookie = (first.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";

  const next = await product(
    requested("/p/wooden-toys/pull-alongs/pull-along-dog", { ...BROWSER, Cookie: cookie }),
  );

  expect((await next.json()).viewed.products.map(({ id }) => id)).toEqual([101]);
});

test("bots and prefetches store no visit", async () => {
  const bot = await product(requested(STACKER, { "User-Agent": "Googlebot/2.1" }));
  const prefetch = await product(requested(STACKER, { ...BROWSER, "Sec-Purpose": "prefetch" }));

  expect([bot, prefetch].map(({ headers }) => headers.get("Set-Cookie"))).toEqual([null, null]);
});
