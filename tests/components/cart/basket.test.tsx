// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";

import { BasketPage, EmptyBasket } from "#app/components/cart/basket-page.tsx";
import type { CartAnswer } from "#app/components/cart/cart-answer.ts";
import { summariseStore } from "#app/components/layout/store-summary.ts";
import type { Cart, CartLine } from "#app/models/cart/cart.ts";
import { cartPricing } from "#app/models/cart/pricing.ts";
import type { CartId, CartLineId } from "#app/models/shared/ids.ts";
import { money } from "#app/models/shared/money.ts";
import { demoDeliveryRules } from "#tests/support/shops/delivery-rules.ts";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";
import { demoStore } from "#tests/support/shops/store.ts";

afterEach(cleanup);

beforeEach(() => {
  // The browser that the tests run in has no layout to scroll.
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

const NOW = new Date("2026-11-23T10:00:00Z");
const NOTHING_SAVED = { items: [], justSavedId: null, isGuest: true };

test("the basket shows its items, its costs and its delivery date", () => {
  show({ lines: [line({ quantity: 2 })] });

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Basket 2 items");
  const item = screen.getByRole("listitem");
  expect(within(item).getByRole("heading", { level: 2 }).textContent).toBe("Rainbow Stacker");
  expect(item.textContent).toContain("Sunset, 12 months +");
  expect(item.textContent).toContain("£108.00");
  expect(item.textContent).toContain("£54.00 each");
  expect(item.textContent).toContain("Wednesday 25 to Friday 27 November");
  expect(item.textContent).toContain("Warning. Remove all packaging.");
  const summary = screen.getByRole("complementary", { name: "Order summary" });
  expect(summary.textContent).toContain("To pay£108.00");
  expect(summary.textContent).toContain("Including £18.00 VAT");
  expect(within(summary).getByRole("link", { name: "Go to checkout" }).getAttribute("href")).toBe(
    "/checkout",
  );
});

test("every button names the item it changes", () => {
  show({ lines: [line(), line({ id: ID(2), name: "Wooden Car", variantId: 2 })] });

  for (const name of ["Rainbow Stacker", "Wooden Car"]) {
    expect(screen.getByRole("button", { name: `Remove ${name}` })).toBeTruthy();
    expect(screen.getByRole("button", { name: new RegExp(`Increase.*${name}`) })).toBeTruthy();
    expect(screen.getByRole("spinbutton", { name: `Quantity of ${name}` })).toBeTruthy();
  }
});

test("a reduced line announces its old price and shows both prices for the whole quantity", () => {
  const price = { now: money(2720, "GBP"), was: money(3400, "GBP"), percentOff: 20 };

  show({ lines: [line({ price, quantity: 2 })] });

  expect(screen.getByText("Was £68.00, now")).toBeTruthy();
});

test.each([
  [
    { available: 1, quantity: 3, quantityMaximum: 1 },
    "Insufficient stock: only 1 left. Reduce the quantity to continue.",
  ],
  [
    { available: 0, quantity: 3, quantityMaximum: 0, stock: "out-of-stock" },
    "Insufficient stock: this is sold out. Remove it to continue.",
  ],
  [{ isForSale: false, stock: "discontinued" }, "We no longer sell this. Remove it to continue."],
] as const)("a line with %j shows the problem and blocks the checkout", (changes, words) => {
  show({ lines: [line(changes), line({ id: ID(2), variantId: 2 })] });

  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Go to checkout" })).toBeNull();
  expect(screen.getByText("Change or remove the marked items to continue to checkout.")).toBeTruthy();
});

test("an item that is no longer sold costs nothing and can only be removed", () => {
  show({
    lines: [
      line({ isForSale: false, stock: "discontinued" }),
      line({ id: ID(2), name: "Wooden Car", variantId: 2 }),
    ],
  });

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Basket 1 item");
  expect(screen.queryByRole("spinbutton", { name: "Quantity of Rainbow Stacker" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove Rainbow Stacker" })).toBeTruthy();
});

test("a line shows that few are left", () => {
  show({ lines: [line({ stock: "low-stock", available: 2 })] });

  expect(screen.getByText("Only 2 left")).toBeTruthy();
});

test("removing an item offers undo, also after the last line", () => {
  const removed = {
    name: "Rainbow Stacker",
    variantLabel: "Sunset",
    variantId: 5001,
    quantity: 2,
    canUndo: true,
    gift: null,
    words: null,
  };

  page(
    <EmptyBasket
      image={null}
      recentlyViewed={[]}
      isExpired
      saved={NOTHING_SAVED}
      note={null}
      answer={{ ok: true, removed }}
    />,
  );

  expect(screen.getByText("Rainbow Stacker, Sunset,").parentElement?.textContent).toBe(
    "Rainbow Stacker, Sunset, removed from your basket.",
  );
  const form = screen.getByRole("button", { name: /^Undo/ }).closest("form")!;
  expect(new FormData(form).get("variantId")).toBe("5001");
  expect(new FormData(form).get("quantity")).toBe("2");
  expect(screen.queryByText(/no longer there/)).toBeNull();
});

test("an empty basket shows that it is empty, and why if it had items before", () => {
  page(
    <EmptyBasket
      image={null}
      recentlyViewed={[]}
      isExpired
      saved={NOTHING_SAVED}
      note={null}
      answer={null}
    />,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your basket is empty");
  expect(screen.getByText(/^0 items\./)).toBeTruthy();
  expect(screen.getByText(/emptied in another window, or not used for 90 days/)).toBeTruthy();
});

test("a refused add shows the reason and links back with what was typed", () => {
  const answer: CartAnswer = {
    ok: false,
    message: "Insufficient stock",
    explanation: "You asked for 5 of Rainbow Stacker, Muted; 2 are left.",
    lineId: null,
    postcode: null,
    coupon: null,
    gift: null,
    retry: {
      path: "/p/toys/rainbow-stacker?swatch=muted",
      name: "Rainbow Stacker, Muted",
      variantId: "5000",
      quantity: "5",
    },
  };

  show({ lines: [line()], answer });

  expect(screen.getByRole("alert").textContent).toContain(
    "Insufficient stock. You asked for 5 of Rainbow Stacker, Muted; 2 are left.",
  );
  expect(screen.getByRole("link", { name: "Back to Rainbow Stacker, Muted" }).getAttribute("href")).toBe(
    "/p/toys/rainbow-stacker?swatch=muted&quantity=5",
  );
});

test("a refused change shows its reason beside the line", () => {
  const answer: CartAnswer = {
    ok: false,
    message: "Insufficient stock",
    explanation: "You asked for 9 of it; 2 are left.",
    lineId: ID(1),
    postcode: null,
    coupon: null,
    gift: null,
    retry: null,
  };

  show({ lines: [line(), line({ id: ID(2), variantId: 2 })], answer });

  expect(within(screen.getAllByRole("listitem")[0]!).getByRole("alert").textContent).toBe(
    "Insufficient stock. You asked for 9 of it; 2 are left.",
  );
});

test("an invalid postcode stays in its field with an error", () => {
  const answer: CartAnswer = {
    ok: false,
    message: "Enter a full UK postcode, such as BS1 4DJ",
    explanation: null,
    lineId: null,
    postcode: "nowhere",
    coupon: null,
    gift: null,
    retry: null,
  };

  show({ lines: [line()], answer });

  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Postcode/ });
  expect(field.value).toBe("nowhere");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById("postcode-error")?.textContent).toContain("Enter a full UK postcode");
});

test("a basket with parcel and two-person items names both deliveries and the price of each", () => {
  show({ lines: [line(), line({ id: ID(2), variantId: 2, name: "Cot", deliveryClass: "two_person" })] });

  const option = screen.getByRole("radio", { name: /Standard delivery and two-person/ });
  expect((option as HTMLInputElement).checked).toBe(true);
  expect(option.closest("label")?.textContent).toContain("£39.00");
  expect(option.closest("label")?.textContent).toContain(
    "Two-person delivery: on a day you choose, from Friday 27 November",
  );
});

test("increasing a quantity updates the page at once and then sends it to the server", async () => {
  const sent: Array<string> = [];
  let release: (answer: CartAnswer) => void = () => undefined;
  const answer = new Promise<CartAnswer>((resolve) => (release = resolve));
  show({
    lines: [line({ quantity: 2 })],
    onPost: async (body) => {
      sent.push(body);
      return answer;
    },
  });

  fireEvent.click(screen.getByRole("button", { name: /Increase/ }));

  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("3"));
  expect(screen.getByRole("listitem").textContent).toContain("£162.00");
  release({ ok: true });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(new URLSearchParams(sent[0]).get("intent")).toBe("increase");
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("2"));
});

test("a quantity that the server refuses is reset, with the reason", async () => {
  const refusal: CartAnswer = {
    ok: false,
    message: "Insufficient stock",
    explanation: "You asked for 3 of it; 2 are left.",
    lineId: ID(1),
    postcode: null,
    coupon: null,
    gift: null,
    retry: null,
  };
  show({ lines: [line({ quantity: 2 })], onPost: async () => refusal });

  fireEvent.click(screen.getByRole("button", { name: /Increase/ }));

  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("2 are left"));
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("2");
});

