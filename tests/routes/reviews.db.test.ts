import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { decideReview } from "#app/models/review/moderation.server.ts";
import { reviewProof } from "#app/models/review/purchase-verification.server.ts";
import { loader as productPage } from "#app/routes/catalogue/product.tsx";
import { action as helpful } from "#app/routes/reviews/helpful.tsx";
import { action as write, loader as writePage } from "#app/routes/reviews/write-review.tsx";
import { action as confirm } from "#app/routes/stock-alerts/confirm.tsx";
import { action as oneClick } from "#app/routes/stock-alerts/one-click.ts";
import { action as signUp } from "#app/routes/stock-alerts/sign-up.tsx";
import { Browser } from "#tests/support/people/browser.ts";
import { customerWithBrowser, orderOf } from "#tests/support/people/customer.ts";
import {
  alertToken,
  deliverOpinions,
  guest,
  waitingFor,
  writtenReview,
} from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const WRITE = "/products/101/review";
const RAINBOW = "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker";
const FIELDS = {
  rating: "4",
  title: "Sturdy",
  body: "Used every day for a year.",
  author: "Ida",
  email: "ida@example.com",
};
const HOSTILE = [
  "'; DROP TABLE reviews; --",
  "<script>alert(1)</script>",
  "%00%ff",
  "9".repeat(400),
  "{{7*7}}",
  "😀".repeat(50),
  "__proto__",
  "-1",
  "NaN",
];

type Answer = { errors: Record<string, string>; problem: string | null; values: Record<string, string> };
const rows = () =>
  db().selectFrom("reviews").selectAll().where("author_kind", "is not", null).orderBy("id").execute();

test("an invalid form is returned with its input, and a valid one leads to the thank-you page", async () => {
  const browser = new Browser();
  const wrong = await browser.post(write, WRITE, { ...FIELDS, rating: "", email: "ida" });
  const { errors, values } = (await wrong.json()) as Answer;

  expect(wrong.status).toBe(422);
  expect(Object.keys(errors)).toEqual(["rating", "email"]);
  expect(values).toMatchObject({ title: "Sturdy", email: "ida" });
  const sent = await browser.post(write, WRITE, FIELDS);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${WRITE}/sent`]);
  expect(await rows()).toMatchObject([{ status: "waiting", is_verified: 0, customer_id: null, rating: 4 }]);
});

test("a bot that fills the hidden field is refused", async () => {
  const answer = await new Browser().post(write, WRITE, { ...FIELDS, company_website: "x" });

  expect(answer.status).toBe(422);
  expect(await rows()).toEqual([]);
});

test("the response is the same whether or not the address has written before", async () => {
  await decideReview(await writtenReview(101, guest(FIELDS.email)), "published", { now: new Date() });
  const known = await new Browser().post(write, WRITE, FIELDS);
  const unknown = await new Browser().post(write, WRITE, { ...FIELDS, email: "new@example.com" });

  expect([...known.headers]).toEqual([...unknown.headers]);
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
});

test("a customer enters no address and finds their review", async () => {
  const { browser, customer } = await customerWithBrowser();
  const page = await (await browser.get(writePage, WRITE)).json();
  expect(page).toMatchObject({ writer: { needsEmail: false, isBuyer: false, earlier: null } });

  await browser.post(write, WRITE, { ...FIELDS, email: "somebody@example.com" });

  expect(await rows()).toMatchObject([{ customer_id: customer.id, email: customer.email }]);
  expect(await (await browser.get(writePage, WRITE)).json()).toMatchObject({
    writer: { earlier: "waiting" },
    values: { title: "Sturdy", rating: "4" },
  });
});

test("the link from an email verifies a purchase, also after an error, and with a made-up one the address is required", async () => {
  const { customer } = await customerWithBrowser();
  const orderId = await orderOf(customer.id);
  const { product_id: id } = await db()
    .selectFrom("order_lines")
    .select("product_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const at = (proof: string) => `/products/${id}/review?order=${orderId}&proof=${proof}`;
  const browser = new Browser();

  const { action } = (await (await browser.get(writePage, at(reviewProof(orderId, id)))).json()) as {
    action: string;
  };
  expect((await browser.post(write, action, { ...FIELDS, body: "" })).status).toBe(422);
  expect((await browser.post(write, action, { ...FIELDS, email: "" })).status).toBe(303);
  const made = await new Browser().post(write, at("x".repeat(43)), { ...FIELDS, email: "" });

  expect(((await made.json()) as Answer).errors).toHaveProperty("email");
  expect(await rows()).toMatchObject([{ author_kind: "order", is_verified: 1 }]);
});

test("a helpful vote counts once for a browser, and redirects back to its place", async () => {
  const id = await writtenReview(101, guest("ida@example.com"));
  await decideReview(id, "published", { now: new Date() });
  const browser = new Browser();
  const press = (redirectTo: string) => browser.post(helpful, `/reviews/${id}/helpful`, { redirectTo });

  const first = await press(`${RAINBOW}?stars=4`);
  const second = await press("https://evil.example/");
  await new Browser().post(helpful, `/reviews/${id}/helpful`, {});

  expect(first.headers.get("Location")).toBe(`${RAINBOW}?stars=4#review-${id}`);
  expect(second.headers.get("Location")).toBe(`/products/101#review-${id}`);
  const data = await (await browser.get(productPage, `${RAINBOW}?stars=4`)).json();
  const shown = (data as { reviews: { reviews: Array<{ id: number }> } }).reviews.reviews;
  expect(shown.find((review) => review.id === id)).toMatchObject({ helpfulCount: 2, isVoted: true });
});

