/**
 * Varnish with deploy/varnish.vcl in front of the built shop (decision 0031). A longer walk by hand:
 * `VARNISH_WALK=2000 npx vitest run --project server tests/server/varnish.test.ts`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { seededRandom } from "#scripts/seeded-random.ts";
import { addToBasket } from "#tests/support/people/purchase.ts";
import { type Answer, Shopper } from "#tests/support/people/shopper.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { type RunningShop, startShop } from "#tests/support/shops/server.ts";
import { withDatabase } from "#tests/support/shops/shop-data.ts";
import {
  findVarnish,
  HOW_TO_GET_VARNISH,
  type RunningVarnish,
  startVarnish,
} from "#tests/support/shops/varnish.ts";

const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const PAGES = [
  ...["/", "/c/wooden-toys", "/c/prams", "/c/pushchairs", "/brands", "/blog", "/information", "/c/new"],
  ...[RAINBOW, "/p/wooden-toys/pull-alongs/pull-along-dog", "/information/delivery-and-return"],
];
const ENCODINGS = ["gzip, deflate, br", "gzip, deflate, br, zstd", "gzip"];
const VISITS = 600;
/** Of 100 requests for anonymous pages, answered by Varnish. */
const ANSWERED_LEAST = 95;
const WALK = Number(process.env["VARNISH_WALK"] ?? 200);
const MUTED = 5000;
const PHOTO = "0123456789abcdef0123456789abcdef";

test("the file names every cookie of the shop", () => {
  const files = readdirSync("app/http", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const names = files.flatMap((file) => {
    const text = readFileSync(join("app/http", file), "utf8");
    return [...text.matchAll(/shopCookie\(([A-Z_]+)/g)].map(
      ([, constant = ""]) => new RegExp(`const ${constant} = "([^"]+)"`).exec(text)?.[1] ?? `?${constant}`,
    );
  });
  const [, listed = ""] = /__Host-\)\?\(\?:([^)]+)\)=/.exec(readFileSync("deploy/varnish.vcl", "utf8")) ?? [];

  expect(names.length).toBeGreaterThan(10);
  expect(listed.split("|")).toEqual([...new Set(names)].sort());
});

const onVarnish = findVarnish() ? describe : describe.skip;

