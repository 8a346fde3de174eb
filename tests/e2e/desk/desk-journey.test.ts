/** The owner's desk on a phone without scripts: from the invitation to a refund. axe looks at each page with scripts. */
import { readFileSync } from "node:fs";

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { violations, WCAG_AA_AND_BEST_PRACTICE } from "#tests/support/checks/axe.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import { newCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { follow, send, sendInVain, sendTo } from "#tests/support/people/steps.ts";
import { visit } from "#tests/support/people/visit.ts";
import { packedCatalogue } from "#tests/support/shops/packed-catalogue.ts";
import { deskWalk, PHONE } from "#tests/support/shops/desk-walk.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const shop = useShop();

beforeAll(() => runCommand(shop, ["settings", "set", "keep-messages", "on"]));

afterAll(async () => {
  expect(await brokenInvariants(shop.dataDir)).toEqual([]);
});

const { withDatabase, ask, write, until, buy, invite, acceptInvite, atDesk } = deskWalk(shop);

/** The file behind the button of the page. */
async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the file" }).click(),
  ]);
  return readFileSync(await file.path(), "utf8");
}

async function packAndSend(page: Page, number: number): Promise<void> {
  await follow(page, "Start packing", `Order ${number}`);
  await send(page, "Mark as packed", `Order ${number} is packed.`);
  await page.getByLabel("Tracking number").fill("AB 1234 5678 9GB");
  await send(page, "Send and tell Hannah", "goes out at");
  await send(page, "Undo", "stays here");
  await page.getByLabel("Tracking number").fill("AB 1234 5678 9GB");
  await send(page, "Send and tell Hannah", "goes out at");
  // Two minutes later.
  write("UPDATE jobs SET run_at = '2020-01-01T00:00:00.000Z' WHERE kind = 'desk-send'");
  await until(() => ask("SELECT number FROM orders WHERE number = ? AND status = 'shipped'", number));
}

