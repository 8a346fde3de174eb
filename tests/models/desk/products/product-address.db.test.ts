/** The address of a product that is renamed by hand. */
import { expect, test } from "vitest";

import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { findProductPath, resolveProduct } from "#app/models/catalogue/product.server.ts";
import { findRedirect } from "#app/models/catalogue/redirects/redirect.server.ts";
import { NOW } from "#tests/support/now.ts";
import { productId } from "#tests/support/people/desk/desk-products.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const rename = (id: number, slug: string) => changeProduct(id, { slug }, { now: NOW });

test("the old address leads to the new one, and the way back makes no circle", async () => {
  const id = await productId("rainbow-stacker");
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

test("an address that another product has or takes at once, or that is none, is refused", async () => {
  const id = await productId("tractor");
  expect(await outcomeOf(rename(id, "abacus"))).toBe("slug-taken");
  expect(await outcomeOf(rename(id, "No Address"))).toBe("slug-malformed");
  expect((await findProductState(id))?.fields.slug).toBe("tractor");

  const ids = [await productId("train-set"), await productId("delivery-van")];
  expect(await atOnce(...ids.map((one) => rename(one, "one-address")))).toEqual(["done", "slug-taken"]);
});
