// @vitest-environment jsdom
/** With scripts no refused change of the basket is silent, whichever form sent it and whatever was refused. */
import { fireEvent, render, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";

import type { Cart } from "#app/models/cart/cart.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import type { SavedForLater } from "#app/models/cart/saved-for-later.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { money } from "#app/models/shared/money.ts";
import { refused } from "#app/models/shared/result.ts";
import CartRoute from "#app/routes/cart/cart.tsx";
import { cartFormSchema, refusedAnswer } from "#app/routes/cart/cart.server.ts";
import { basketLine, basketOf, pricingOf } from "#tests/support/checks/basket-page.ts";
import { useJsdom } from "#tests/support/checks/render-page.tsx";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";

useJsdom();

const LINE = basketLine({ quantity: 2, gift: { paper: "stars", message: "For you" } });
const CART = basketOf([LINE]);
const SAVED: SavedForLater = {
  id: newId("saved"),
  variantId: 5005,
  name: "Stacking Cups",
  variantLabel: null,
  quantity: 1,
  path: "/p/toys/stacking-cups",
  image: null,
  ageText: "6 months +",
  price: { now: money(2100, "GBP"), was: null, percentOff: null },
  state: { kind: "available", isBack: false, left: null },
  change: null,
};
const APPLIED = { code: "FREE", works: true, text: "takes 10% off" };

/** What is pressed to send each intent of the basket's page. Those of other pages have tests of their own. */
const BUTTONS: Readonly<Record<string, RegExp>> = {
  "set-quantity": /Update quantity/,
  increase: /Increase/,
  decrease: /Decrease/,
  remove: /^Remove Rainbow/,
  "save-for-later": /^Save for later/,
  "move-to-basket": /^Move to basket/,
  "remove-saved": /from your saved items$/,
  "set-gift": /Save.*gift wrapping/,
  "remove-gift": /Remove.*gift wrapping/,
  "apply-coupon": /Apply/,
  "remove-coupon": /Remove the discount code/,
  "estimate-delivery": /Update delivery/,
};
/** Sent from a product's page, and from the note about what was removed. */
const ELSEWHERE = ["add", "add-all", "add-parts", "add-set", "undo"];
/** One of each status: 404, 409, 422 and 429. */
const REFUSALS = [
  ["cart-not-found", {}],
  ["insufficient-stock", { name: "Rainbow Stacker", requested: 3, available: 2 }],
  ["quantity-invalid", {}],
  ["rate-limited", { retryAfterSeconds: 9 }],
] as const satisfies ReadonlyArray<readonly [ShopErrorCode, object]>;
/** What the action says that the refusal is about, by the intent that was sent. */
const ABOUT: Readonly<Record<string, Parameters<typeof refusedAnswer>[1]>> = {
  "set-gift": { lineId: LINE.id, gift: { paper: "", message: "typed" } },
  "remove-gift": { lineId: LINE.id, gift: { paper: "", message: "" } },
  "apply-coupon": { coupon: "typed" },
  "remove-coupon": {},
  "estimate-delivery": { postcode: "typed" },
};

/** What the page shows when the action has answered: the same basket, one without the line, or none. */
const AFTERWARDS: ReadonlyArray<readonly [string, Cart | null]> = [
  ["the basket is as it was", CART],
  ["the line is gone", basketOf([{ ...LINE, id: newId("line"), name: "Wooden Car" }])],
  ["the basket is gone", null],
];

test("every intent of the basket is submitted here or belongs to another page", () => {
  const intents = cartFormSchema.options.map((option) => option.shape.intent.value);

  expect([...Object.keys(BUTTONS), ...ELSEWHERE].toSorted()).toEqual(intents.toSorted());
});

/** Each intent with each state of the basket, and each of these pairs with the next refusal. */
const CASES = Object.keys(BUTTONS).flatMap((intent, nth) =>
  AFTERWARDS.map(([when, cart], at) => {
    const [code, detail] = REFUSALS[(nth + at) % REFUSALS.length]!;
    return { intent, when, code, cart, detail };
  }),
);

test.each(CASES)(
  "$intent refused with $code shows its message when $when",
  async ({ intent, cart, code, detail }) => {
    const hasCoupon = intent === "remove-coupon";
    const refusal = refused(code, detail);
    const about = ABOUT[intent] ?? { lineId: LINE.id };
    let isRefused = false;
    const loader = () => pageData(isRefused ? cart : CART, hasCoupon);
    const action = async () => {
      isRefused = true;
      return refusedAnswer(refusal, code === "cart-not-found" ? {} : about);
    };
    const routes = [{ path: "/cart", element: <CartRoute />, loader, action }];
    const hydrationData = { loaderData: { "0": pageData(CART, hasCoupon) } };
    render(
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/cart"], hydrationData })} />,
    );

    fireEvent.click(buttonNamed(BUTTONS[intent] ?? /nothing/));

    const { message } = shopError(refusal);
    await waitFor(() => expect(document.body.textContent.split(message)).toHaveLength(2), { interval: 5 });
  },
);

/** The one button that says `name`. Looking for its role in this whole page takes ten times as long. */
function buttonNamed(name: RegExp): HTMLElement {
  const saying = [...document.querySelectorAll("button")].filter((button) =>
    name.test(button.getAttribute("aria-label") ?? button.textContent),
  );
  expect(saying).toHaveLength(1);
  return saying[0]!;
}

function pageData(cart: Cart | null, hasCoupon: boolean) {
  return {
    cart,
    pricing: cart && pricingOf(cart.lines),
    coupon: hasCoupon ? APPLIED : null,
    gift: demoGiftRules,
    recentlyViewed: [],
    image: null,
    isExpired: cart === null,
    saved: [SAVED],
    giftBaskets: [],
    justSavedId: null,
    isGuest: true,
    isOrdered: false,
    note: null,
  };
}