async function refundOne(page: Page, number: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/search?q=okafor`);
  await page.getByRole("link", { name: String(number) }).click();
  await page.getByRole("link", { name: "Refund…" }).click();
  await page.getByRole("combobox", { name: /^How many of/ }).selectOption("1");
  await page.getByLabel("Why").selectOption({ label: "It arrived damaged" });
  await sendTo(page, "Check the refund", /^Refund £[\d.]+\?$/);
  expect(ask("SELECT count(*) FROM refunds")).toBe(0);
  await send(page, /^Refund £/, "is on its way");
  await until(() => ask("SELECT amount_minor FROM refunds WHERE status = 'completed'"));
}

test("an owner joins, packs, sends and refunds one item on a phone without scripts", async () => {
  const number = await buy();
  const page = await atDesk("off");
  await packAndSend(page, number);
  await refundOne(page, number);
  await page.goto(`${shop.origin}/desk/log`);
  const words = await page.locator("main").innerText();
  for (const step of ["Refunded", "Took back the sending of", "Packed", "Set up an authenticator app"])
    expect(words).toContain(step);
});

async function bookIn(page: Page): Promise<void> {
  const sku = String(ask("SELECT sku FROM variants WHERE reserved = 0 ORDER BY id LIMIT 1"));
  const onHand = () => Number(ask("SELECT on_hand FROM variants WHERE sku = ?", sku));
  const before = onHand();
  await page.goto(`${shop.origin}/desk/stock`);
  await page.getByLabel("Scan or type a barcode").fill(sku);
  await page.getByRole("button", { name: "Find", exact: true }).last().click();
  const units = page.getByRole("textbox", { name: /^Received, / });
  await units.and(page.locator(":focus")).waitFor();
  await units.fill("many");
  await send(page, "Save what arrived", "Type a whole number");
  await units.fill("+ 24");
  await send(page, "Save what arrived", "1 of 1 variant is booked");
  expect(onHand()).toBe(before + 24);
  await send(page, "Undo", "Taken back: 1 variant");
  expect(onHand()).toBe(before);
  await page.getByRole("link", { name: sku }).first().click();
  await page.getByText("Taken back").first().waitFor();
}

async function readReviews(page: Page): Promise<void> {
  const id = Number(ask("SELECT id FROM reviews WHERE status = 'published' ORDER BY id LIMIT 1"));
  write("UPDATE reviews SET status = 'waiting' WHERE id = ?", id);
  await page.goto(`${shop.origin}/desk/reviews`);
  await page.getByText("Publish and reply").first().click();
  await page.getByLabel(/^Our reply/).fill("Thank you.");
  await send(page, /^Publish and reply/, "The reply is saved and the review is published.");
  expect(ask("SELECT shop_reply FROM reviews WHERE id = ? AND status = 'published'", id)).toBe("Thank you.");
  await page.goto(`${shop.origin}/desk/reviews?id=${id}`);
  await page.locator("summary", { hasText: "Reject" }).click();
  await send(page, /^Reject/, "Choose why");
  await page.getByLabel(/^Why/).selectOption("Not about the product");
  await send(page, /^Reject/, "The review is rejected.");
  await decideMany(page);
}

/** Ticks and one button; a rejection asks why, and the ticks stay. */
async function decideMany(page: Page): Promise<void> {
  const ids = withDatabase((database) =>
    database.prepare("SELECT id FROM reviews WHERE status = 'published' ORDER BY id LIMIT 3").pluck().all([]),
  );
  const waiting = "UPDATE reviews SET status = 'waiting' WHERE id = ?";
  withDatabase((database) => ids.forEach((id) => database.prepare(waiting).run(Number(id))));
  const statuses = () => ids.map((id) => ask("SELECT status FROM reviews WHERE id = ?", id)).sort();
  await page.goto(`${shop.origin}/desk/reviews`);
  for (const box of [0, 1]) await page.locator(".review-list label.pick").nth(box).click();
  await page.locator(".review-list .pick input").first().press("Enter");
  expect(statuses()).toEqual(["waiting", "waiting", "waiting"]);
  await sendInVain(page, "Reject the chosen reviews", "Why they are rejected: Choose why");
  expect(await page.locator(".pick input:checked").count()).toBe(2);
  await send(page, "Publish the chosen reviews", "2 of 2 reviews are now published.");
  expect(statuses()).toEqual(["published", "published", "waiting"]);
}

async function writeToShop(name: string, topic: string): Promise<void> {
  const words = { name, email: "sophie@example.com", topic, orderNumber: "", message: `Is it oak? ${name}` };
  const { status } = await new Shopper(shop.origin).post("/information/contact-us", words);
  expect(status).toBe(303);
}

/** A reply that is taken back, corrected and sent; and a message whose words the shop does not keep. */
async function answerMessages(page: Page): Promise<void> {
  await writeToShop("Sophie Lindqvist", "repair");
  await writeToShop("Callum Fraser", "order");
  write("UPDATE desk_messages SET email = NULL, order_number = NULL, message = NULL WHERE topic = 'order'");
  await page.goto(`${shop.origin}/desk`);
  await page.getByRole("link", { name: /Messages to answer/ }).click();
  await page.getByRole("link", { name: /^Sophie Lindqvist/ }).click();
  await page.getByRole("heading", { level: 2, name: "Other messages to answer" }).waitFor();
  expect(await page.getByRole("link", { name: /^Sophie Lindqvist/ }).count()).toBe(0);
  await page.getByText("Nobody has confirmed that this address belongs to Sophie Lindqvist.").waitFor();
  await page.getByText("Is it oak? Sophie").first().waitFor();
  await sendInVain(page, "Send reply", "Reply: Write something first");
  await saveReply(page);
  await page.getByLabel("Reply", { exact: true }).fill("Dear Sophie,\n\nIt is ash.\n\nIsla, Hollybough");
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByRole("status").getByText("The reply goes out at").waitFor();
  await page.getByText("Reply not sent yet").waitFor();
  await send(page, "Take the reply back", "waiting for an answer again");
  expect(await page.getByLabel("Reply", { exact: true }).inputValue()).toContain("It is ash.");
  await page.getByLabel("Reply", { exact: true }).fill("Dear Sophie,\n\nIt is beech.\n\nIsla, Hollybough");
  await send(page, "Send reply", "The reply goes out at");
  // Two minutes later.
  write("UPDATE jobs SET run_at = '2020-01-01T00:00:00.000Z' WHERE kind = 'message-reply'");
  await until(() => ask("SELECT id FROM desk_messages WHERE reply_sent_at IS NOT NULL"));
  await page.reload();
  await page.getByText("The reply went out on").waitFor();
  await page.getByRole("link", { name: /^Callum Fraser/ }).click();
  await page.getByRole("link", { name: "hello@hollybough.example" }).waitFor();
  await send(page, "Mark as answered", "Message marked as answered.");
  expect(ask("SELECT count(*) FROM desk_messages WHERE state = 'waiting'")).toBe(0);
}

/** A text of the shop's own, put into an empty reply and below what was typed. Two change it at once, one its title too. */
async function saveReply(page: Page): Promise<void> {
  const message = page.url();
  await page.getByRole("link", { name: "Save a reply to reuse" }).click();
  await page.getByRole("link", { name: "New saved reply" }).click();
  await page.getByLabel("Title").fill("Which wood");
  await sendInVain(page, "Add saved reply", "Text: Enter a text");
  expect(await page.getByLabel("Title").inputValue()).toBe("Which wood");
  await page.getByLabel("Text").fill("Hello {first name},\n\nOur toys are of beech.");
  await send(page, "Add saved reply", "Which wood is saved.");
  await page.getByRole("link", { name: "Which wood" }).click();
  write("UPDATE saved_replies SET title = 'Which timber', body = 'Hello {first name},\n\nAsh, all of it.'");
  await page.getByLabel("Text", { exact: true }).fill("Hello {first name},\n\nOur toys are of ash.");
  await send(page, "Save", "has changed this meanwhile");
  expect(await page.getByLabel("What is saved now: text").inputValue()).toContain("Ash, all of it.");
  await send(page, "Save", "Which timber is saved.");

  await page.goto(message);
  const reply = page.getByLabel("Reply", { exact: true });
  await page.getByLabel("Saved reply").selectOption("Which timber");
  await send(page, "Add to the reply", "“Which timber” is in the reply. Nothing has been sent yet.");
  expect(await reply.inputValue()).toBe("Hello Sophie,\n\nOur toys are of ash.\n\nIsla Pryce, Hollybough");
  await reply.fill("Dear Sophie,\n\nGood question.\n\nIsla Pryce, Hollybough");
  await send(page, "Add to the reply", "“Which timber” is below what you typed.");
  expect(await reply.inputValue()).toMatch(/Good question\.\n\nHello Sophie,[\s\S]*ash\.\n\nIsla Pryce/);

  await page.goto(`${shop.origin}/desk/replies`);
  await page.getByRole("button", { name: "Remove Which timber" }).click();
  await send(page, "Undo", "Which timber is back.");
  await page.goto(message);
}

async function makeCoupon(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/coupons`);
  await page.getByRole("link", { name: "New discount code" }).click();
  await page.getByLabel("Code", { exact: true }).fill("JOURNAL15");
  await page.getByLabel("Per cent off").fill("150");
  await send(page, "Add discount code", "Use 1 to 100");
  expect(await page.getByLabel("Code", { exact: true }).inputValue()).toBe("JOURNAL15");
  await page.getByLabel("Per cent off").fill("15");
  await send(page, "Add discount code", "JOURNAL15 is saved");
  await send(page, "Switch off JOURNAL15", "is switched off");
  expect(ask("SELECT count(*) FROM coupons WHERE code = 'JOURNAL15' AND disabled_at IS NOT NULL")).toBe(1);
}

