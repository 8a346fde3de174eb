import { expect, test } from "vitest";

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
} from "#tests/support/people/customer/customer-journey.ts";
import { open } from "#tests/support/people/journey.ts";
import type { ScriptMode } from "#tests/support/people/visit.ts";
import { walkAs } from "#tests/support/people/walk.ts";
import { sharedShop } from "#tests/support/shops/server.ts";
import { settledState, type ShopState } from "#tests/support/shops/shop-state.ts";
import { inParts } from "#tests/support/test-part.ts";

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

test.each(inParts<ScriptMode>({ quick: ["on"], rest: ["on", "off", "late"] }))(
  "a customer registers, uses and deletes an account, scripts %s",
  async (mode) => {
    const shop = await sharedShop();
    let data: unknown;
    await walkAs({ shop, mode }, async (journey) => {
      data = await live({ ...journey, shop });
    });

    expect(JSON.stringify(data)).toContain(NEW_EMAIL);
    expect(JSON.stringify(data)).toContain("GL6 0BS");
    const state = await settledState(shop.dataDir);
    expect(state).toMatchObject({ customers: [], addresses: [], sessions: [], tokens: [] });
    expect(state).toMatchObject({
      orders: [{ status: "paid", total_minor: 10_800, method: "standard" }],
      lines: [{ sku: "HB-0101-SUNS", quantity: 2, line_total_minor: 10_800, vat_minor: 1800 }],
      payments: [{ amount_minor: 10_800 }],
      history: [{ to_status: "awaiting-payment" }, { from_status: "awaiting-payment", to_status: "paid" }],
    });
    expected ??= state;
    expect(state).toEqual(expected);
    expect(await brokenInvariants(shop.dataDir)).toEqual([]);
  },
);
