import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";

import { brokenInvariants } from "#tests/support/checks/invariants.ts";
import {
  type AccountJourney,
  changeEmail,
  editAddress,
  exportData,
  forgetAndSet,
  logIn,
  logOut,
  lookIn,
  NEW_EMAIL,
  NEW_PASSWORD,
  orderWithGuestBasket,
  register,
  removeAccount,
  seeOrder,
  verify,
} from "#tests/support/people/account/account-journey.ts";
import { open } from "#tests/support/people/journey.ts";
import { JOURNEY_MODES, sharedBrowser, visit } from "#tests/support/people/visit.ts";
import { startShop } from "#tests/support/shops/server.ts";
import { settledState, type ShopState } from "#tests/support/shops/shop-state.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {});

/** The whole life of an account, in the order in which people live it. */
async function live(journey: AccountJourney): Promise<unknown> {
  await register(journey);
  await verify(journey);
  await lookIn(journey);
  await forgetAndSet(journey);
  await orderWithGuestBasket(journey);
  await seeOrder(journey);
  await editAddress(journey);
  await changeEmail(journey);
  await open(journey, "/account");
  await logOut(journey);
  await logIn(journey, NEW_EMAIL, NEW_PASSWORD);
  await journey.page.getByRole("heading", { level: 1, name: "Hello Ida" }).waitFor();
  const data = await exportData(journey);
  await removeAccount(journey);
  return data;
}

let expected: ShopState | null = null;

test.each([...JOURNEY_MODES, "late"] as const)(
  "a customer registers, uses and deletes an account, scripts %s",
  async (mode) => {
    const shop = await startShop();
    const { page, complaints, close } = await visit(browser, mode);
    try {
      const data = await live({ page, origin: shop.origin, mode, shop });

      expect(JSON.stringify(data)).toContain(NEW_EMAIL);
      expect(JSON.stringify(data)).toContain("GL6 0BS");
      expect(complaints).toEqual([]);
      const state = await settledState(shop.dataDir);
      expect(state).toMatchObject({ customers: [], addresses: [], sessions: [], tokens: [] });
      expect(state["orders"]).toHaveLength(1);
      expected ??= state;
      expect(state).toEqual(expected);
      expect(await brokenInvariants(shop.dataDir)).toEqual([]);
    } finally {
      await close();
      await shop.stop();
    }
  },
);
