/** Every page on the way into an account, in every state: empty, filled, with errors, by a good link and by a bad one. */
import { join } from "node:path";

import type { Page } from "playwright";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { OpenShop } from "#tests/support/shops/server.ts";

import { type CustomerState, type CustomerStates, cookiesOf } from "./customer/customer-states.ts";
import { inviteByMail, linkFor, logIn, newCustomer, open, PASSWORD } from "./customer/customer-visitor.ts";
import { Shopper } from "./shopper.ts";

const UNVERIFIED = "ottilie@example.com";
const OTHER_UNVERIFIED = "other@example.com";
const MOVED = "moved@example.com";
const MOVED_TO = "moved-to@example.com";
const INVITED = "invited@example.com";
/** Looks like a link's secret, and is none. */
const NO_TOKEN = "A".repeat(43);

type Links = Readonly<Record<"verify" | "reset" | "invitation" | "confirm" | "undo", string>>;

export async function authStates(shop: OpenShop): Promise<CustomerStates> {
  const unverified = await newCustomer(shop, UNVERIFIED);
  const moved = await newCustomer(shop, MOVED);
  const links = await emailLinks(shop, moved);
  return {
    cookies: {
      guest: [],
      unverified: cookiesOf(unverified),
      "unverified elsewhere": cookiesOf(await newCustomer(shop, OTHER_UNVERIFIED)),
      verified: cookiesOf(moved),
      leaving: cookiesOf(await loggedOut(shop)),
      expired: cookiesOf(await withEndedSession(shop)),
    },
    states: [...loginStates(), ...registerStates(), ...passwordStates(links), ...linkStates(links)],
  };
}

function loginStates(): ReadonlyArray<CustomerState> {
  const filled = { "Email address": MOVED, Password: "not the password" };
  return [
    guest("login", "/login?redirectTo=%2Faccount%2Forders"),
    guest("login with errors", "/login", (page) => send(page, {}, "Log in")),
    guest("login refused", "/login", (page) => send(page, filled, "Log in")),
    { name: "login after logging out", who: "leaving", path: "/login", act: says("You have logged out.") },
    {
      name: "login after the session's end",
      who: "expired",
      path: "/account",
      act: says(/no longer logged in/),
    },
  ];
}

function registerStates(): ReadonlyArray<CustomerState> {
  const filled = { "First name": "Ida", "Last name": "Marsh", "Email address": "ida@", Password: "short" };
  return [
    guest("register", "/register"),
    guest("register with errors", "/register", (page) => send(page, {}, "Create account")),
    guest("register filled, with errors", "/register", (page) => send(page, filled, "Create account")),
    guest("register sent", "/register/check-your-e-mail"),
  ];
}

function passwordStates({ reset, invitation }: Links): ReadonlyArray<CustomerState> {
  const short = { "New password": "short" };
  return [
    guest("forgot password", "/forgot-password"),
    guest("forgot password with errors", "/forgot-password", (page) => send(page, {}, "Email me a link")),
    guest("forgot password sent", "/forgot-password/check-your-e-mail"),
    guest("set password", reset),
    guest("set password with errors", reset, (page) => send(page, short, "Save password")),
    guest("set password by invitation", invitation),
    guest("set password by a bad link", `/set-password?token=${NO_TOKEN}`),
  ];
}

function linkStates({ verify, confirm, undo }: Links): ReadonlyArray<CustomerState> {
  const wrong = { "Your password": "not the password" };
  return [
    guest("verify", verify),
    guest("verify with errors", verify, (page) => send(page, wrong, "Confirm my address")),
    { name: "verify, logged in", who: "unverified", path: verify },
    {
      name: "verify, logged in to another account",
      who: "unverified elsewhere",
      path: verify,
      act: (page) => send(page, wrong, "Confirm my address"),
    },
    guest("verify by a bad link", `/verify?token=${NO_TOKEN}`),
    { name: "verify by a bad link, logged in", who: "unverified", path: "/verify?token=x" },
    { name: "verify when verified", who: "verified", path: "/verify?token=x" },
    guest("confirm email", confirm),
    guest("confirm email with errors", confirm, (page) => send(page, wrong, "Use this address")),
    guest("confirm email by a bad link", `/confirm-email?token=${NO_TOKEN}`),
    guest("undo email change", undo),
    guest("undo email change by a bad link", "/undo-email-change"),
  ];
}

function guest(name: string, path: string, act?: CustomerState["act"]): CustomerState {
  return { name, who: "guest", path, ...(act ? { act } : {}) };
}

/** Fills the form in, sends it, and waits for what is wrong with it. */
async function send(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries(fields)) {
    await main.getByLabel(label, { exact: true }).fill(value);
  }
  await main.getByRole("button", { name: button, exact: true }).click();
  await main.getByRole("heading", { name: "There is a problem" }).waitFor();
}

function says(text: string | RegExp) {
  return async (page: Page): Promise<void> => {
    await page.getByRole("main").getByText(text).first().waitFor();
  };
}

/** A link of each kind. `moved` has changed their address once, and is about to do so again. */
async function emailLinks(shop: OpenShop, moved: Shopper): Promise<Links> {
  await new Shopper(shop.origin).post("/forgot-password", { email: UNVERIFIED });
  const invited = inviteByMail(shop, INVITED);
  // Only an address that was confirmed is told of its successor.
  await open(moved, await linkFor(shop, MOVED, { path: "/verify" }));
  await moved.post("/verify", {});
  await changeEmail(moved, MOVED_TO);
  await open(moved, await linkFor(shop, MOVED_TO, { path: "/confirm-email" }));
  await moved.post("/confirm-email", {});
  const undo = await linkFor(shop, MOVED, { path: "/undo-email-change" });
  await logIn(moved, MOVED_TO);
  await changeEmail(moved, "moved-again@example.com");
  await invited;
  return {
    undo,
    verify: await linkFor(shop, UNVERIFIED, { path: "/verify" }),
    reset: await linkFor(shop, UNVERIFIED, { path: "/set-password" }),
    invitation: await linkFor(shop, INVITED, { path: "/set-password" }),
    confirm: await linkFor(shop, "moved-again@example.com", { path: "/confirm-email" }),
  };
}

async function changeEmail(shopper: Shopper, newEmail: string): Promise<void> {
  const fields = { intent: "change-email", newEmail, emailPassword: PASSWORD };
  const answer = await shopper.post("/account/details", fields);
  if (answer.status !== 303) throw new Error(`The change of address was refused: ${answer.status}`);
}

async function loggedOut(shop: OpenShop): Promise<Shopper> {
  const shopper = await newCustomer(shop, "leaving@example.com");
  await shopper.post("/logout", {});
  return shopper;
}

async function withEndedSession(shop: OpenShop): Promise<Shopper> {
  const email = "ended@example.com";
  const shopper = await newCustomer(shop, email);
  const database = new SqliteDatabase(join(shop.dataDir, "shop.db"), { timeout: 5_000 });
  database
    .prepare("DELETE FROM customer_sessions WHERE customer_id = (SELECT id FROM customers WHERE email = ?)")
    .run(email);
  database.close();
  return shopper;
}
