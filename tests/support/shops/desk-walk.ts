/** What walks through the desk need of a running shop: its database, an order, and somebody who has joined. */
import type { Page } from "playwright";
import { expect } from "vitest";

import type { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import { joinDesk } from "#tests/support/people/desk/desk-join.ts";
import { cookiesOf } from "#tests/support/people/over-http.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import type { ScriptMode, VisitOptions } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";

import type { OpenShop } from "./server.ts";
import { ask as askShop, withDatabase as withDatabaseOf, write as writeShop } from "./shop-data.ts";

export const PHONE = { viewport: { width: 390, height: 844 } };

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

export function deskWalk(shop: OpenShop) {
  const withDatabase = <Value>(work: (database: SqliteDatabase) => Value) => withDatabaseOf(shop, work);
  const ask = (query: string, ...values: ReadonlyArray<unknown>) => askShop(shop, query, ...values);
  const write = (statement: string, ...values: ReadonlyArray<unknown>) =>
    writeShop(shop, statement, ...values);

  /** The number that `look` finds in the end. */
  async function until(look: () => unknown): Promise<number> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const found = look();
      if (typeof found === "number") return found;
      if (Date.now() > end) throw new Error(`It did not happen\n${shop.logs()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Two of one toy, bought and paid for, by a guest where nobody is named. Answers with the order's number. */
  async function buy({ by, variant }: Readonly<{ by?: Shopper; variant?: number }> = {}): Promise<number> {
    const shopper = by ?? new Shopper(shop.origin);
    const [chosen = 0] = variant ? [variant] : withDatabase((database) => parcelVariants(database, 1));
    await addToBasket(shopper, chosen, 2);
    const page = await goToPayment(shopper);
    await payAt(shopper, page);
    const attempt = String(ask("SELECT request FROM embedded_payments WHERE id = ?", page.split("/").at(-1)));
    const { orderId } = (JSON.parse(attempt) as { attempt: { orderId: string } }).attempt;
    return until(() => ask("SELECT number FROM orders WHERE id = ? AND status = 'paid'", orderId));
  }

  /** The link that the owner's command prints. */
  async function invite(
    email = "martha@example.com",
    name = "Martha Pryce",
    role: StaffRole = "owner",
  ): Promise<string> {
    return shop.origin + (await inviteToDesk(shop, { email, name, role }));
  }

  /** From the invitation to the first page. Answers with the key of the app. */
  async function acceptInvite(page: Page, link: string): Promise<string> {
    await page.goto(new URL(link).pathname.replace(/^/, shop.origin));
    await page.getByRole("heading", { level: 1, name: /^Welcome, / }).waitFor();
    await page.getByLabel("Password").fill("too short");
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByText("Use at least 12 characters").first().waitFor();
    await page.getByLabel("Password").fill(DESK_PASSWORD);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = ((await page.locator("b.mono").textContent()) ?? "").replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(appCode(secret, new Date()));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { level: 1, name: "Write these down" }).waitFor();
    expect(await page.locator(".codes li").count()).toBe(10);
    await page.getByLabel("I have written the codes down").check();
    await page.getByRole("button", { name: "Go to the desk" }).click();
    await page.getByRole("heading", { level: 2, name: "Waiting for you" }).waitFor();
    return secret;
  }

  /**
   * Somebody who has joined the desk over sockets, at its first page on a phone. Nothing may go wrong in their browser
   * before the test is over.
   */
  async function atDesk(
    mode: ScriptMode,
    {
      email = "martha@example.com",
      name = "Martha Pryce",
      role = "owner",
      browser,
    }: Partial<Parameters<typeof inviteToDesk>[1]> & Pick<VisitOptions, "browser"> = {},
  ): Promise<Page> {
    const { page, origin } = await newVisitor(shop, mode, browser ? { ...PHONE, browser } : PHONE);
    const member = await joinDesk(origin, await inviteToDesk(shop, { email, name, role }));
    await page.context().addCookies(cookiesOf(member, origin));
    await page.goto(`${origin}/desk`);
    return page;
  }

  return { withDatabase, ask, write, until, buy, invite, acceptInvite, atDesk };
}
