/** A shop with every kind of order, and the people who look at it: for what compares all pages of two builds. */
import { STAFF_ROLES, type StaffRole } from "#app/models/staff/role.ts";
import { confirmedCustomer } from "#tests/support/people/customer/customer-visitor.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { expectStatus } from "#tests/support/people/over-http.ts";
import { addToBasket, goToPayment, payAt } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";

import { deskWalk } from "./desk-walk.ts";
import type { OpenShop } from "./server.ts";
import { ask, write } from "./shop-data.ts";
import { runCommand } from "./shop-command.ts";

export type Viewer = "guest" | "customer" | StaffRole;

/** Rainbow Stacker in muted colours, and its article number. */
const RAINBOW = 5000;
const RAINBOW_SKU = "HB-0101-MUTE";
/** Noah's Ark, which can be engraved. */
const ARK = 5031;
const CUSTOMER = "hannah@example.com";

/** Fills a new shop, and answers with a browser for each viewer. The order of what happens is always the same. */
export async function fillShop(shop: OpenShop): Promise<Readonly<Record<Viewer, Shopper>>> {
  const customer = await confirmedCustomer(shop, CUSTOMER);
  await makeOrders(shop, customer);
  await writeToShop(shop);
  await runCommand(shop, ["coupons", "add", "--code", "OTTER9", "--percent", "9"]);
  await runCommand(shop, ["redirects", "add", "--from", "/old-toys", "--to", "/c/wooden-toys"]);
  const guest = new Shopper(shop.origin);
  await addToBasket(guest, RAINBOW, 2);
  const staff = new Map<StaffRole, Shopper>();
  for (const role of STAFF_ROLES) {
    const invitee = { email: `${role}@example.com`, name: `Robin ${role}`, role };
    staff.set(role, await joinDesk(shop.origin, await inviteToDesk(shop, invitee)));
  }
  return { guest, customer, ...(Object.fromEntries(staff) as Record<StaffRole, Shopper>) };
}

const REFUND = ["--reason", "A gift from us", "--yes"];
const ONE_RAINBOW = ["--lines", `${RAINBOW_SKU}=1`];
const SEND = ["--carrier", "royal-mail", "--tracking", "AB123456785GB"];

/** What is done to an order that is paid, by the owner's commands; `#` stands for its number. */
const STEPS: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> = [
  [],
  [["pack", "#"]],
  [["ship", "#", ...SEND, ...ONE_RAINBOW]],
  [["ship", "#", ...SEND]],
  [
    ["ship", "#", ...SEND],
    ["deliver", "#"],
  ],
  [["cancel", "#", "--reason", "Ordered twice", "--yes"]],
  [["refund", "#", "--all", ...REFUND]],
  [["refund", "#", "--amount", "5", ...REFUND]],
  [
    ["ship", "#", ...SEND],
    ["deliver", "#"],
    ["open-return", "#", ...ONE_RAINBOW, "--reason", "changed-mind"],
  ],
];

async function makeOrders(shop: OpenShop, customer: Shopper): Promise<void> {
  const walk = deskWalk(shop);
  for (const steps of STEPS) {
    await walk.buy({ by: customer, variant: RAINBOW });
    const number = renumber(shop);
    for (const step of steps)
      await runCommand(shop, ["orders", ...step.map((part) => (part === "#" ? number : part))]);
  }
  const engraved = new Shopper(shop.origin);
  const ark = {
    intent: "add",
    variantId: String(ARK),
    quantity: "1",
    personalisation: "words",
    words: "Ada",
  };
  expectStatus(await engraved.post("/cart", ark), 303);
  await payAt(engraved, await goToPayment(engraved));
  await walk.until(() => walk.ask("SELECT count(*) FROM orders WHERE status = 'paid' HAVING count(*) >= 3"));
  renumber(shop);
  // An order whose payment page is still open.
  await addToBasket(customer, RAINBOW);
  await goToPayment(customer);
  renumber(shop);
}

/** Numbers are drawn by lot, and lists of orders sort by them: the newest order gets one that rises. */
function renumber(shop: OpenShop): string {
  write(
    shop,
    `UPDATE orders SET number = (SELECT 10000000 + count(*) FROM orders), updated_at = ?
     WHERE id = (SELECT id FROM orders ORDER BY placed_at DESC LIMIT 1)`,
    new Date().toISOString(),
  );
  return String(ask(shop, "SELECT number FROM orders ORDER BY placed_at DESC LIMIT 1"));
}

/** A message, a review, an alert and a sign-up, which wait for the owner or for a click in an email. */
async function writeToShop({ origin }: OpenShop): Promise<void> {
  const visitor = new Shopper(origin);
  const send = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { body } = await visitor.get(path);
    expectStatus(await visitor.post(path, { ...hiddenFields(body), ...fields }), 303);
  };
  const email = "grace@example.com";
  await send("/information/contact-us", {
    ...{ name: "Grace Adeyemi", email, topic: "other" },
    message: "Does the rainbow come in other colours?",
  });
  await send("/products/101/review", {
    ...{ rating: "4", title: "Sturdy", body: "Stacked daily since May.", author: "Grace", email },
  });
  await send("/newsletter", { email });
}
