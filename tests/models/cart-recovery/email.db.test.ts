import { rmSync } from "node:fs";
import { join } from "node:path";

import type { Email } from "postal-mime";
import { expect, test } from "vitest";

import { config } from "#app/config.server.ts";
import { db } from "#app/db/db.server.ts";
import { lookAgain, planRecoveryEmails, sendRecoveryEmail } from "#app/models/cart-recovery/email.server.ts";
import { signedPurpose } from "#app/models/cart/recovery-link.server.ts";
import { addToCart } from "#app/models/cart/cart.server.ts";
import { removeLine } from "#app/models/cart/update-line.server.ts";
import { emailHashes } from "#app/models/email/hash.server.ts";
import { runDueJobs } from "#app/models/jobs/worker.server.ts";
import { markGuest } from "#app/models/marketing/guest-tracking.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";
import { interceptQueries } from "#tests/support/checks/count-queries.ts";
import { cartWith, setStock } from "#tests/support/people/checkout.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { readEmails } from "#tests/support/people/gift-lists.ts";
import { countedSteps, MUTED, orderCart, SUNSET } from "#tests/support/people/recovery.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, insertRows, rowOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const HOUR_MS = 3_600_000;
const ORIGIN = "https://shop.example";
const in5Hours = () => new Date(Date.now() + 5 * HOUR_MS);
const plan = planRecoveryEmails({ origin: ORIGIN, afterHours: 4 });

type State = "pending" | "subscribed" | "unsubscribed";

async function subscribe(
  email: string,
  state: State = "subscribed",
  topics: ReadonlyArray<string> = ["baskets"],
) {
  const consent = { source: "test", consent_text_version: "Yes", consent_at: new Date().toISOString() };
  const person = { id: newId("subscription"), email_hash: emailHashes("newsletter", email)[0], email };
  await insertRows("subscriptions", { ...person, ...consent, state, topics: JSON.stringify(topics) });
}

/** A guest whose address we may use for reminders, with a basket. */
async function guestCart(email: string, items: Readonly<Record<number, number>> = { [MUTED]: 2 }) {
  const cart = await cartWith(items);
  await markGuest({ email, cartId: cart.id, source: "checkout" }, new Date());
  return cart;
}

/** Plans and sends what is due at `now`, and answers with the messages. */
async function deliver(now: Date): Promise<ReadonlyArray<Email>> {
  await plan(now);
  return send(now);
}

async function send(now: Date): Promise<ReadonlyArray<Email>> {
  await db().deleteFrom("jobs").where("kind", "<>", "abandoned-cart").execute();
  const handlers = { "abandoned-cart": sendRecoveryEmail(ORIGIN, () => now) };
  const onError = (error: unknown) => {
    throw error;
  };
  await runDueJobs(handlers, { now: () => now, onError });
  const mails = await readEmails();
  rmSync(join(config.dataDir, "mail"), { recursive: true, force: true });
  return mails;
}

test("a subscribed guest gets one email about an abandoned cart, with its items, today's prices and links to return and unsubscribe", async () => {
  await subscribe("ida@example.com");
  const cart = await guestCart("ida@example.com");
  await changeRows("variants", { id: MUTED }, { sale_price_minor: 5_000 });

  expect(await deliver(new Date(Date.now() + 3 * HOUR_MS))).toHaveLength(0);
  const mails = await deliver(in5Hours());
  await changeRows("variants", { id: MUTED }, { sale_price_minor: null });

  const [mail] = mails;
  expect(mails).toHaveLength(1);
  expect(mail?.to?.[0]?.address).toBe("ida@example.com");
  expect(mail?.subject).toBe("Your basket at Hollybough: Rainbow Stacker");
  expect(mail?.text).toContain("Rainbow Stacker: £100.00");
  expect(mail?.html).toContain(`src="${ORIGIN}/image/products/rainbow-stacker-1.jpg?`);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(header("list-unsubscribe")).toContain(`${ORIGIN}/newsletter/one-click?token=`);
  expect(mail?.text).toContain(`${ORIGIN}/newsletter/unsubscribe?token=`);
  const [, id = "", sig = ""] =
    /\/cart-recovery\/(cart_[\w-]{22})\?sig=([\w.-]+)/.exec(mail?.text ?? "") ?? [];
  expect([id, signedPurpose(cart.id, sig)]).toEqual([cart.id, "recovery"]);
  expect(await countedSteps()).toEqual(["sent"]);
});