async function changeDelivery(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/settings/shop`);
  await page.getByRole("link", { name: "Delivery", exact: true }).click();
  const price = page.getByRole("group", { name: "Standard delivery" }).getByLabel("Parcel", { exact: true });
  await price.fill("4.9x");
  await sendInVain(page, "Preview the changes…", /^Standard delivery: parcel: Type an amount/);
  expect(await price.inputValue()).toBe("4.9x");
  await price.fill("4.95");
  await page.getByLabel("Saturday").check();
  await send(page, "Preview the changes…", "Nothing is saved yet.");
  await page.getByText("£3.95").waitFor();
  await page.getByRole("button", { name: "Go back" }).click();
  expect(await price.inputValue()).toBe("4.95");
  expect(await page.getByLabel("Saturday").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Preview the changes…" }).click();
  await send(page, "Save 2 changes", "Delivery is saved.");
  const prices = async () =>
    (
      await page.request.get(`${shop.origin}/p/wooden-toys/building-and-stacking/stackers/stacking-cups`)
    ).text();
  expect(await prices()).toContain("£4.95");
  await send(page, /^Undo the change of/, "Delivery is saved.");
  expect(await prices()).not.toContain("£4.95");
}

async function deleteCustomer(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/customers`);
  await page.getByLabel("Name, email address or order number").fill("buyer@example.com");
  await page.getByRole("button", { name: "Find", exact: true }).last().click();
  await page.locator("main td a").first().click();
  await sendInVain(page, "Add note", "Note for the team: Write something first");
  await page.getByLabel("Note for the team").fill("Prefers a call in the morning.");
  await send(page, "Add note", "The note is written.");
  expect(await page.getByRole("link", { name: /^Write to / }).getAttribute("href")).toBe(
    "mailto:buyer@example.com",
  );
  await send(page, "Send a password link", "The link for a new password is on its way");
  const name = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("link", { name: "Export their data" }).click();
  const exported = await download(page);
  for (const text of ["buyer@example.com", "Prefers a call in the morning."])
    expect(exported).toContain(text);
  await page.goto(page.url().replace("/data", "/delete"));
  await page.getByLabel(/^Type the name/).fill("somebody");
  await sendInVain(page, "Delete the account", /^Name: /);
  await page.getByLabel(/^Type the name/).fill(name);
  await send(page, "Delete the account", "The account is deleted.");
  expect(ask("SELECT count(*) FROM customers WHERE email = 'buyer@example.com'")).toBe(0);
  expect(ask("SELECT count(*) FROM customer_notes")).toBe(0);
}

test("an owner books stock in, answers a review and messages, makes a code, changes a delivery price and deletes an account without scripts", async () => {
  await newCustomer(shop, "buyer@example.com");
  const page = await atDesk("off", { email: "isla@example.com", name: "Isla Pryce" });
  await bookIn(page);
  await readReviews(page);
  await answerMessages(page);
  await makeCoupon(page);
  await changeDelivery(page);
  await deleteCustomer(page);
});

/** The product as shoppers see it. */
async function onTheShop(id: number): Promise<string> {
  const shopper = new Shopper(shop.origin);
  const { location } = await shopper.get(`/products/${id}`);
  return (await shopper.get(location ?? "")).body;
}

/** On a phone: while any field has the focus, the buttons are on the screen and do not cover it. */
async function saveIsInReach(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 760 });
    const wrong = await page.evaluate(() => {
      const placeOf = (element: Element) => element.getBoundingClientRect();
      const buttons = [...document.querySelectorAll(".save-bar button")].map(placeOf);
      const bar = document.querySelector(".save-bar");
      const menu = document.querySelector(".tabs-b");
      if (!bar || !menu || buttons.length !== 2) return ["no buttons"];
      const fields = [
        ...document.querySelectorAll<HTMLElement>("#main form [name]:not([type=hidden]):not(.vh)"),
      ];
      return fields
        .filter((field) => field.checkVisibility() && !bar.contains(field))
        .filter((field) => {
          field.focus();
          const { top, bottom } = placeOf(field);
          // Of a text of several lines, browsers scroll to the caret.
          const isCovered = Math.min(bottom, top + 44) > placeOf(bar).top + 1;
          return isCovered || placeOf(bar).bottom > placeOf(menu).top + 1;
        })
        .map((field) => field.getAttribute("name"));
    });
    expect(wrong).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** A price for a weekend: saved, looked at in words, published. */
