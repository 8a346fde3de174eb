/** A family makes a list, and a giver opens it in the same browser, as a stranger. */
import { addDays } from "#app/models/shared/local-date.ts";
import { giveByOrder, giveMeanwhile } from "#tests/support/shops/catalogue-fixtures.ts";

import { linkFor, open as openLink } from "./customer/customer-visitor.ts";
import { atThePaymentPage, type Journey, open } from "./journey.ts";
import { expectStatus, overHttp } from "./over-http.ts";
import { type Fields, hiddenFields, type Shopper } from "./shopper.ts";

type Visitor = Journey & Readonly<{ dataDir: string }>;

let families = 0;
const NAME = "Hannah and Tom’s baby";
const NEW_LIST = "/gift-lists/new?variant=5000&quantity=2";
/** What the form of a new list has chosen already. */
const CHOSEN: Fields = { occasion: "baby", sent_to: "home", country_code: "GB", surprise: "hidden" };

const OWNER: Fields = {
  first_name: "Hannah",
  last_name: "Okafor",
  address1: "14 Slad Road",
  city: "Stroud",
  postal_code: "GL5 1QN",
  phone: "07700 900142",
};

const newEmail = (mode: string) => `hannah.${(families += 1)}.${mode}@example.org`;
const eventDay = () => addDays(new Date().toISOString().slice(0, 10), 60);

/** Makes a list with Rainbow Stacker on it, and confirms its address. Ends on the family's page. */
export async function toOwnGiftList(visitor: Visitor): Promise<void> {
  const { page, dataDir } = visitor;
  const email = newEmail(visitor.mode);
  await open(visitor, NEW_LIST);
  await page.getByLabel("Name of the list").fill(NAME);
  await page.getByLabel("Due date or day").fill(eventDay());
  await page.getByLabel("First name").fill("Hannah");
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByRole("main").getByLabel("Email address").fill(email);
  await page.getByLabel("Address line 1").fill("14 Slad Road");
  await page.getByLabel("Town or city").fill("Stroud");
  await page.getByLabel("Postcode").fill("GL5 1QN");
  await page.getByLabel("Phone number").fill("07700 900142");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  await open(visitor, await linkFor({ dataDir, logs: () => "" }, email, { path: "/gift-lists/link" }));
  await page.getByRole("button", { name: "Confirm your list" }).click();
  await page.getByLabel("Link to your list").waitFor();
}

/** Makes a list with what else was `typed`. Answers with the link that confirms it. */
async function newList(shopper: Shopper, { mode, dataDir }: Visitor, typed: Fields = {}): Promise<string> {
  const email = newEmail(mode);
  const { body } = await shopper.get(NEW_LIST);
  const fields = { ...CHOSEN, ...OWNER, name: NAME, event_day: eventDay(), email, ...typed };
  expectStatus(await shopper.post("/gift-lists/new", { ...hiddenFields(body), ...fields }), 303);
  return linkFor({ dataDir, logs: () => "" }, email, { path: "/gift-lists/link" });
}

/** Makes a list. Answers with the link that confirms it, which is not used yet. */
export function toConfirmedLater(visitor: Visitor): Promise<string> {
  return overHttp(visitor, (shopper) => newList(shopper, visitor));
}

/** Answers with the address of the family's page. */
async function confirmedList(visitor: Visitor, typed: Fields = {}): Promise<string> {
  return overHttp(visitor, async (shopper) => {
    await openLink(shopper, await newList(shopper, visitor, typed));
    return expectStatus(await shopper.post("/gift-lists/link", {}), 303).location ?? "";
  });
}

/** A family that sees its gifts, and has been sent the delivered order as one. Answers with the address of its page. */
export async function toGivenGift(visitor: Visitor, orderId: string): Promise<string> {
  const path = await confirmedList(visitor, { surprise: "shown" });
  giveByOrder(visitor.dataDir, { listId: path.split("/").at(-1) ?? "", orderId });
  return path;
}

/** Ends as toOwnGiftList does, without its pages on the way. */
export async function toFinishedGiftList(visitor: Visitor): Promise<void> {
  await open(visitor, await confirmedList(visitor));
  await visitor.page.getByLabel("Link to your list").waitFor();
}

/** Ends on the page for givers, without what makes the visitor the family. */
export async function toGiftList(visitor: Visitor): Promise<void> {
  await toFinishedGiftList(visitor);
  const link = await visitor.page.getByLabel("Link to your list").inputValue();
  await visitor.page.context().clearCookies();
  await open(visitor, new URL(link).pathname);
  await visitor.page.getByText("2 of 2 gifts").waitFor();
}

export async function toGiving(visitor: Visitor): Promise<void> {
  await toGiftList(visitor);
  await visitor.page.getByRole("link", { name: /^Give this/ }).click();
  await visitor.page.getByRole("heading", { level: 1, name: /^Give the / }).waitFor();
}

