// @vitest-environment jsdom
import { Form } from "@remix-run/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";

import { AddedPanel } from "#app/components/cart/mini-basket.tsx";
import { type AddToCartAnswer, useAddToCart } from "#app/components/cart/use-add-to-cart.ts";
import type { AddedToCart } from "#app/models/cart/added-to-cart.ts";
import { money } from "#app/models/shared/money.ts";
import { useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

beforeEach(() => {
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
    this.dispatchEvent(new Event("close"));
  };
});

const ADDED: AddedToCart = {
  line: {
    id: `line_${"0".repeat(22)}`,
    name: "Wooden Car",
    variantLabel: "Dusty Blue",
    quantity: 1,
    price: { now: money(2200, "GBP"), was: null, percentOff: null },
    image: { file: "products/car-1.jpg", alt: "Car", width: 1200, height: 1200 },
    ageText: "18 months +",
  },
  others: [],
  version: 3,
  count: 3,
  items: money(3800, "GBP"),
  deliveryText: "£12.00 more for free standard delivery.",
  freeDeliveryShare: 0.76,
};

const follow = (name: string) => fireEvent.click(screen.getByRole("link", { name }));

/** Presses the button of the product's form. Answers with it. */
function add(): HTMLElement {
  const button = screen.getByRole("button", { name: "Add to basket" });
  button.focus();
  fireEvent.click(button);
  return button;
}

test("the panel shows what was added, what the basket holds and the next steps", () => {
  shop({ added: ADDED });

  const panel = screen.getByRole("dialog", { name: "Added to your basket" });
  expect(panel.hasAttribute("open")).toBe(true);
  expect(panel.textContent).toContain("Wooden CarDusty Blue, 18 months +, quantity 1£22.00");
  expect(panel.textContent).toContain("Basket, 3 items £38.00");
  expect(panel.textContent).toContain("£12.00 more for free standard delivery.");
  expect(screen.getByRole("link", { name: "View basket" }).getAttribute("href")).toBe("/cart");
  expect(screen.getByRole("link", { name: "Go to checkout" }).getAttribute("href")).toBe("/checkout");
  expect(screen.getByRole("button", { name: "Close" }).closest("form")?.getAttribute("method")).toBe(
    "dialog",
  );
});

test("the panel names what was added together with the first", () => {
  shop({ added: { ...ADDED, others: ["Pellory adapter", "Rain cover"] } });

  expect(screen.getByRole("dialog").textContent).toContain(
    "£22.00Together with Pellory adapter and Rain cover",
  );
});

test("Escape closes the panel", () => {
  shop({ added: ADDED });

  fireEvent.keyDown(document, { key: "Escape" });

  expect(screen.queryByRole("dialog")).toBeNull();
});

test("with scripts the panel opens in place, takes the focus and closes when the shopper leaves", async () => {
  const sent: Array<string> = [];
  shop({ onPost: async (body) => (sent.push(body), { ok: true, added: ADDED }) });

  add();

  await waitFor(() => expect(document.activeElement?.textContent).toBe("Added to your basket"));
  expect(Object.fromEntries(new URLSearchParams(sent[0]))).toEqual({
    variantId: "5001",
    intent: "add",
    panel: "1",
  });
  follow("Onward");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Back to the place where the panel was open, it stays closed", async () => {
  const router = shop({});
  add();
  await screen.findByRole("dialog");
  follow("Onward");
  await screen.findByText("Somewhere else");

  await act(() => router.navigate(-1));

  await screen.findByRole("button", { name: "Add to basket" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("focus returns to the button that opened the panel after Escape, and a second add reopens it", async () => {
  let version = 3;
  shop({ onPost: async () => ({ ok: true, added: { ...ADDED, version: (version += 1) } }) });
  const opener = add();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Added to your basket"));

  fireEvent.keyDown(document, { key: "Escape" });
  expect(document.activeElement).toBe(opener);

  add();
  await screen.findByRole("dialog");
});

const NONE_LEFT: AddToCartAnswer = {
  ok: false,
  code: "insufficient-stock",
  message: "Insufficient stock",
  explanation: "2 are left.",
};

/** A shop that refuses when it is told to. */
function slowShop(): () => void {
  let refuse = () => {};
  const answered = new Promise<AddToCartAnswer>((resolve) => (refuse = () => resolve(NONE_LEFT)));
  shop({ onPost: () => answered });
  return () => refuse();
}

test("a refusal is shown beside the button, and stays with its product when the shopper goes on", async () => {
  shop({ onPost: async () => NONE_LEFT });
  add();

  expect((await screen.findByRole("alert")).textContent).toBe("Insufficient stock. 2 are left.");
  expect(screen.queryByRole("dialog")).toBeNull();
  follow("Another product");
  await screen.findByRole("heading", { name: "Another" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refusal that comes after the shopper has gone on is not shown at another product", async () => {
  const refuse = slowShop();
  add();
  follow("Another product");
  await screen.findByRole("heading", { name: "Another" });

  refuse();

  await waitFor(() => expect(screen.getByText("Nothing is being added")).toBeTruthy());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refusal that comes after another image was chosen is shown, until the next place", async () => {
  const refuse = slowShop();
  add();
  follow("Image 2");
  refuse();
  await screen.findByRole("alert");

  follow("Image 3");

  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("other buttons of the buy form submit normally", () => {
  const sent: Array<string> = [];
  shop({ onPost: async (body) => (sent.push(body), { ok: true, added: ADDED }) });

  fireEvent.click(screen.getByRole("button", { name: "Select colour" }));

  expect(sent).toEqual([]);
});

type Shop = Readonly<{ added?: AddedToCart | null; onPost?: (body: string) => Promise<AddToCartAnswer> }>;

function shop({ added = null, onPost = async () => ({ ok: true, added: ADDED }) }: Shop) {
  const action = async ({ request }: { request: Request }) => onPost(await request.text());
  const layout = (
    <>
      <AddedPanel added={added} />
      <Outlet />
    </>
  );
  const children = [
    { path: "/", element: <ProductForm key="first" name="First" /> },
    { path: "/another", element: <ProductForm key="another" name="Another" /> },
    { path: "/onward", element: <p>Somewhere else</p> },
    { path: "/cart", element: <p>Basket</p>, action },
  ];
  const router = createMemoryRouter([{ element: layout, children }], { initialEntries: ["/"] });
  render(<RouterProvider router={router} />);
  return router;
}

function ProductForm({ name }: Readonly<{ name: string }>) {
  const add = useAddToCart();
  return (
    <Form method="post" action="/cart" onSubmit={add.onSubmit}>
      <h1>{name}</h1>
      <p>{add.isAdding ? "Adding" : "Nothing is being added"}</p>
      <input type="hidden" name="variantId" value="5001" />
      <button name="intent" value="add">
        Add to basket
      </button>
      <button formMethod="get" formAction="/">
        Select colour
      </button>
      {add.refusal ? (
        <p role="alert">
          {add.refusal.message}. {add.refusal.explanation}
        </p>
      ) : null}
      <Link to="/onward">Onward</Link>
      <Link to="/another">Another product</Link>
      <Link to="?image=2" replace>
        Image 2
      </Link>
      <Link to="?image=3" replace>
        Image 3
      </Link>
    </Form>
  );
}