async function planSale(page: Page, id: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/products?q=rainbow+stacker`);
  await page.getByRole("link", { name: "Rainbow Stacker" }).click();
  await page.getByLabel("Sale price", { exact: true }).waitFor();
  await saveIsInReach(page);
  await page.getByLabel("Sale price", { exact: true }).fill("54");
  await page.getByLabel("First day").fill("2099-11-27");
  await page.getByLabel("Last day").fill("2099-11-30");
  await sendInVain(page, "Save, publish later", "Sale price: Must be less than the price");
  expect(await page.getByLabel("Last day").inputValue()).toBe("2099-11-30");
  await page.getByLabel("Sale price", { exact: true }).fill("46");
  await send(page, "Save, publish later", "Shoppers do not see it until you publish it.");
  await page
    .getByText("until the end of Monday 30 November 2099, shoppers see “was £54.00, now £46.00")
    .waitFor();
  await page.getByRole("link", { name: "Preview in the shop" }).click();
  await page.getByText("Preview, nobody else sees this.").waitFor();
  expect(await page.locator("main").innerText()).toContain("£46.00");
  expect(await page.locator("main").getByRole("button", { disabled: false }).count()).toBe(0);
  expect(await page.getByText("Cookies on this site").count()).toBe(0);
  expect(await onTheShop(id)).not.toContain("£46.00");
  await page.goto(`${shop.origin}/desk/products/${id}`);
  await page.getByText("Now in the shop: £54.00.").waitFor();
  await send(page, "Publish 1 change", "Published. £46.00 from Friday 27 to Monday 30 November 2099.");
  expect(ask("SELECT first_day FROM product_sales WHERE product_id = ?", id)).toBe("2099-11-27");
}

/** Two prices by one rule, looked at before they change. */
async function raisePrices(page: Page): Promise<void> {
  const prices = () =>
    String(
      ask("SELECT group_concat(price_minor) FROM (SELECT price_minor FROM products ORDER BY name LIMIT 2)"),
    );
  const before = prices();
  await page.goto(`${shop.origin}/desk/products`);
  for (const box of [0, 1]) await page.locator("tbody label.pick").nth(box).click();
  await page.getByRole("button", { name: "Change prices…" }).click();
  await page.getByLabel("Per cent").fill("none");
  await sendInVain(page, "See the new prices", /^Per cent: Type per cent/);
  await page.getByLabel("Per cent").fill("10");
  await sendTo(page, "See the new prices", "Raise 2 prices by 10%?");
  expect(prices()).toBe(before);
  await sendTo(page, "Change 2 prices", "2 of 2 prices are changed");
  expect(prices()).not.toBe(before);
  await page.getByRole("link", { name: "Undo…" }).click();
  await send(page, "Undo all of it", "Undone.");
  expect(prices()).toBe(before);
}

/** Two products hidden and shown again. */
async function hideTwo(page: Page): Promise<void> {
  const hidden = () => Number(ask("SELECT count(*) FROM products WHERE is_visible = 0"));
  const before = hidden();
  await page.goto(`${shop.origin}/desk/products?view=for-sale`);
  for (const box of [0, 1]) await page.locator("tbody label.pick").nth(box).click();
  await sendTo(page, "Hide from the shop…", "Hide 2 products?");
  expect(hidden()).toBe(before);
  await sendTo(page, "Hide 2 products", "2 of 2 products are hidden");
  expect(hidden()).toBe(before + 2);
  await page.goto(`${shop.origin}/desk/products`);
  await page.getByRole("link", { name: "Bulk changes" }).click();
  await page.getByRole("link", { name: /^2 products hidden/ }).click();
  await send(page, "Undo all of it", "Undone.");
  expect(hidden()).toBe(before);
}

/** Two people have the page open. The second to save chooses. */
async function writeAtOnce([owner, editor]: readonly [Page, Page], id: number): Promise<void> {
  for (const page of [owner, editor]) await page.goto(`${shop.origin}/desk/products/${id}`);
  await owner.getByLabel("Name").fill("Rainbow Arches");
  await owner.getByLabel("Title for search engines").fill("Wooden arches");
  await send(owner, /^Publish$/, "Published. Shoppers see it now.");
  await editor.getByLabel("Name").fill("Rainbow Bridge");
  await editor.getByLabel("Short description").fill("Seven arches.");
  await editor.getByRole("button", { name: "Publish", exact: true }).click();
  await editor
    .getByRole("heading", { level: 1, name: "Martha Pryce saved this while you were writing" })
    .waitFor();
  expect(await editor.locator("fieldset .fields").first().innerText()).toMatch(
    /Rainbow Arches[\s\S]*Rainbow Bridge/,
  );
  expect(await onTheShop(id)).not.toContain("Seven arches.");
  await editor.getByLabel("Use yours").check();
  await send(editor, "Publish these choices", "Published. Shoppers see it now.");
  for (const text of ["Rainbow Bridge", "Wooden arches", "Seven arches."])
    expect(await onTheShop(id)).toContain(text);
}

test("an owner plans a sale, and of two who write at once the second chooses, without scripts", async () => {
  const owner = await atDesk("off", { email: "martha.p@example.com" });
  const editor = await atDesk("off", { email: "editor@example.com", name: "Isla Pryce", role: "editor" });
  const id = Number(ask("SELECT id FROM products WHERE slug = 'rainbow-stacker'"));
  await planSale(owner, id);
  await raisePrices(owner);
  await hideTwo(owner);
  await writeAtOnce([owner, editor], id);
  await editFacts([owner, editor], id);
});

/** An own price and an age of a toy: an editor's price waits, and a weaker age is refused with everything typed. */
async function editFacts([owner, editor]: readonly [Page, Page], id: number): Promise<void> {
  await editor.goto(`${shop.origin}/desk/products/${id}`);
  await editor.getByLabel("Own price").first().fill("61");
  await editor.getByLabel("Legal minimum age, in months").fill("1");
  await send(editor, "Save, publish later", "Only an owner weakens or removes a warning or an age");
  expect(await editor.getByLabel("Own price").first().inputValue()).toBe("61");
  await editor.getByLabel("Legal minimum age, in months").fill("36");
  await editor.getByLabel("Warnings, one per line").fill("");
  await send(editor, "Save, publish later", "Only an owner weakens or removes a warning or an age");
  await editor.goto(`${shop.origin}/desk/products/${id}`);
  await editor.getByLabel("Own price").first().fill("61");
  await editor.getByLabel("Legal minimum age, in months").fill("18");
  await editor.getByLabel("Suitable from, in months").fill("18");
  await send(editor, /^Publish$/, "An owner has to publish prices, lower ages and fewer warnings");
  expect(await onTheShop(id)).not.toContain("£61.00");
  expect(await onTheShop(id)).toContain("18 months");

  await owner.goto(`${shop.origin}/desk/products/${id}`);
  const before = (await new Shopper(shop.origin).get(`/products/${id}`)).location ?? "";
  await owner.getByLabel("Last part of the web address").fill("rainbow-arches");
  await send(owner, "Publish 1 change", "Published. Shoppers see it now.");
  expect(await onTheShop(id)).toContain("£61.00");
  const moved = await new Shopper(shop.origin).get(before);
  expect([moved.status, moved.location]).toEqual([301, before.replace(/[^/]+$/, "rainbow-arches")]);
}

/** A message that waits, one without words and one that was answered, as far as there are such. */
function messagePages(): ReadonlyArray<string> {
  const kinds = ["state = 'waiting'", "message IS NULL", "reply_sent_at IS NOT NULL"];
  return kinds
    .map((kind) => Number(ask(`SELECT id FROM desk_messages WHERE ${kind}`) ?? 0))
    .filter((id) => id > 0)
    .map((id) => `/desk/messages/${id}`);
}

function savedReplyPages(): ReadonlyArray<string> {
  const id = ask("SELECT id FROM saved_replies");
  return typeof id === "number" ? [`/desk/replies/${id}`, "/desk/replies/new"] : [];
}

const imageCount = (id: number) => ask("SELECT count(*) FROM product_images WHERE product_id = ?", id);

/** Two files, of which one is no image; then one with its text, in front of the others. */
async function addImage(page: Page, id: number): Promise<void> {
  await page.goto(`${shop.origin}/desk/products/${id}`);
  await page.getByLabel("Short description").fill("Typed before the upload.");
  const upload = async (...files: ReadonlyArray<string>) => {
    await page.getByLabel("Add images").setInputFiles([...files]);
    await page.getByRole("button", { name: "Upload and save as a draft" }).click();
  };
  await upload("content/imagery/products/abacus-3.jpg", "package.json");
  await page.getByText("“package.json” is not an image we can open.").first().waitFor();
  expect(await page.getByLabel("Short description").inputValue()).toBe("Typed before the upload.");
  await upload("content/imagery/products/abacus-3.jpg");
  await page.getByText("Images saved.").waitFor();
  await page.getByRole("link", { name: "Description of image 4" }).waitFor();
  await sendInVain(page, "Publish 2 changes", "Description of image 4: Describe this image");
  await page.getByRole("textbox", { name: "Description of image 4" }).fill("The abacus on a rug");
  for (const place of [4, 3, 2])
    await page.getByRole("button", { name: `Move image ${place} earlier` }).click();
  expect(await page.getByRole("textbox", { name: "Description of image 1" }).inputValue()).toBe(
    "The abacus on a rug",
  );
  await page.getByRole("link", { name: "Preview in the shop" }).click();
  await page.getByText("Preview, nobody else sees this.").waitFor();
  expect(
    await page.locator("main").getByRole("img", { name: "The abacus on a rug" }).count(),
  ).toBeGreaterThan(0);
  expect(imageCount(id)).toBe(3);
  await page.goto(`${shop.origin}/desk/products/${id}`);
  await send(page, "Publish 2 changes", "Published. Shoppers see it now.");
  expect(await onTheShop(id)).toContain("The abacus on a rug");
  expect(imageCount(id)).toBe(4);
}

/** Away and back while it is a draft; away for good, and back with the version before. */
async function removeAndPutBack(page: Page, id: number): Promise<void> {
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await page.getByRole("button", { name: /^Use again/ }).click();
  await page.getByRole("textbox", { name: "Description of image 4" }).waitFor();
  await page.getByRole("button", { name: "Remove image 4" }).click();
  await send(page, "Publish 1 change", "Published. Shoppers see it now.");
  expect(imageCount(id)).toBe(3);
  await page
    .getByRole("button", { name: /^Put back the version/ })
    .first()
    .click();
  await page.getByText("The earlier version is now a draft.").waitFor();
  await send(page, "Publish 1 change", "Published. Shoppers see it now.");
  expect(await onTheShop(id)).toContain("The abacus on a rug");
}

test("an owner adds, orders and removes images, and puts an earlier version back, without scripts", async () => {
  const page = await atDesk("off", { email: "martha.i@example.com" });
  const id = Number(ask("SELECT id FROM products WHERE slug = 'bead-maze'"));
  await addImage(page, id);
  await removeAndPutBack(page, id);
});

const onHandOf = (sku: string) => Number(ask("SELECT on_hand FROM variants WHERE sku = ?", sku));

test("an owner downloads stock, brings it back with a delivery, and undoes it, without scripts", async () => {
  const page = await atDesk("off", { email: "martha.f@example.com" });
  await page.goto(`${shop.origin}/desk/menu`);
  await page.locator("main").getByRole("link", { name: "Files" }).click();
  await page.getByRole("link", { name: "Stock", exact: true }).last().click();
  const text = await download(page);
  const [heading = "", first = ""] = text.split("\r\n");
  const sku = first.split('"')[1] ?? "";
  const before = onHandOf(sku);
  const upload = async (row: string) => {
    await page.goto(`${shop.origin}/desk/files`);
    await page.getByLabel("Stock").check();
    const buffer = Buffer.from(`${heading}\r\n${row}\r\n`);
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "delivery.csv", mimeType: "text/csv", buffer });
    await sendTo(page, "Check the file", "delivery.csv");
  };
  await upload(first.replace(/,,$/, ",some,"));
  await page.getByText("Type a whole number, such as 12").waitFor();
  expect(await page.getByRole("button", { name: /^Apply/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Discard the check" }).click();
  await upload(first.replace(/,,$/, ",24,"));
  expect(onHandOf(sku)).toBe(before);
  await send(page, "Apply 1 change", "You can undo it for 30 days");
  expect(onHandOf(sku)).toBe(before + 24);
  await send(page, "Undo all of it", "Undone.");
  expect(onHandOf(sku)).toBe(before);
});

/** The page of a check with a price that is wrong, and a new name. */
async function checkedFile(page: Page): Promise<string> {
  const skus = ["0", "1"].map((offset) =>
    String(
      ask(`SELECT min(sku) FROM variants GROUP BY product_id ORDER BY product_id LIMIT 1 OFFSET ${offset}`),
    ),
  );
  const text = `sku,name,price,colour\n${skus[0] ?? ""},,none,red\n${skus[1] ?? ""},A name,12,red\n`;
  await page.goto(`${shop.origin}/desk/files`);
  await page.getByLabel("Products and prices").check();
  const file = { name: "names.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await sendTo(page, "Check the file", "names.csv");
  return new URL(page.url()).pathname;
}

/** The page of a check of the catalogue: one product has another name, one has it too and was edited by hand. */
async function checkedCatalogue(page: Page): Promise<string> {
  const at = new Date().toISOString();
  write("UPDATE products SET name = 'By hand', edited_at = ? WHERE slug = 'stacking-rings'", at);
  await page.goto(`${shop.origin}/desk/files`);
  await page.getByLabel("The whole catalogue").check();
  const buffer = packedCatalogue({ "bead-maze": "Maze by a ZIP", "stacking-rings": "Rings by a ZIP" });
  const file = { name: "shop.zip", mimeType: "application/zip", buffer };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await sendTo(page, "Check the file", "shop.zip");
  return new URL(page.url()).pathname;
}

const namesNow = () =>
  ["bead-maze", "stacking-rings"].map((slug) => ask("SELECT name FROM products WHERE slug = ?", slug));

test("an owner brings the catalogue in as a ZIP, looks at what was edited by hand, and undoes it, without scripts", async () => {
  const page = await atDesk("off", { email: "martha.z@example.com" });
  const before = namesNow();
  await checkedCatalogue(page);
  const byHand = namesNow();
  await page.getByText("Edited by hand since the last import: name. It is left as it is").waitFor();
  await page.getByLabel("Take the catalogue’s version of what was edited by hand").check();
  await send(page, /^Apply \d+ change/, "Nothing was done yet.");
  expect(namesNow()).toEqual(byHand);
  await page.getByRole("link", { name: /^Changed/ }).click();
  await page.getByText("Rings by a ZIP").first().waitFor();
  await send(page, /^Apply \d+ changes/, "You can undo it for 30 days");
  expect(namesNow()).toEqual(["Maze by a ZIP", "Rings by a ZIP"]);
  await send(page, "Undo all of it", "Undone.");
  expect(namesNow()).toEqual([before[0], "By hand"]);
});

/** A file and a change by one rule, undone with what was left, or nothing of them. */
function importPages(): ReadonlyArray<string> {
  return ["file_imports.request_key IS NULL", "file_imports.request_key IS NOT NULL"].flatMap((isOfKind) => {
    const id = Number(ask(`SELECT max(id) FROM file_imports WHERE state <> 'checked' AND ${isOfKind}`) ?? 0);
    return id === 0 ? [] : [`/desk/files/imports/${id}`, `/desk/files/imports/${id}?show=changed`];
  });
}

/** An email that was tried for more than a day, as if the mail server had been away. */
function giveUpEmail(): string {
  const [id, at] = [`job_${"7".repeat(22)}`, new Date().toISOString()];
  write(
    `INSERT OR REPLACE INTO jobs (id, key, kind, payload, status, run_at, tries, created_at, finished_at, last_error)
     VALUES (?, 'order-email:lost', 'order-email', '{}', 'dead', ?, 12, ?, ?, 'Error: connect ECONNREFUSED')`,
    ...[id, at, at, at],
  );
  return id;
}

/** It is about no order, so that no try of it can succeed. */
function dropEmail(): void {
  write("DELETE FROM jobs WHERE key = 'order-email:lost'");
}

/** From Today to the list of what failed, and one more try. */
async function tryAgain(page: Page): Promise<void> {
  const id = giveUpEmail();
  await page.goto(`${shop.origin}/desk`);
  await page.getByRole("link", { name: /^1 Failed emails, jobs, refunds/ }).click();
  await page.getByText("Error: connect ECONNREFUSED").waitFor();
  expect(await page.locator("main").innerText()).toMatch(/Database[\s\S]*SQLite 3/);
  await send(page, "Try again Email: news of an order", "It is tried now.");
  await page.getByText("Nothing has failed").waitFor();
  expect(ask("SELECT count(*) FROM jobs WHERE id = ? AND status = 'dead'", id)).toBe(0);
  dropEmail();
}

/** An old address that leads to a page, away and back. */
async function redirectAddress(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/desk/menu`);
  await page.locator("main").getByRole("link", { name: "Redirects" }).click();
  const begin = () => page.getByRole("link", { name: "New redirect" }).click();
  await begin();
  await page.getByLabel("Old address").fill("/old-stackers");
  await page.getByLabel("Leads to").fill("nowhere");
  await sendInVain(page, "Add redirect", "Leads to: nowhere is not an address in this shop");
  expect(await page.getByLabel("Old address").inputValue()).toBe("/old-stackers");
  await page.getByLabel("Leads to").fill(`${shop.origin}/c/wooden-toys`);
  await send(page, "Add redirect", "/old-stackers is saved.");
  const target = () => ask("SELECT to_path FROM redirects WHERE from_path = '/old-stackers'");
  expect(target()).toBe("/c/wooden-toys");
  await begin();
  await page.getByLabel("Old address").fill("/old-stackers");
  await page.getByLabel("Leads to").fill("/c/gifts");
  await sendInVain(page, "Add redirect", "/old-stackers leads to /c/wooden-toys by now.");
  await page.getByRole("link", { name: "Redirects", exact: true }).first().click();
  await page.getByRole("link", { name: "/old-stackers" }).click();
  await page.getByLabel("Leads to").fill("/c/gifts");
  await send(page, "Save", "/old-stackers is saved.");
  expect(target()).toBe("/c/gifts");
  await page.getByLabel("A part of an address").fill("STACKERS");
  await page.locator("main").getByRole("button", { name: "Find" }).click();
  await send(page, "Remove /old-stackers", "leads nowhere else now.");
  expect(target()).toBeUndefined();
  await send(page, "Undo", "is back.");
  expect(target()).toBe("/c/gifts");
  await page.getByRole("link", { name: "Check them" }).click();
  await page.getByRole("heading", { name: "Nothing is wrong" }).waitFor();
}