async function fillGiver({ page }: Journey): Promise<void> {
  await page.getByLabel("Your name, as they will read it").fill("Margaret Okafor");
  await page.getByRole("textbox", { name: "Email address" }).fill("margaret@example.org");
  await page.getByLabel("Message with the gift").fill("For the first nights");
}

export async function reserveGift(visitor: Journey): Promise<void> {
  const { page } = visitor;
  await page.getByText("Reserve it for seven days").click();
  await page.getByText(/^Once your email address is confirmed, nobody else can take it until /).waitFor();
  await fillGiver(visitor);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: /^Reserved for you until / }).waitFor();
}

/** Another giver meets a gift of which all units are reserved. */
export async function toGiftAlert(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await toGiving(visitor);
  await page.getByLabel("How many").selectOption("2");
  await reserveGift(visitor);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
  const list = new URL(page.url()).pathname;
  await page.context().clearCookies();
  await open(visitor, list);
  await page.getByRole("link", { name: /^Ask to be told/ }).click();
  await page.getByRole("heading", { level: 1, name: "Ask to be told" }).waitFor();
}

/** Answers with the link in the email to whoever wants to be told. */
export async function toGiftAlertLink(visitor: Visitor): Promise<string> {
  await toGiftAlert(visitor);
  const { page, dataDir } = visitor;
  const email = `ray.${families}.${visitor.mode}@example.org`;
  await page.getByRole("main").getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("button", { name: "Email me if it is free" }).click();
  await page.getByText(`Open the email we sent to ${email}`).waitFor();
  return linkFor({ dataDir, logs: () => "" }, email, { path: "/list/alert" });
}

/** The family ends the surprise. */
export async function toThanks(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await toFinishedGiftList(visitor);
  await open(visitor, `${new URL(page.url()).pathname}/show`);
  await page.getByRole("button", { name: "Show me" }).click();
  await page.getByRole("heading", { level: 1, name: "Thank-you list" }).waitFor();
}

/** Ends on the page of who looks after the list, after an invitation. Returns the link in its email. */
export async function toInvited(visitor: Visitor): Promise<string> {
  const { page, dataDir } = visitor;
  await toFinishedGiftList(visitor);
  const email = `tom.${families}.${visitor.mode}@example.org`;
  await page.getByRole("link", { name: "Change who looks after it" }).click();
  await page.getByRole("main").getByLabel("Email address", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByText(`We have sent an invitation to ${email}.`).waitFor();
  return linkFor({ dataDir, logs: () => "" }, email, { path: "/gift-lists/co-owner" });
}

/** Ends on the list as its co-owner has it, in a browser that is not the owner's. */
export async function toCoOwnedList(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const link = await toInvited(visitor);
  await page.context().clearCookies();
  await open(visitor, link);
  await page.getByRole("button", { name: "Look after the list" }).click();
  await page.getByText("You look after it with Hannah.").waitFor();
}

/** Requests a move of the list. Returns the links in the emails to its new and its present address. */
export async function toRequestedMove(
  visitor: Visitor,
): Promise<Readonly<{ toNew: string; toFormer: string }>> {
  const { page, dataDir } = visitor;
  await toFinishedGiftList(visitor);
  const former = `hannah.${families}.${visitor.mode}@example.org`;
  const email = `hannah.${families}.${visitor.mode}@new.example`;
  await page.getByRole("link", { name: "Change who looks after it" }).click();
  await page.getByLabel("New email address").fill(email);
  await page.getByRole("button", { name: "Move the list" }).click();
  await page.getByRole("button", { name: "Cancel the move" }).waitFor();
  const shop = { dataDir, logs: () => "" };
  const path = "/gift-lists/move";
  return {
    toNew: await linkFor(shop, email, { path }),
    toFormer: await linkFor(shop, former, { path }),
  };
}

export async function toSwap(visitor: Visitor): Promise<void> {
  await toThanks(visitor);
  await open(visitor, new URL(visitor.page.url()).pathname.replace(/thanks$/, "swap"));
  await visitor.page.getByRole("heading", { level: 1, name: "Swap or return a gift" }).waitFor();
}

export async function toListCheckout(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await toGiving(visitor);
  await fillGiver(visitor);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
}

/** Types the giver's own address. */
export async function fillBilling({ page }: Journey): Promise<void> {
  await page.getByLabel("First name").fill("Margaret");
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByLabel("Address line 1").fill("3 Orchard Way");
  await page.getByLabel("Town or city").fill("Ludlow");
  await page.getByLabel("Postcode").fill("SY8 1AA");
}

/** Margaret pays for a gift that Ray has given meanwhile, and opens her order. */
export async function toSpareGift(visitor: Visitor): Promise<void> {
  const { page, dataDir } = visitor;
  await toListCheckout(visitor);
  await fillBilling(visitor);
  await page.getByRole("button", { name: /^Pay now £/ }).click();
  await page.waitForURL(/\/test-payment\//);
  giveMeanwhile(dataDir);
  await atThePaymentPage(visitor, /^Pay £/);
  await page.getByRole("link", { name: "View, cancel or return this order" }).click();
  await page.getByText("Two people bought the same gift.").waitFor();
}