function ID(number: number): CartLineId {
  return `line_${String(number).padStart(22, "0")}`;
}

function line(changes: Partial<CartLine> = {}): CartLine {
  return {
    id: ID(1),
    productId: 101,
    variantId: 5001,
    sku: "HB-0101-SUNS",
    name: "Rainbow Stacker",
    variantLabel: "Sunset",
    path: "/p/toys/rainbow-stacker?swatch=sunset",
    image: { file: "products/rainbow-stacker--sunset-1.jpg", alt: "Rainbow", width: 1200, height: 1200 },
    price: { now: money(5400, "GBP"), was: null, percentOff: null },
    quantity: 1,
    available: 18,
    stock: "in-stock",
    quantityMinimum: 1,
    quantityMaximum: 6,
    isForSale: true,
    preorderReleaseAt: null,
    deliveryClass: "small",
    isFreeShipping: false,
    isToy: true,
    gift: null,
    personalisation: null,
    taxRateBasisPoints: 2000,
    ageText: "12 months +",
    warnings: ["Warning. Remove all packaging."],
    ...changes,
  };
}

type Shown = Readonly<{
  lines: ReadonlyArray<CartLine>;
  answer?: CartAnswer | null;
  onPost?: (body: string) => Promise<CartAnswer>;
}>;