async function subscribeTo(email: string): Promise<void> {
  const { status } = await new Shopper(shop.origin).post("/newsletter", { email, source: "footer" });
  expect(status).toBe(303);
  write("UPDATE subscriptions SET state = 'subscribed', confirmed_at = consent_at WHERE email = ?", email);
}

/** The addresses are downloaded with the code that was typed at the log-in; one of them is looked up and leaves. */
async function tendNewsletter(page: Page): Promise<void> {
  for (const name of ["ida", "kit"]) await subscribeTo(`${name}@example.com`);
  await page.goto(`${shop.origin}/desk/newsletter`);
  await page.getByRole("link", { name: "Export…" }).click();
  const text = await download(page);
  expect(text).toContain('"ida@example.com","news');
  await page.goto(`${shop.origin}/desk/newsletter`);
  await page.getByLabel("A part of a confirmed address").fill("KIT@");
  await page.locator("main").getByRole("button", { name: "Find" }).click();
  await follow(page, "kit@example.com", "kit@example.com");
  await send(page, "Unsubscribe", "The subscriber has been unsubscribed.");
  expect(await page.locator("main").innerText()).not.toContain("kit@example.com");
  expect(ask("SELECT count(*) FROM subscriptions WHERE email = 'kit@example.com'")).toBe(0);
}

