/** Baskets of which only the items come back: those that are gone, and those that stay with an account. */
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";

import { logIn } from "#tests/support/people/customer/customer-journey.ts";
import { PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { addToBasket, open, taken } from "#tests/support/people/journey.ts";
import {
  clearAway,
  leaveCustomersBasket,
  leaveGuestsBasket,
} from "#tests/support/people/abandoned-basket.ts";
import { JOURNEY_MODES, type ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const DOG = "/p/wooden-toys/pull-alongs/pull-along-dog";
/** Rainbow Stacker in Muted. */
const MUTED = 5000;

const shop = useShop();
/** The links of the baskets that were left, by the mode in which they are opened. */
let links: Readonly<Record<(typeof JOURNEY_MODES)[number], Readonly<{ guests: string; customers: string }>>>;

beforeAll(async () => {
  const left = await Promise.all(
    JOURNEY_MODES.map(async (mode) => {
      const [guests, customers] = await Promise.all([
        leaveGuestsBasket(shop, MUTED),
        leaveCustomersBasket(shop, emailFor(mode), MUTED),
      ]);
      return [mode, { guests, customers }] as const;
    }),
  );
  links = Object.fromEntries(left) as typeof links;
});

const emailFor = (mode: ScriptMode) => `ida-${mode}@example.org`;
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const rainbow = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: "Rainbow Stacker", exact: true });
const withoutSignature = (link: string) => link.split("?")[0] ?? "";

describe.each(JOURNEY_MODES)("scripts %s", (mode) => {
  test("a deleted basket is rebuilt from its marketing record in two browsers, each with a basket of its own", async () => {
    const phone = await newVisitor(shop, mode);
    const desk = await newVisitor(shop, mode);
    const link = links[mode].guests;
    await open(phone, link);
    await heading(phone.page, "Basket 1 item");
    clearAway(shop, link);
    await open(phone, "/cart");
    await heading(phone.page, "Your basket is empty");

    await open(phone, link);
    await heading(phone.page, "Your saved basket");
    await phone.page.getByText("The basket itself has expired").waitFor();
    await rainbow(phone.page).waitFor();
    await press(phone.page, "Add to my basket");
    await heading(phone.page, "Basket 1 item");
    await phone.page.getByText("We have added your saved items to your basket.").waitFor();

    await open(desk, DOG);
    await addToBasket(desk);
    await open(desk, withoutSignature(link));
    await desk.page.getByRole("heading", { name: "In your basket now" }).waitFor();
    await press(desk.page, "Keep my basket");
    await heading(desk.page, "Basket 1 item");
    for (let time = 0; time < 2; time += 1) {
      // What is there already is not added twice.
      await open(desk, link);
      await press(desk.page, "Add these to my basket");
      await heading(desk.page, "Basket 2 items");
    }

    await open(phone, "/cart");
    await heading(phone.page, "Basket 1 item");
  });

  test("another browser copies a customer's basket with the signed link, and not with an unsigned one", async () => {
    const home = await newVisitor(shop, mode);
    const away = await newVisitor(shop, mode);
    const link = links[mode].customers;
    await open(home, "/login?redirectTo=/cart");
    await logIn(home, emailFor(mode), PASSWORD);
    await heading(home.page, "Basket 1 item");

    await open(away, withoutSignature(link));
    await heading(away.page, "This basket is no longer saved");
    await open(away, link);
    await heading(away.page, "Your saved basket");
    await away.page.getByText("This basket belongs to an account.").waitFor();
    expect(await away.page.content()).not.toMatch(/\bIda\b|ida-|example\.org/);
    await press(away.page, "Add to my basket");
    await heading(away.page, "Basket 1 item");
    await away.page.getByText("We have added your saved items to your basket.").waitFor();

    await open(away, DOG);
    await addToBasket(away);
    await open(home, "/cart");
    await heading(home.page, "Basket 1 item");
    await open(away, link);
    await press(away.page, "Use these instead");
    await heading(away.page, "Basket 1 item");
    await rainbow(away.page).waitFor();

    await open(home, link);
    await heading(home.page, "Basket 1 item");
    await open(away, link);
    await away.page.getByRole("main").getByRole("link", { name: "Log in" }).click();
    await taken(away.page, mode);
    await logIn(away, emailFor(mode), PASSWORD);
    // One from each basket: they are the same person's.
    await heading(away.page, "Basket 2 items");
  });
});
