// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLoaderData } from "react-router-dom";
import { expect, test } from "vitest";

import { BasketPage, EmptyBasket } from "#app/components/cart/basket-page.tsx";
import { CouponField } from "#app/components/cart/coupon-field.tsx";
import { GiftForm } from "#app/components/cart/gift-form.tsx";
import type { CartAnswer } from "#app/components/cart/cart-answer.ts";
import { summariseStore } from "#app/components/layout/store-summary.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { money } from "#app/models/shared/money.ts";
import { basketLine as line, basketOf, lineId, pricingOf } from "#tests/support/checks/basket-page.ts";
import { renderPage, useJsdom } from "#tests/support/checks/render-page.tsx";
import { demoGiftRules } from "#tests/support/shops/gift-rules.ts";
import { demoStore } from "#tests/support/shops/store.ts";

useJsdom();

const NOTHING_SAVED = { items: [], justSavedId: null, isGuest: true };
const CAR = line({ id: lineId(2), name: "Wooden Car", variantId: 2 });

function refusal(changes: Partial<Extract<CartAnswer, { ok: false }>> = {}): CartAnswer {
  return {
    ok: false,
    message: "Insufficient stock",
    explanation: "You asked for 9 of it; 2 are left.",
    lineId: null,
    postcode: null,
    coupon: null,
    gift: null,
    retry: null,
    ...changes,
  };
}

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
  show({ lines: [line(), CAR] });

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
  [
    {
      available: 1,
      quantity: 3,
      quantityMaximum: 1,
      held: "in another checkout until 14:30. Try again then",
    },
    "Insufficient stock: in another checkout until 14:30. Try again then, or reduce the quantity to 1 to continue.",
  ],
  [
    {
      available: 0,
      quantity: 3,
      quantityMaximum: 0,
      held: "in another checkout. Try again in a few minutes",
    },
    "Insufficient stock: in another checkout. Try again in a few minutes, or remove it to continue.",
  ],
  [{ isForSale: false, stock: "discontinued" }, "We no longer sell this. Remove it to continue."],
] as const)("a line with %j shows the problem and blocks the checkout", (changes, words) => {
  show({ lines: [line(changes), CAR] });

  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Go to checkout" })).toBeNull();
  expect(screen.getByText("Change or remove the marked items to continue to checkout.")).toBeTruthy();
});