/** A family's list with a gift that Margaret has reserved, as rows. Answers with its id. */
function makeGiftList(code: string): string {
  const idOf = (kind: string) => `${kind}_${code.padEnd(22, "0")}`;
  const [id, gift, email] = [idOf("giftlist"), idOf("gift"), `hannah.${code}@example.org`];
  const at = new Date().toISOString();
  write(
    `INSERT INTO gift_lists (id, code, occasion, name, event_day, is_month_only, first_name, last_name, reveal_on,
       email, email_key, is_findable, closes_on, created_at, updated_at, confirmed_at)
     VALUES (?, ?, 'baby', 'Hannah and Tom’s baby', '2099-01-15', 1, 'Hannah', 'Okafor', '2099-01-15',
       ?, ?, 0, '2099-04-15', ?, ?, ?)`,
    ...[id, code, email, email, at, at, at],
  );
  write(
    `INSERT INTO gift_list_gifts (id, list_id, product_id, variant_id, name, quantity, is_any_colour, is_most_needed,
       position, added_at)
     SELECT ?, ?, product_id, id, 'Moses Basket', 2, 0, 0, 1, ? FROM variants ORDER BY id LIMIT 1`,
    ...[gift, id, at],
  );
  write(
    `INSERT INTO gift_list_claims (id, list_id, gift_id, way, state, units, held_until, giver_name, email, email_key,
       created_at)
     VALUES (?, ?, ?, 'reservation', 'held', 1, '2099-01-01T00:00:00.000Z', 'Margaret', 'margaret@example.org',
       'margaret@example.org', ?)`,
    ...[idOf("claim"), id, gift, at],
  );
  return id;
}

