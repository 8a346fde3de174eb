/** An account's life over real HTTP: registering, logging in, and the letters that the shop writes into its folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import PostalMime, { type Email } from "postal-mime";

import type { OpenShop } from "#tests/support/shops/server.ts";
import { runCommand } from "#tests/support/shops/shop-command.ts";

import { type Answer, Shopper } from "#tests/support/people/shopper.ts";

export const PASSWORD = "three small boats upstream";
const EMAIL_MAX_MS = 60_000;
const LOOK_EVERY_MS = 50;

type Emails = Pick<OpenShop, "dataDir" | "logs">;

export function register(shopper: Shopper, email: string, password = PASSWORD): Promise<Answer> {
  return shopper.post("/register", { firstName: "Ida", lastName: "Marsh", email, password });
}

export function logIn(shopper: Shopper, email: string, password = PASSWORD): Promise<Answer> {
  return shopper.post("/login", { email, password });
}

/** A browser in which the new account of `email` is logged in. */
export async function newCustomer(shop: OpenShop, email: string): Promise<Shopper> {
  const shopper = new Shopper(shop.origin);
  await register(shopper, email);
  const answer = await logIn(shopper, email);
  if (answer.status !== 303) throw new Error(`Login answered ${answer.status}`);
  return shopper;
}

/** The same, and the address is confirmed. */
export async function confirmedCustomer(shop: OpenShop, email: string): Promise<Shopper> {
  const shopper = await newCustomer(shop, email);
  await open(shopper, await linkFor(shop, email, { path: "/verify" }));
  await shopper.post("/verify", {});
  return shopper;
}

/** True when `shopper` gets to see the account. */
export async function isLoggedIn(shopper: Shopper): Promise<boolean> {
  return (await shopper.get("/account")).status === 200;
}

/** Everything that was written to `email` so far. */
async function emailsTo({ dataDir }: Emails, email: string): Promise<ReadonlyArray<Email>> {
  const folder = join(dataDir, "mail");
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  const emails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return emails.filter((message) => message.to?.some(({ address }) => address === email));
}

/** Waits for a letter to `email` with a link to `path` other than those in `known`: "/verify?token=…". */
export async function linkFor(
  shop: Emails,
  email: string,
  { path, known = [] }: Readonly<{ path: string; known?: ReadonlyArray<string> }>,
): Promise<string> {
  const until = Date.now() + EMAIL_MAX_MS;
  while (Date.now() < until) {
    for (const message of await emailsTo(shop, email)) {
      const link = new RegExp(`${path}\\?token=[\\w-]+`).exec(message.text ?? "")?.[0];
      if (link && !known.includes(link)) return link;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`No letter to ${email} with a link to ${path}\n${shop.logs()}`);
}

/** Follows a link from a letter as a browser does, up to the page itself. */
export async function open(shopper: Shopper, link: string): Promise<Answer> {
  const first = await shopper.get(link);
  return first.location ? shopper.get(first.location) : first;
}

/** Invites `email` as the shopkeeper does. */
export async function inviteByMail(shop: Pick<OpenShop, "dataDir">, email: string): Promise<void> {
  await runCommand(shop, ["invite", email, "Ida", "Marsh"]);
}