test("a cart gets one email, whatever happens to it later and however many processes plan at once", async () => {
  await subscribe("ida@example.com");
  const cart = await guestCart("ida@example.com");

  const planned = await Promise.all([plan(in5Hours()), plan(in5Hours()), plan(in5Hours())]);
  expect(planned.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await send(in5Hours())).toHaveLength(1);
  await addToCart(cart.id, [{ variantId: SUNSET, quantity: 1 }], new Date());

  expect(await deliver(in5Hours())).toHaveLength(0);
  expect(await deliver(new Date(Date.now() + 20 * HOUR_MS))).toHaveLength(0);
});

test("who agrees to reminders in the moment in which their basket is looked at is reminded all the same", async () => {
  await guestCart("ida@example.com");
  let hasAgreed = false;
  const agreeAfterTheLook = async (text: string, run: () => Promise<unknown>) => {
    const rows = await run();
    if (!hasAgreed && text.includes('from "subscriptions"')) {
      hasAgreed = true;
      await subscribe("ida@example.com");
      await lookAgain("ida@example.com");
    }
    return rows;
  };
  expect(await interceptQueries(agreeAfterTheLook, () => plan(in5Hours()))).toBe(0);

  expect(await deliver(in5Hours())).toHaveLength(1);
});

test("no email goes to addresses without a confirmed subscription to reminders, or to carts left days ago", async () => {
  await guestCart("nothing@example.com");
  await subscribe("news-only@example.com", "subscribed", ["news", "arrivals", "blog"]);
  await guestCart("news-only@example.com");
  await subscribe("left@example.com", "unsubscribed");
  await guestCart("left@example.com");
  await subscribe("pending@example.com", "pending");
  await guestCart("pending@example.com");
  await cartWith({ [MUTED]: 1 });
  await subscribe("unproved@example.com");
  await ownedCart(await newCustomer({ email: "unproved@example.com", isVerified: false }));
  await subscribe("long-ago@example.com");
  const old = await guestCart("long-ago@example.com");
  const weekAgo = new Date(Date.now() - 7 * 24 * HOUR_MS).toISOString();
  await changeRows("carts", { id: old.id }, { updated_at: weekAgo });

  expect(await deliver(in5Hours())).toHaveLength(0);
});

test("a subscribed customer gets the email at the confirmed address", async () => {
  await subscribe("grace@example.com");
  await ownedCart(await newCustomer({ email: "grace@example.com" }));

  const mails = await deliver(in5Hours());

  expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(["grace@example.com"]);
});

test("no email is sent after an order, of the same cart or of another by the same person", async () => {
  for (const email of ["one@example.com", "two@example.com", "paying@example.com"]) await subscribe(email);
  const ordered = await guestCart("one@example.com");
  await orderCart(ordered.id, "one@example.com");
  await addToCart(ordered.id, [{ variantId: SUNSET, quantity: 1 }], new Date());
  await guestCart("two@example.com");
  await orderCart((await cartWith({ [MUTED]: 1 })).id, "Two@Example.com");

  expect(await deliver(in5Hours())).toHaveLength(0);
});

test("a cart that was ordered, emptied or unsubscribed between planning and sending gets no email", async () => {
  const people = ["ordered", "emptied", "leaving", "stays"].map((name) => `${name}@example.com`);
  const carts = new Map<string, CartId>();
  for (const email of people) {
    await subscribe(email);
    carts.set(email, (await guestCart(email, { [SUNSET]: 1 })).id);
  }
  expect(await plan(in5Hours())).toBe(4);

  await orderCart(carts.get("ordered@example.com")!, "ordered@example.com");
  const emptied = carts.get("emptied@example.com")!;
  const line = await rowOf("cart_lines", { cart_id: emptied });
  await removeLine(emptied, line.id as `line_${string}`);
  await changeRows("subscriptions", { email: "leaving@example.com" }, { state: "unsubscribed" });

  expect((await send(in5Hours())).map(({ to }) => to?.[0]?.address)).toEqual(["stays@example.com"]);
});

test("a cart without available items gets no email until it changes", async () => {
  await subscribe("ida@example.com");
  const cart = await guestCart("ida@example.com", { [MUTED]: 1 });
  await setStock(MUTED, 0);
  expect(await plan(in5Hours())).toBe(0);
  await setStock(MUTED, 5);
  expect(await plan(in5Hours())).toBe(0);

  await addToCart(cart.id, [{ variantId: SUNSET, quantity: 1 }], new Date(Date.now() + 6 * HOUR_MS));

  expect(await plan(new Date(Date.now() + 11 * HOUR_MS))).toBe(1);
});

async function ownedCart({ id }: Readonly<{ id: string }>): Promise<void> {
  const cart = await cartWith({ [MUTED]: 1 });
  await changeRows("carts", { id: cart.id }, { customer_id: id });
}