/** A gift is freed, and a family who have lost their mailbox get a link. */
async function helpFamily(page: Page): Promise<void> {
  const id = makeGiftList("7K4P9QWX");
  await page.goto(`${shop.origin}/desk/gift-lists`);
  await page.getByLabel("Code of the list, name, or whole email address").fill("hannah okafor");
  await page.locator("main").getByRole("button", { name: "Find" }).click();
  await page.getByRole("link", { name: "Hannah and Tom’s baby" }).waitFor();
  await page.getByLabel("Code of the list, name, or whole email address").fill("7k4p-9qwx");
  await page.locator("main").getByRole("button", { name: "Find" }).click();
  await page.getByText("This family wants to be surprised.").waitFor();
  await send(page, /^Free it .*, Margaret$/, "The gift is free again.");
  await page.getByRole("heading", { name: "Nothing is claimed" }).waitFor();
  await page.getByLabel("New email address").fill("hannah@new");
  await sendInVain(page, "Send the link", /^New email address: /);
  expect(await page.getByLabel("New email address").inputValue()).toBe("hannah@new");
  await page.getByLabel("New email address").fill("hannah@new.example");
  await send(page, "Send the link", "The link is on its way.");
  await page.getByText("hannah@new.example, once the button in the email is pressed").waitFor();
  expect(ask("SELECT email FROM gift_lists WHERE id = ?", id)).toBe("hannah.7K4P9QWX@example.org");
}

test("an owner tries a failed email again, redirects an address, ends a subscription and helps a family without scripts", async () => {
  const page = await atDesk("off", { email: "martha.o@example.com" });
  await tryAgain(page);
  await redirectAddress(page);
  await tendNewsletter(page);
  await helpFamily(page);
});

