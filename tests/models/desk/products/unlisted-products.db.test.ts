/** Products that only their address shows, as the desk and the cart see them. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { findSetItems } from "#app/models/cart/set-items.server.ts";
import { changeProduct, findProductState } from "#app/models/catalogue/editing/change-product.server.ts";
import { findProduct, findProductPath } from "#app/models/catalogue/product.server.ts";
import { listProductCards } from "#app/models/catalogue/product-summaries.server.ts";
import { findBulkChange } from "#app/models/desk/files/bulk-lines.server.ts";
import { undoImport } from "#app/models/desk/files/imports.server.ts";
import { readVisibilityRule } from "#app/models/desk/products/bulk-rule.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { findDeskProducts } from "#app/models/desk/products/product-list.server.ts";
import { inviteToReview } from "#app/models/review/email.server.ts";
import { decideReview, findModeratedReview } from "#app/models/review/moderation.server.ts";
import { requestAlert } from "#app/models/stock-alert/stock-alert.server.ts";
import { loader as productPage } from "#app/routes/catalogue/product.tsx";
import { loader as sentPage } from "#app/routes/reviews/review-sent.tsx";
import { loader as writePage } from "#app/routes/reviews/write-review.tsx";
import { NOW } from "#tests/support/now.ts";
import { Browser } from "#tests/support/people/browser.ts";
import { newCustomer, orderOf } from "#tests/support/people/customer.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { numberOf } from "#tests/support/people/desk/desk-orders.ts";
import { deliverOpinions, guest, waitingFor, writtenReview } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const editing = { now: NOW, by: "Martha" };

async function unlisted() {
  const row = await db()
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["products.id", "variants.id as variantId", "products.price_minor as shownMinor"])
    .where("products.is_visible", "=", 1)
    .where("products.availability", "=", "available")
    .where("variants.on_hand", ">", 5)
    .orderBy("products.id")
    .executeTakeFirstOrThrow();
  const done = await changeProduct(row.id, { visibility: "address" }, editing);
  if (!done.ok) throw new Error(done.code);
  return row;
}

const seenBy = async (id: number) => (await findProductState(id))?.fields.visibility;

test("its page is found and it is bought, but no list, no set and no number leads to it", async () => {
  const { id, variantId } = await unlisted();

  expect(await findProduct(id, NOW)).toMatchObject({ id, isListed: false });
  expect(await addToCart(null, [{ variantId, quantity: 1 }], NOW)).toMatchObject({ ok: true });
  expect(await listProductCards([id], NOW)).toEqual([]);
  expect(await findProductPath(id)).toBeNull();
  expect(await findSetItems([{ productId: id, reason: "" }], 0)).toEqual([]);
  expect(await findDeskProducts([id])).toMatchObject([{ visibility: "address" }]);

  await changeProduct(id, { visibility: "everybody" }, editing);
  expect(await findProductPath(id)).not.toBeNull();
  expect(await listProductCards([id], NOW)).toHaveLength(1);
  expect(await findSetItems([{ productId: id, reason: "" }], 0)).toHaveLength(1);
});

test("hidden with others and taken back, only its address shows it again", async () => {
  const { id, shownMinor } = await unlisted();
  const owner = await person("owner");
  const rule = readVisibilityRule("nobody");
  if (!rule) throw new Error("no rule");
  const head = { key: "hide", kind: rule.kind, title: "1 product hidden", needsCode: false };

  const hidden = await changeOneAtDesk({ id, shownMinor, rule, head }, owner);

  expect(hidden).toMatchObject({ value: { before: "Only with its address", after: "Nobody" } });
  expect(await findProduct(id, NOW)).toBeNull();
  const change = (await findBulkChange("hide")) ?? 0;
  expect(await undoImport(change, owner)).toMatchObject({ value: { left: 0 } });
  expect(await seenBy(id)).toBe("address");
  // Several at once are hidden or shown to everybody, and nothing else.
  expect(readVisibilityRule("address")).toBeNull();
});

/** The addresses of the shop in a message, without its origin. */
function linksTo(mails: Awaited<ReturnType<typeof deliverOpinions>>): ReadonlyArray<string> {
  const text = mails.map((mail) => mail.text ?? "").join("\n");
  const found = text.matchAll(/http:\/\/localhost:3000(\/p(?:roducts)?\/[^\s#]+)/g);
  return [...found].map((match) => match[1] ?? "");
}

const statusOf = async (path: string) => {
  const page = path.startsWith("/p/") ? productPage : writePage;
  return (await new Browser().get(page, path)).status;
};

test("its review page answers until it is hidden from everybody, and the link in each email about it leads to a page", async () => {
  const { id, variantId } = await unlisted();
  const orderId = await orderOf((await newCustomer()).id, { items: { [variantId]: 1 } });

  expect(await statusOf(`/products/${id}/review`)).toBe(200);
  expect((await new Browser().get(sentPage, `/products/${id}/review/sent`)).status).toBe(200);
  await inviteToReview(await numberOf(orderId));
  const invitation = linksTo(await deliverOpinions());
  const reviewId = await writtenReview(id, guest("ida@example.com"));
  const { path } = (await findModeratedReview(reviewId)) ?? { path: "" };
  await decideReview(reviewId, "published", { now: NOW });
  const thanks = linksTo(await deliverOpinions());
  await sellOut(variantId);
  await waitingFor(variantId, ["ida@example.com"]);
  await requestAlert({ variantId, email: "ida@example.com", visitor: null }, new Date());
  const alert = linksTo(await deliverOpinions());

  expect([invitation, thanks, alert].map(({ length }) => length)).toEqual([1, 1, 1]);
  const followed = [...invitation, ...thanks, ...alert, path];
  expect(await Promise.all(followed.map(statusOf))).toEqual([200, 200, 200, 200]);
  await changeProduct(id, { visibility: "nobody" }, editing);
  expect(await statusOf(`/products/${id}/review`)).toBe(404);
});

const sellOut = (variantId: number) =>
  db()
    .updateTable("variants")
    .set((row) => ({ on_hand: row.ref("reserved") }))
    .where("id", "=", variantId)
    .execute();