onVarnish(`behind Varnish (${findVarnish() ?? HOW_TO_GET_VARNISH})`, () => {
  let shop: RunningShop;
  let varnish: RunningVarnish;
  const stops: Array<() => Promise<unknown>> = [];

  beforeAll(async () => {
    const [port, shopPort] = [await freePort(), await freePort()];
    shop = await startShop({
      port: shopPort,
      env: {
        ALLOWED_ORIGINS: `http://localhost:${port},http://localhost:${shopPort}`,
        TRUSTED_PROXY_HOPS: "1",
        SHARED_CACHE: "varnish",
        SHARED_CACHE_URL: `http://127.0.0.1:${port}`,
      },
    });
    stops.push(shop.stop);
    varnish = await startVarnish({ port, shopPort, dataDir: shop.dataDir });
    stops.unshift(varnish.stop);
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  /** As every change of product 101 does in its transaction. */
  function change(statements: string): void {
    withDatabase(shop, (database) =>
      database.exec(`${statements};
        UPDATE catalogue_version SET version = version + 1;
        INSERT INTO catalogue_changes (version, product_id) SELECT version, 101 FROM catalogue_version`),
    );
  }

  test(`of ${VISITS} requests for anonymous pages at least ${ANSWERED_LEAST} % are answered by Varnish`, async () => {
    const random = seededRandom(1, 0);
    const caches: Array<unknown> = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const visitor = new Shopper(varnish.origin, { "accept-encoding": random.one(ENCODINGS) });
      // Somebody else's cookie makes nobody known to the shop.
      if (random.is(0.3)) visitor.takeCookie("theirs", String(visit));
      const answer = await visitor.get(random.one(PAGES));
      expect(answer.status).toBe(200);
      caches.push(answer.headers["x-cache"]);
    }

    const hits = caches.filter((cache) => cache === "hit").length;
    expect((hits / VISITS) * 100).toBeGreaterThanOrEqual(ANSWERED_LEAST);
  });

  test("browsers revalidate a page from Varnish each time, and see none of its keys", async () => {
    await new Shopper(varnish.origin).get("/c/prams");
    const { headers, body } = await new Shopper(varnish.origin).get("/c/prams");

    expect(headers["x-cache"]).toBe("hit");
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers["set-cookie"]).toBeUndefined();
    for (const name of ["surrogate-key", "surrogate-control", "cache-tag", "age"])
      expect(headers[name]).toBeUndefined();
    expect(body).toBe(
      (await new Shopper(shop.origin).get("/c/prams")).body.replaceAll(shop.origin, varnish.origin),
    );
  });

  test("a changed price is shown by Varnish while its page would still be fresh", async () => {
    const before = await new Shopper(varnish.origin).get(RAINBOW);
    expect((await new Shopper(varnish.origin).get(RAINBOW)).headers["x-cache"]).toBe("hit");
    expect(before.body).not.toContain("£1,234.56");

    change(`
      UPDATE products SET price_minor = 123456, sale_price_minor = NULL, sort_price_minor = 123456 WHERE id = 101;
      UPDATE variants SET price_minor = NULL, sale_price_minor = NULL WHERE product_id = 101`);

    for (const path of [RAINBOW, "/c/wooden-toys?sort=price-desc"])
      await expect
        .poll(async () => (await new Shopper(varnish.origin).get(path)).body)
        .toContain("£1,234.56");
  });

  test("browsers keep a photograph of a review as the shop says, and Varnish drops one that is removed", async () => {
    const file = `/image/reviews/${PHOTO}.webp`;
    withDatabase(shop, (database) =>
      database.exec(
        `INSERT INTO review_photos (review_id, number, hash, width, height, whole, small)
       SELECT min(id), 1, '${PHOTO}', 1, 1, 'UklGRg==', 'UklGRg==' FROM reviews
         WHERE product_id = 101 AND status = 'published'`,
      ),
    );
    await new Shopper(varnish.origin).get(file);
    const { status, headers } = await new Shopper(varnish.origin).get(file);

    expect([status, headers["x-cache"]]).toEqual([200, "hit"]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect([headers["surrogate-key"], headers["cache-tag"]]).toEqual([undefined, undefined]);

    change(`DELETE FROM review_photos WHERE hash = '${PHOTO}'`);
    await expect.poll(async () => (await new Shopper(varnish.origin).get(file)).status).toBe(404);
  });

  test(`in ${WALK} requests of visitors with and without baskets, nobody gets another visitor's page`, async () => {
    const random = seededRandom(2, 0);
    const visitors = await Promise.all(
      [0, 0, 1, 2, 3].map(async (quantity) => {
        const shopper = new Shopper(varnish.origin);
        if (quantity > 0) await addToBasket(shopper, MUTED, quantity);
        return { shopper, quantity };
      }),
    );
    for (let request = 0; request < WALK; request += 1) {
      const { shopper, quantity } = random.one(visitors);
      const answer = await shopper.get(random.one(PAGES));
      expect(basketOf(answer)).toBe(quantity);
      if (quantity > 0) expect(answer.headers["x-cache"]).toBe("miss");
    }
  });

  test("nobody but the shop's machines may say what has changed, and only with keys", async () => {
    const getPrams = () => new Shopper(varnish.origin).get("/c/prams");
    const purge = async (headers: Record<string, string>) =>
      (await fetch(varnish.origin, { method: "PURGE", headers })).status;
    await getPrams();

    expect([
      await purge({}),
      await purge({ "X-Purge-Keys": ".+", "X-Forwarded-For": "203.0.113.9" }),
      await purge({ "X-Purge-Keys": ".+", "X-Forwarded-For": "127.0.0.1" }),
    ]).toEqual([403, 403, 403]);
    expect((await getPrams()).headers["x-cache"]).toBe("hit");
    expect(await purge({ "X-Purge-Keys": ".+" })).toBe(200);
    expect((await getPrams()).headers["x-cache"]).toBe("miss");
  });
});

onVarnish("behind Varnish, when the shop stops", () => {
  test("pages that anonymous visitors have seen are shown although they are no longer fresh", async () => {
    const [port, shopPort] = [await freePort(), await freePort()];
    const shop = await startShop({
      port: shopPort,
      env: {
        ALLOWED_ORIGINS: `http://localhost:${port}`,
        SHARED_CACHE: "varnish",
        SHARED_CACHE_URL: `http://127.0.0.1:${port}`,
      },
    });
    let varnish: RunningVarnish | null = null;
    try {
      varnish = await startVarnish({ port, shopPort, dataDir: shop.dataDir, freshSeconds: 1 });
      const { origin } = varnish;
      const ask = () => new Shopper(origin).get("/c/prams");
      await ask();
      await expect.poll(async () => (await ask()).headers["x-cache"]).toBe("hit");
      const { body } = await ask();
      await shop.kill();

      await expect.poll(async () => (await new Shopper(origin).get("/c/prams?page=9")).status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const later = await ask();

      expect([later.status, later.headers["x-cache"], later.body]).toEqual([200, "hit", body]);
    } finally {
      await varnish?.stop();
      await shop.stop();
    }
  });
});

function basketOf({ body }: Answer): number {
  return Number(/aria-label="Basket, (\d+) items?"/.exec(body)?.[1]);
}
