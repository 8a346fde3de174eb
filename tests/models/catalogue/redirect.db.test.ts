import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterEach, describe, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { importCatalogue } from "#app/db/seed/import-catalogue.server.ts";
import {
  addRedirect,
  findRedirect,
  listRedirects,
  redirectOldPath,
  removeRedirect,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import { redirectProblems } from "#app/models/catalogue/redirects/redirect.ts";
import type { PageRef } from "#app/models/content/page-fields.ts";
import { hidePage, showPage } from "#app/models/desk/pages/page-standing.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { pagesOfShop } from "#app/models/seo/pages-of-shop.server.ts";
import { sitemapEntries } from "#app/models/seo/sitemap.server.ts";
import routes from "#app/routes.ts";
import { loader as brandById } from "#app/routes/catalogue/brand-by-id.tsx";
import { loader as brandLoader } from "#app/routes/catalogue/brand.tsx";
import { loader as categoryLoader } from "#app/routes/catalogue/category.tsx";
import { loader as productIndex } from "#app/routes/catalogue/product-index.tsx";
import { loader as productById } from "#app/routes/catalogue/product-by-id.tsx";
import { loader as productLoader } from "#app/routes/catalogue/product.tsx";
import { loader as articleById } from "#app/routes/content/article-by-id.tsx";
import { loader as blog } from "#app/routes/content/blog.tsx";
import { loader as article } from "#app/routes/content/article.tsx";
import { loader as information } from "#app/routes/content/information.tsx";
import { loader as sharedFavourites } from "#app/routes/favourites/shared-favourites.tsx";
import { loader as listPage } from "#app/routes/gift-lists/list.tsx";
import { loader as orderPage } from "#app/routes/orders/order.tsx";
import { loader as notFound } from "#app/routes/storefront/not-found.tsx";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { answering } from "#tests/support/people/loader-call.ts";
import {
  changeFile,
  changeRow,
  copyDemoCatalogue,
  DEMO_IMAGERY,
} from "#tests/support/shops/catalogue-folder.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows } from "#tests/support/shops/rows.ts";
import { DEMO_CATALOGUE } from "#tests/support/shops/seeded-database.ts";

const brand = answering(brandLoader);
const category = answering(categoryLoader);
const product = answering(productLoader);

useTestDatabase();

const ORIGIN = "http://localhost:3000";
const STACKERS = "/c/wooden-toys/building-and-stacking/stackers";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";

type Loader = (args: LoaderFunctionArgs) => Promise<Response>;

/** Status and place of the answer to `path`. */
async function ask(loader: Loader, path: string, params: Record<string, string> = {}) {
  const args = { request: new Request(ORIGIN + path), params, context: {} };
  const answer = await loader(args).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  return [answer.status, answer.headers.get("Location")];
}

const add = async (from: string, to: string) =>
  addRedirect({ from, to, now: NOW, pages: await pagesOfShop() });
const all = async () => (await listRedirects()).map(({ from, to }) => [from, to]);

const LOOP = { ok: false, code: "redirect-loop" };

test("an address without a page redirects to the admin's target, with its query", async () => {
  await add("/p/old-toy", RAINBOW);
  await add("/c/old-toys", STACKERS);
  await add("/brands/gone", "/brands");
  await add("/information/old", "/information/about");
  await add("/blog/care/999", "/blog");
  await add("/Sale", "/c/new?sort=price-asc");

  expect(await ask(product, "/p/old-toy?swatch=sunset")).toEqual([301, `${RAINBOW}?swatch=sunset`]);
  expect(await ask(category, "/c/old-toys/")).toEqual([301, STACKERS]);
  expect(await ask(brand, "/brands/Gone")).toEqual([301, "/brands"]);
  expect(await ask(information, "/information/old", { slug: "old" })).toEqual([301, "/information/about"]);
  expect(await ask(article, "/blog/care/999", { articleId: "999" })).toEqual([301, "/blog"]);
  expect(await ask(notFound, "/sale?x=1")).toEqual([301, "/c/new?sort=price-asc&x=1"]);
  expect(await ask(product, "/p/unknown-toy")).toEqual([404, null]);
});

test("an address that has a page shows it, even with a redirect", async () => {
  await add(RAINBOW, "/c/prams");

  expect(await ask(product, RAINBOW)).toEqual([200, null]);
});

test("a redirect to a redirected address goes to its final target", async () => {
  await add("/a", "/b");
  await add("/b", "/c/prams");
  await add("/d", "/a");

  expect(await all()).toEqual([
    ["/a", "/c/prams"],
    ["/b", "/c/prams"],
    ["/d", "/c/prams"],
  ]);
});

test("a redirect loop is refused, whatever its length and spelling", async () => {
  await add("/a", "/b");
  await add("/b", "/d");

  expect(await add("/d", "/a")).toMatchObject(LOOP);
  expect(await add("/D/", "/A?x=1")).toMatchObject(LOOP);
  expect(await all()).toEqual([
    ["/a", "/d"],
    ["/b", "/d"],
  ]);
});

test("two searches that lead to each other are a loop, however they are written", async () => {
  await add("/search/kite", "/search/kites");

  expect(await add("/search/kites", "/search?q=KITE")).toMatchObject(LOOP);
  expect(await add("/search/kites", "/search/Kite%20")).toMatchObject(LOOP);
  const drake = await add("/search/drake", "/search?q=+Kite");
  expect(drake).toMatchObject({ ok: true, value: { to: "/search/kites" } });
});

test("of two concurrent redirects that form a loop one is refused", async () => {
  const results = await Promise.all([add("/a", "/b"), add("/b", "/d"), add("/d", "/a")]);

  expect(results.filter(({ ok }) => !ok)).toMatchObject([{ code: "redirect-loop" }]);
  expect(await all()).toHaveLength(2);
});

test("a repeated redirect replaces the earlier one, and a removed one is deleted", async () => {
  await add("/a", "/b");
  await add("/A/", "/d");

  expect(await findRedirect("/a")).toBe("/d");
  expect(await removeRedirect("/a")).toMatchObject({ ok: true });
  expect(await removeRedirect("/a")).toMatchObject({ ok: false, code: "not-found" });
  expect(await findRedirect("/a")).toBeNull();
});

test("a renamed product or category is found at its old address, once, and its redirect is dated for search engines", async () => {
  const folder = copyDemoCatalogue();
  const later = new Date(NOW.getTime() + 86_400_000);
  const importAsItIs = () => importCatalogue(folder, later, { imagery: DEMO_IMAGERY });
  const arches = RAINBOW.replace("rainbow-stacker", "rainbow-arches");
  const short = RAINBOW.replace("rainbow-stacker", "rainbow");
  try {
    renameProduct(folder, "rainbow-stacker", "rainbow-arches");
    expect(await importAsItIs()).toMatchObject({ ok: true });

    expect(await ask(product, `${RAINBOW}?swatch=sunset`)).toEqual([301, `${arches}?swatch=sunset`]);
    expect(await ask(product, arches)).toEqual([200, null]);
    expect(await lastmod(arches)).toBe(later.toISOString());

    renameProduct(folder, "rainbow-arches", "rainbow");
    expect(await importAsItIs()).toMatchObject({ ok: true });

    expect(await ask(product, RAINBOW)).toEqual([301, short]);
    expect(await ask(product, arches)).toEqual([301, short]);
  } finally {
    await importCatalogue(DEMO_CATALOGUE, NOW);
  }

  // Back under its first name: the old address is a page again, and the names between lead there.
  expect(await ask(product, RAINBOW)).toEqual([200, null]);
  expect(await ask(product, short)).toEqual([301, RAINBOW]);
  expect(await ask(product, "/p/rainbow-arches")).toEqual([301, RAINBOW]);
  expect(await ask(productById, "/products/rainbow-arches")).toEqual([301, RAINBOW]);
  expect(await all()).toHaveLength(4);
});

test("an address of another shop's form leads on: by a slug, with a query, in other letters", async () => {
  await add("/products/old-dog", RAINBOW);
  await add("/index.php?id=5", "/c/prams");
  await add("/café", "/blog");

  expect(await ask(productById, "/products/Old-Dog?variant=7")).toEqual([301, `${RAINBOW}?variant=7`]);
  expect(await ask(productById, "/products/rainbow-stacker")).toEqual([301, RAINBOW]);
  expect(await ask(notFound, "/index.php?utm_source=x&id=5")).toEqual([301, "/c/prams?utm_source=x"]);
  expect(await ask(notFound, "/index.php?id=6")).toEqual([404, null]);
  expect(await ask(notFound, "/caf%c3%a9")).toEqual([301, "/blog"]);
  expect(await ask(productById, "/products/nothing")).toEqual([404, null]);
});

test.each<[Loader, string, Record<string, string>]>([
  [productIndex, "/product?id=999999", {}],
  [productIndex, "/product?slug=old-dog", {}],
  [brandById, "/brand?slug=old-maker", {}],
  [brandById, "/brand?id=999999", {}],
  [articleById, "/blog/article?slug=old-care", {}],
  [articleById, "/blog/article?id=999999", {}],
  [blog, "/blog?tag=old-topic", {}],
  [orderPage, "/orders/1234", { orderId: "1234" }],
  [sharedFavourites, "/favourites/old-list", { listId: "old-list" }],
  [listPage, "/list/old-list", { code: "old-list" }],
])(
  "an old address that a page with a parameter would answer leads on: %o %s",
  async (loader, from, params) => {
    expect(await ask(loader, from, params)).toEqual([404, null]);
    expect(await add(from, "/c/prams")).toMatchObject({ ok: true });

    expect(redirectProblems(await listRedirects(), await pagesOfShop())).toEqual([]);
    expect(await ask(loader, from, params)).toEqual([301, "/c/prams"]);
  },
);

test("a product that a query names keeps its page, and the check says so", async () => {
  await add("/product?slug=rainbow-stacker", "/c/prams");

  expect(redirectProblems(await listRedirects(), await pagesOfShop())).toMatchObject([{ kind: "unused" }]);
  expect((await ask(productIndex, "/product?slug=rainbow-stacker"))[0]).toBe(303);
});

test("an old slug leads on with one query, that of the target first", async () => {
  await add("/p/old-dog", `${RAINBOW}?swatch=sunset`);
  await add("/p/dog?variant=7", "/c/prams");

  const answers = [`?utm_source=a`, "", "?swatch=muted"].map((query) =>
    ask(productById, `/products/old-dog${query}`),
  );
  expect(await Promise.all(answers)).toEqual([
    [301, `${RAINBOW}?swatch=sunset&utm_source=a`],
    [301, `${RAINBOW}?swatch=sunset`],
    [301, `${RAINBOW}?swatch=sunset`],
  ]);
  expect(await ask(productById, "/products/dog?variant=7")).toEqual([301, "/c/prams"]);
});

test.each<[Loader, string]>([
  [product, "/p/rainbow-stacker"],
  [product, "/p/Rainbow-Stacker"],
  [product, "/p/old-dog"],
  [productById, "/products/rainbow-stacker"],
  [productById, "/products/old-dog"],
  [productById, "/products/101"],
  [productById, "/products/999999999"],
  [category, "/c/stackers"],
  [category, "/c/old-toys"],
])("the check knows whether a short address leads on: %# %s", async (loader, path) => {
  const [status] = await ask(loader, path);
  expect((await pagesOfShop()).hasPage(path)).toBe(status === 301);
});

test("a rename leaves a short address to another product that has that slug", async () => {
  const arches = RAINBOW.replace("rainbow-stacker", "rainbow-arches");
  const rename = (from: string, to: string) => changeRows("products", { slug: from }, { slug: to });
  await rename("rainbow-stacker", "rainbow-arches");
  await rename("pull-along-dog", "rainbow-stacker");
  try {
    await redirectOldPath(RAINBOW, arches, NOW);
    expect(await all()).toEqual([[RAINBOW, arches]]);
  } finally {
    await rename("rainbow-stacker", "pull-along-dog");
  }
  try {
    await redirectOldPath(RAINBOW, arches, NOW);
    expect(await all()).toEqual([
      ["/p/rainbow-stacker", arches],
      [RAINBOW, arches],
    ]);
  } finally {
    await rename("rainbow-arches", "rainbow-stacker");
  }
});

test.each(["/", "/brands", "/?page=2", "/?utm_source=mail", "/cart?add=5", "/blog/article"])(
  "a redirect of %s, which always has a page, is refused",
  async (from) => {
    expect(await add(from, "/c/prams")).toMatchObject({ ok: false, code: "redirect-of-page" });
    expect(await all()).toEqual([]);
  },
);

test("a redirect from before of an address that always has a page changes no other", async () => {
  await add("/spring-offer", "/brands");
  const pages = { ...(await pagesOfShop()), isFixed: () => false };
  await addRedirect({ from: "/brands", to: "/blog", now: NOW, pages });
  await add("/summer-offer", "/brands");

  expect(await ask(notFound, "/spring-offer")).toEqual([301, "/brands"]);
  expect(await ask(notFound, "/summer-offer")).toEqual([301, "/brands"]);
});

const setVisible = (table: "products" | "categories", slug: string) => async (isShown: boolean) => {
  const is_visible = isShown ? 1 : 0;
  await db().updateTable(table).set({ is_visible }).where("slug", "=", slug).execute();
  await bumpCatalogueVersion([]);
};

/** A brand has its page with nothing for sale too. */
const setSold = (slug: string) => async (isShown: boolean) => {
  const { id } = await db()
    .selectFrom("brands")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  const is_visible = isShown ? 1 : 0;
  await db().updateTable("products").set({ is_visible }).where("brand_id", "=", id).execute();
  await bumpCatalogueVersion([]);
};

const setPublished = (ref: PageRef) => async (isShown: boolean) => {
  expect(await (isShown ? showPage : hidePage)(ref, await person("editor"))).toMatchObject({ ok: true });
};

type Hideable = Readonly<{
  path: string;
  show: (isShown: boolean) => Promise<void>;
  read: (path: string) => Promise<unknown>;
}>;

const HIDEABLE: ReadonlyArray<readonly [string, Hideable]> = [
  [
    "product",
    { path: RAINBOW, show: setVisible("products", "rainbow-stacker"), read: (path) => ask(product, path) },
  ],
  [
    "category",
    { path: STACKERS, show: setVisible("categories", "stackers"), read: (path) => ask(category, path) },
  ],
  [
    "information page",
    {
      path: "/information/about",
      show: setPublished({ kind: "information", key: "about" }),
      read: (path) => ask(information, path, { slug: "about" }),
    },
  ],
];

describe.each(HIDEABLE)("a hidden %s", (_kind, { path, show, read }) => {
  afterEach(() => show(true));

  test("leads on until it is shown, and changes no other redirect", async () => {
    await add("/before", path);
    await show(false);
    await add("/before-too", path);
    await add(path, "/c/prams");
    await add("/after", path);
    await add("/after-too", "/after");
    const others = ["/before", "/before-too", "/after", "/after-too"];
    const answers = () => Promise.all(others.map((other) => ask(notFound, other)));

    expect(await read(path)).toEqual([301, "/c/prams"]);
    expect(await answers()).toEqual(others.map(() => [301, path]));
    expect(redirectProblems(await listRedirects(), await pagesOfShop())).toEqual([]);

    await show(true);

    expect(await read(path)).toEqual([200, null]);
    expect(await answers()).toEqual(others.map(() => [301, path]));

    await show(false);

    expect(await read(path)).toEqual([301, "/c/prams"]);
    expect(await answers()).toEqual(others.map(() => [301, path]));
  });

  test("is in no loop, hidden or shown", async () => {
    await show(false);
    await add(path, "/season");

    expect(await add("/season", path)).toMatchObject(LOOP);
    await show(true);
    expect(await add("/season", path)).toMatchObject(LOOP);
  });
});

test("a brand of which nothing is for sale has its page, and its redirect changes no other", async () => {
  const path = "/brands/hollybough-workshop";
  const show = setSold("hollybough-workshop");
  await add("/before", path);
  await show(false);
  try {
    await add(path, "/blog");
    await add("/after", path);

    expect(await ask(brand, path)).toEqual([200, null]);
    expect(await ask(notFound, "/before")).toEqual([301, path]);
    expect(await ask(notFound, "/after")).toEqual([301, path]);
  } finally {
    await show(true);
  }
});

test("the check knows each address of the shop that needs nothing to be named", async () => {
  const { hasPage } = await pagesOfShop();
  const own = fixedPaths(routes).filter((path) => !addressAt(path).isForDevelopment);

  expect(own.length).toBeGreaterThan(60);
  expect(own.filter((path) => !hasPage(path))).toEqual([]);
  expect(
    [
      "/shop",
      "/cart/old",
      "/emails",
      "/styleguide",
      "/uploads",
      "/image",
      "/account/login",
      "/products/old-dog",
      "/search/kite",
    ].filter(hasPage),
  ).toEqual([]);
});

function fixedPaths(entries: ReadonlyArray<RouteConfigEntry>, base = ""): ReadonlyArray<string> {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? base : `${base}/${path}`;
    const isFixed = path !== undefined && children.length === 0 && !/[:*]/.test(own);
    return [...(isFixed ? [own] : []), ...fixedPaths(children, own)];
  });
}