test("an item that is no longer sold costs nothing and can only be removed", () => {
  show({ lines: [line({ isForSale: false, stock: "discontinued" }), CAR] });

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Basket 1 item");
  expect(screen.queryByRole("spinbutton", { name: "Quantity of Rainbow Stacker" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove Rainbow Stacker" })).toBeTruthy();
});

test.each([
  [450, 1, "Gift wrapping is £4.50. It is free when you buy £100 or more of toys"],
  [450, 2, "Gift wrapping is £4.50 each for 2, £9.00 in total. It is free when you buy £100 or more of toys"],
  [0, 1, "Gift wrapping is free with this basket"],
])("wrapping for %s pence of %s says what it costs, in whole pounds where it can", (fee, quantity, text) => {
  const item = line({ quantity });
  const gift = { rules: demoGiftRules, gift: null, fee: money(fee, "GBP") };
  const { container } = renderPage(<GiftForm line={item} gift={gift} answer={null} />);

  expect(container.textContent).toContain(text);
  expect(container.textContent).not.toContain("£100.00");
});

test("a line shows that few are left", () => {
  show({ lines: [line({ stock: "low-stock", available: 2 })] });

  expect(screen.getByText("Only 2 left")).toBeTruthy();
});

function showEmpty(answer: CartAnswer | null) {
  const rest = { image: null, recentlyViewed: [], saved: NOTHING_SAVED, note: null, preorder: null };
  page(<EmptyBasket {...rest} isExpired answer={answer} />);
}

test("removing an item offers undo, also after the last line", () => {
  const item = { name: "Rainbow Stacker", variantLabel: "Sunset", variantId: 5001, quantity: 2 };

  showEmpty({ ok: true, removed: { ...item, canUndo: true, gift: null, words: null } });

  expect(screen.getByText("Rainbow Stacker, Sunset,").parentElement?.textContent).toBe(
    "Rainbow Stacker, Sunset, removed from your basket.",
  );
  const form = screen.getByRole("button", { name: /^Undo/ }).closest("form")!;
  expect(new FormData(form).get("variantId")).toBe("5001");
  expect(new FormData(form).get("quantity")).toBe("2");
  expect(screen.queryByText(/no longer there/)).toBeNull();
});

test("an empty basket shows that it is empty, and why if it had items before", () => {
  showEmpty(null);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Your basket is empty");
  expect(screen.getByText(/^When you add something, we keep your basket for 90 days/)).toBeTruthy();
  expect(screen.getByText(/emptied in another window, or not used for 90 days/)).toBeTruthy();
});

test("a refused add shows the reason and links back with what was typed", () => {
  const explanation = "You asked for 5 of Rainbow Stacker, Muted; 2 are left.";
  const path = "/p/toys/rainbow-stacker?swatch=muted";
  const retry = { path, name: "Rainbow Stacker, Muted", variantId: "5000", quantity: "5" };

  show({ lines: [line()], answer: refusal({ explanation, retry }) });

  expect(screen.getByRole("alert").textContent).toContain(`Insufficient stock. ${explanation}`);
  expect(screen.getByRole("link", { name: "Back to Rainbow Stacker, Muted" }).getAttribute("href")).toBe(
    `${path}&quantity=5`,
  );
});

test("a refused change shows its reason beside the line", () => {
  show({ lines: [line(), CAR], answer: refusal({ lineId: lineId(1) }) });

  expect(within(screen.getAllByRole("listitem")[0]!).getByRole("alert").textContent).toBe(
    "Insufficient stock. You asked for 9 of it; 2 are left.",
  );
});

test("an invalid postcode stays in its field with an error", () => {
  const message = "Enter a full UK postcode, such as BS1 4DJ";

  show({ lines: [line()], answer: refusal({ message, explanation: null, postcode: "nowhere" }) });

  const field = screen.getByRole<HTMLInputElement>("textbox", { name: /Postcode/ });
  expect(field.value).toBe("nowhere");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById("postcode-error")?.textContent).toContain(message);
});

test("a basket with parcel and two-person items names both deliveries and the price of each", () => {
  show({ lines: [line(), { ...CAR, name: "Cot", deliveryClass: "two_person" }] });

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
  show({ lines: [line({ quantity: 2 })], onPost: async () => refusal({ lineId: lineId(1) }) });

  fireEvent.click(screen.getByRole("button", { name: /Increase/ }));

  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("2 are left"));
  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("2");
});

test("a code that was sent from its field takes the focus of the field", async () => {
  let coupon: CouponState | null = null;
  const Field = () => <CouponField coupon={useLoaderData() as CouponState | null} answer={null} />;
  const action = () => {
    coupon = { code: "SAVE10", works: true, text: "10% off" };
    return { ok: true };
  };
  const routes = [{ path: "/cart", element: <Field />, loader: () => coupon, action }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/cart"] })} />);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Discount code/ });

  field.focus();
  if (field.form) fireEvent.submit(field.form);

  await waitFor(() => expect(document.activeElement?.textContent).toBe("SAVE10 10% off"));
});

type Shown = Readonly<{
  lines: ReadonlyArray<CartLine>;
  answer?: CartAnswer | null;
  onPost?: (body: string) => Promise<CartAnswer>;
}>;

function show({ lines, answer = null, onPost }: Shown) {
  const rest = { coupon: null, gift: demoGiftRules, recentlyViewed: [], saved: NOTHING_SAVED };
  const none = { note: null, preorder: null };
  page(
    <BasketPage {...rest} {...none} cart={basketOf(lines)} pricing={pricingOf(lines)} answer={answer} />,
    onPost,
  );
}

function page(element: React.ReactElement, onPost: Shown["onPost"] = async () => ({ ok: true })) {
  const action = async ({ request }: { request: Request }) => onPost(await request.text());
  const store = summariseStore({ ...demoStore, paymentMethods: [] }, []);
  const hydrationData = { loaderData: { root: { store, departments: [] } } };
  const routes = [{ id: "root", path: "/", children: [{ path: "cart", element, action }] }];
  render(
    <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/cart"], hydrationData })} />,
  );
}