function show({ lines, answer = null, onPost }: Shown) {
  const id: CartId = `cart_${"0".repeat(22)}`;
  const cart: Cart = {
    id,
    version: 1,
    customerId: null,
    email: null,
    deliveryMethod: null,
    deliveryPostcode: null,
    formerCurrency: null,
    couponCode: null,
    lines,
  };
  const pricing = cartPricing(lines, { now: NOW }, { ...demoDeliveryRules, gift: demoGiftRules });
  page(
    <BasketPage
      cart={cart}
      pricing={pricing}
      coupon={null}
      gift={demoGiftRules}
      recentlyViewed={[]}
      saved={NOTHING_SAVED}
      note={null}
      answer={answer}
    />,
    onPost,
  );
}

function page(element: React.ReactElement, onPost: Shown["onPost"] = async () => ({ ok: true })) {
  const action = async ({ request }: { request: Request }) => onPost(await request.text());
  const router = createMemoryRouter(
    [{ id: "root", path: "/", children: [{ path: "cart", element, action }] }],
    {
      initialEntries: ["/cart"],
      hydrationData: {
        loaderData: {
          root: { store: summariseStore({ ...demoStore, paymentMethods: [] }, []), departments: [] },
        },
      },
    },
  );
  render(<RouterProvider router={router} />);
}