/** Every page of the desk that an owner sees without a form before it. */
const PAGES = (number: number) => [
  ...["/desk/replies", ...savedReplyPages()],
  ...["/desk/stock", "/desk/stock?view=all&mode=counted", "/desk/stock?q=nothing", "/desk/stock?q=stacker"],
  ...[`/desk/stock/${String(ask("SELECT sku FROM variants ORDER BY id LIMIT 1"))}`],
  ...["/desk/messages", "/desk/messages?view=done", "/desk/messages?view=privacy"],
  ...messagePages(),
  ...["/desk/settings", "/desk/settings/health"],
  ...["/desk/figures", "/desk/figures?days=90", "/desk/redirects/new?from=/search/wooden%20sword"],
  ...["/desk/gift-lists", "/desk/gift-lists?q=nobody", "/desk/gift-lists?q=hannah"],
  `/desk/gift-lists/${String(ask("SELECT id FROM gift_lists WHERE code = '9QWX7K4P'"))}`,
  ...["/desk/newsletter", "/desk/newsletter?q=nobody"],
  `/desk/newsletter/${String(ask("SELECT id FROM subscriptions WHERE state = 'subscribed'"))}`,
  ...["/desk/pages", "/desk/pages/new?kind=information", "/desk/pages/information/about"],
  ...["/desk/pages/article/3", "/desk/pages/information/terms"],
  ...["/desk/redirects", "/desk/redirects?q=nothing", "/desk/redirects?view=problems"],
  ...["/desk/closures", "/desk/closures/new", "/desk/closures?view=past"],
  ...["methods", "zones", "rates"].flatMap((of) => [`/desk/delivery-${of}`, `/desk/delivery-${of}/new`]),
  ...["/desk/reviews", "/desk/reviews?view=published", "/desk/coupons", "/desk/coupons?view=off"],
  ...["/desk/products", "/desk/products?q=nothing&view=sold-out", "/desk/products/new"],
  ...["", "&percent=5"].map((rule) => `/desk/products/prices?n101=on&n102=on&kind=price${rule}`),
  ...["nobody", "everybody"].map((to) => `/desk/products/visibility?n101=on&n102=on&to=${to}`),
  "/desk/products/148/variants",
  ...["", "/variants"].map(
    (part) => `/desk/products/${String(ask("SELECT id FROM products ORDER BY id LIMIT 1"))}${part}`,
  ),
  ...["shop", "company", "contact", "delivery", "returns", "gifts", "stock"].map(
    (group) => `/desk/settings/${group}`,
  ),
  ...["/desk/customers", "/desk/customers?q=nobody"],
  ...["", "/data", "/delete"].map(
    (part) => `/desk/customers/${String(ask("SELECT id FROM customers ORDER BY id LIMIT 1"))}${part}`,
  ),
  ...[
    "/desk",
    "/desk/orders",
    "/desk/orders?view=all",
    `/desk/orders/${number}`,
    `/desk/orders/${number}/refund`,
  ],
  ...[
    ...["cancel", "address", "emails", "payment"].map((part) => `/desk/orders/${number}/${part}`),
    `/desk/orders/slips?n${number}=on`,
    `/desk/orders/send?n${number}=on&n1=on`,
    `/desk/orders/invoices?n${number}=on`,
    ...["/desk/orders/many?view=all", "/desk/stock/sheet?view=all"],
    "/desk/orders?view=late&customer=nobody&least=1",
    "/desk/pack",
    `/desk/pack?order=${number}`,
  ],
  ...[
    ...["/desk/returns", "/desk/returns?view=arrived", "/desk/returns/new", "/desk/returns/new?order=1"],
    `/desk/returns/new?order=${number}`,
    "/desk/search?q=okafor",
    "/desk/search?q=nobody",
    "/desk/staff",
    ...["/desk/account", "/desk/account/app", "/desk/account/password"],
    "/desk/log",
  ],
  ...importPages(),
  ...["/desk/files", "/desk/files/exports/orders", "/desk/files/exports/orders?names=on&view=all"],
  ...["/desk/menu", "/desk/nothing/here"],
];

test("no page of the desk breaks a rule of axe, scrolls sideways or hides a form or a count, and none but the account has more than the frame's script", async () => {
  await newCustomer(shop, "axe@example.com");
  await writeToShop("Hannah Okafor", "safety");
  giveUpEmail();
  await subscribeTo("axe@example.com");
  makeGiftList("9QWX7K4P");
  const [link, number] = await Promise.all([invite(), buy()]);
  const { page } = await visit("on", PHONE);
  const wrong: Array<string> = [];
  const checked = new Set<string>();
  const look = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) wrong.push(`${page.url()} at ${width}: ${over} px too wide`);
    const unseen = await page
      .locator("main form:not(.foot-out), main .pack .x")
      .evaluateAll((all) => all.filter((one) => !one.closest("details") && !one.checkVisibility()).length);
    if (unseen > 0) wrong.push(`${page.url()} at ${width}: ${unseen} forms or counts are not to be seen`);
    if (width === 320) return;
    for (const one of await violations(page, WCAG_AA_AND_BEST_PRACTICE, checked))
      wrong.push(`${page.url()} at ${width}: ${one}`);
  };
  try {
    await page.goto(shop.origin + new URL(link).pathname);
    await look(390);
    await acceptInvite(page, link);
    const catalogue = await checkedCatalogue(page);
    const checks = [await checkedFile(page), catalogue, `${catalogue}?show=changed`];
    for (const path of [...PAGES(number), ...checks]) {
      await page.goto(shop.origin + path);
      const scripts = await page.locator("script").evaluateAll((all) => all.map((each) => each.outerHTML));
      const files = path === "/desk/account" ? ["passkey-element", "desk-additions"] : ["desk-additions"];
      expect(scripts, path).toEqual(
        files.map((file): unknown => expect.stringContaining(`<script type="module" src="/assets/${file}-`)),
      );
      for (const width of [320, 390, 1280]) await look(width);
    }
    await page.context().clearCookies();
    await page.goto(`${shop.origin}/desk/login`);
    await look(390);
  } finally {
    dropEmail();
  }

  expect(wrong).toEqual([]);
});
