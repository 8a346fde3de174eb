/** What walks through the desk need of a running shop: its database, an order, and somebody who has joined. */
import { join } from "node:path";

import type { Page } from "playwright";
import { expect } from "vitest";

import { SqliteDatabase } from "#app/db/sqlite-database.server.ts";
import type { StaffRole } from "#app/models/staff/role.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { addToBasket, goToPayment, parcelVariants, payAt } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

import type { OpenShop } from "./server.ts";

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** `running` answers with the shop of the test, which starts after this is called. */
export function deskWalk(running: () => OpenShop) {
  function withDatabase<Value>(work: (database: SqliteDatabase) => Value): Value {
    const database = new SqliteDatabase(join(running().dataDir, "shop.db"), { timeout: 5_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  const ask = (query: string, ...values: ReadonlyArray<unknown>) =>
    withDatabase((database) => database.prepare(query).pluck().get(values));

  async function until(look: () => unknown): Promise<number> {
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const found = look();
      if (typeof found === "number") return found;
      if (Date.now() > end) throw new Error(`It did not happen\n${running().logs()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async function buy(): Promise<number> {
    const shopper = new Shopper(running().origin);
    const [variant = 0] = withDatabase((database) => parcelVariants(database, 1));
    await addToBasket(shopper, variant, 2);
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
    return running().origin + (await inviteToDesk(running(), { email, name, role }));
  }

  /** From the invitation to the first page. Answers with the key of the app. */
  async function acceptInvite(page: Page, link: string): Promise<string> {
    await page.goto(new URL(link).pathname.replace(/^/, running().origin));
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

  return { withDatabase, ask, until, buy, invite, acceptInvite };
}