test("signing up for an alert gives the same response for every address, and reports an invalid one", async () => {
  await waitingFor(5002, ["ida@example.com"]);
  const post = (email: string) => new Browser().post(signUp, "/stock-alerts?variant=5002", { email });
  const [known, unknown, none] = [
    await post("ida@example.com"),
    await post("new@example.com"),
    await post(""),
  ];

  expect([...known.headers]).toEqual([...unknown.headers]);
  expect(known.headers.get("Location")).toBe("/stock-alerts/check-your-e-mail");
  expect(none.status).toBe(422);
  expect((await new Browser().post(signUp, "/stock-alerts?variant=5000", FIELDS)).status).toBe(409);
});

test("a mail program unsubscribes with one POST, and the response reveals nothing", async () => {
  await waitingFor(5002, ["ida@example.com"]);
  await new Browser().post(signUp, "/stock-alerts?variant=5002", { email: "ida@example.com" });
  const [mail] = await deliverOpinions();
  const at = (token: string) => `/stock-alerts/one-click?token=${token}`;
  const fields = { "List-Unsubscribe": "One-Click" };

  const alive = await new Browser().post(oneClick, at(alertToken(mail, "leave")), fields);
  const dead = await new Browser().post(oneClick, at("x".repeat(43)), fields);

  expect([alive.status, await alive.text()]).toEqual([dead.status, await dead.text()]);
  expect(await db().selectFrom("stock_alerts").selectAll().execute()).toEqual([]);
});

test("hostile input is refused or taken as text, without an error", async () => {
  const statuses = new Set<number>();
  for (const text of HOSTILE) {
    const browser = new Browser();
    const encoded = encodeURIComponent(text);
    const answers = [
      await browser.get(productPage, `${RAINBOW}?stars=${encoded}&sort=${encoded}&reviews=${encoded}`),
      await browser.post(write, WRITE, Object.fromEntries(Object.keys(FIELDS).map((name) => [name, text]))),
      await browser.get(writePage, `/products/${encoded}/review`),
      await browser.get(writePage, `${WRITE}?order=${encoded}&proof=${encoded}`),
      await browser.post(helpful, `/reviews/${encoded}/helpful`, { redirectTo: text }),
      await browser.post(signUp, `/stock-alerts?variant=${encoded}`, { email: text }),
      await browser.post(signUp, "/stock-alerts?variant=5002", { email: text }),
      await browser.post(confirm, "/stock-alerts/confirm", { token: text }),
      await browser.post(oneClick, `/stock-alerts/one-click?token=${encoded}`, {}),
    ];
    for (const { status } of answers) statuses.add(status);
  }

  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});
