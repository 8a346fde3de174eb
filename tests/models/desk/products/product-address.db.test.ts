/** The address of a product that is renamed by hand. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { findProductPath, resolveProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { NOW } from "#tests/support/now.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

async function idOf(slug: string): Promise<number> {
  const row = await db()
    .selectFrom("products")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

const rename = (id: number, slug: string) => changeProduct(id, { slug }, { now: NOW });

test("the old address leads to the new one, and the way back makes no circle", async () => {
  const id = await idOf("rainbow-stacker");
  const old = (await findProductPath(id)) ?? "";
  await rename(id, "rainbow-arches");
  const path = (await findProductPath(id)) ?? "";

  expect(path).toBe(old.replace("rainbow-stacker", "rainbow-arches"));
  expect(await findRedirect(old)).toBe(path);
  expect(await resolveProduct(path.slice("/p/".length).split("/"))).toEqual({ kind: "found", productId: id });
  expect(await resolveProduct(old.slice("/p/".length).split("/"))).toBeNull();

  await rename(id, "rainbow-bridge");
  const last = path.replace("rainbow-arches", "rainbow-bridge");
  expect([await findRedirect(old), await findRedirect(path)]).toEqual([last, last]);
  await rename(id, "rainbow-stacker");
  expect([await findRedirect(old), await findRedirect(path), await findRedirect(last)]).toEqual([
    null,
    old,
    old,
  ]);
});

test("an address that another product has, or that is none, is refused and changes nothing", async () => {
  const id = await idOf("tractor");
  for (const [slug, code] of [
    ["abacus", "slug-taken"],
    ["No Address", "slug-malformed"],
  ] as const)
    expect(await rename(id, slug)).toMatchObject({ ok: false, code });
  expect((await findProductState(id))?.fields.slug).toBe("tractor");
});

test("of two products that take the same address at once one is refused", async () => {
  const ids = [await idOf("train-set"), await idOf("delivery-van")];
  const done = await Promise.all(ids.map((id) => rename(id, "one-address")));
  expect(done.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "slug-taken" });
});