type Rows = ReadonlyArray<Record<string, unknown>>;

function renameProduct(folder: string, from: string, to: string): void {
  changeRow(folder, ["products.json", from], { slug: to });
  changeFile<Rows>(folder, "products.json", (rows) =>
    rows.map((row) => {
      const related = row["related"] as ReadonlyArray<string>;
      return { ...row, related: related.map((slug) => (slug === from ? to : slug)) };
    }),
  );
  changeFile<Rows>(folder, "reviews.json", (rows) =>
    rows.map((row) => (row["product"] === from ? { ...row, product: to } : row)),
  );
}

async function lastmod(path: string): Promise<string | null | undefined> {
  for await (const entry of sitemapEntries({ kind: "products", number: 1 })) {
    if (entry.path === path) return entry.changedOn;
  }
  return undefined;
}

test("the files of the sitemap continue where the one before ends", async () => {
  const pathsOf = async (number: number, perFile: number) => {
    const paths: Array<string> = [];
    for await (const { path } of sitemapEntries({ kind: "products", number }, perFile)) paths.push(path);
    return paths;
  };
  const whole = await pathsOf(1, 50_000);
  const parts = [await pathsOf(1, 30), await pathsOf(2, 30), await pathsOf(3, 30), await pathsOf(4, 30)];

  expect(parts.map(({ length }) => length)).toEqual([30, 30, whole.length - 60, 0]);
  expect(parts.flat()).toEqual(whole);
  const hidden = await db().selectFrom("products").select("slug").where("is_visible", "=", 0).execute();
  expect(hidden.length).toBeGreaterThan(0);
  for (const { slug } of hidden) expect(whole.some((path) => path.endsWith(`/${slug}`))).toBe(false);
});
