import type { Page } from "playwright";
import { test } from "vitest";

import { logIn } from "#tests/support/people/customer/customer-journey.ts";
import {
  linkFor,
  newCustomer,
  open as openLink,
  PASSWORD,
} from "#tests/support/people/customer/customer-visitor.ts";
import { addToBasket, open, openBasket } from "#tests/support/people/journey.ts";
import { type ScriptMode } from "#tests/support/people/visit.ts";
import { newVisitor } from "#tests/support/people/walk.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const MODES = ["on", "off", "late"] as const satisfies ReadonlyArray<ScriptMode>;
const DOG = "Pull-along Dog";
const SNAIL = "Pull-along Snail";
const at = (name: string) => `/p/wooden-toys/pull-alongs/${name.toLowerCase().replaceAll(" ", "-")}`;

const shop = useShop();

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const savedList = (page: Page) => page.getByRole("region", { name: "Saved for later" });
const saved = (page: Page, name: string) => savedList(page).getByRole("link", { name, exact: true });
const notice = (page: Page, name: string) => page.getByText(`${name} is saved for later.`).waitFor();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

test.each(MODES)(
  "items are saved for later, moved back, removed and joined at login, scripts %s",
  async (mode) => {
    const email = `later-${mode}@example.com`;
    const account = await newCustomer(shop, email);
    await openLink(account, await linkFor(shop, email, { path: "/verify" }));
    const journey = await newVisitor(shop, mode);
    const { page } = journey;
    await open(journey, at(DOG));
    await addToBasket(journey);
    await open(journey, at(SNAIL));
    await addToBasket(journey);
    await openBasket(journey);

    await press(page, `Save for later ${DOG}`);
    await notice(page, DOG);
    await heading(page, "Basket 1 item");
    await saved(page, DOG).waitFor();

    await press(page, `Undo saving ${DOG} for later`);
    await heading(page, "Basket 2 items");
    await savedList(page).waitFor({ state: "detached" });

    // The last line leaves an empty basket with a list.
    await press(page, `Save for later ${DOG}`);
    await notice(page, DOG);
    await press(page, `Save for later ${SNAIL}`);
    await notice(page, SNAIL);
    await heading(page, "Your basket is empty");
    await press(page, `Remove ${SNAIL} from your saved items`);
    await saved(page, SNAIL).waitFor({ state: "detached" });

    await open(journey, "/login");
    await logIn(journey, email, PASSWORD);
    await heading(page, /^Hello/);
    await open(journey, "/cart");
    await saved(page, DOG).waitFor();
    await press(page, `Move to basket ${DOG}`);
    await heading(page, "Basket 1 item");
  },
);
