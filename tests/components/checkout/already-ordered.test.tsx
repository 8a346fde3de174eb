// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Form, RouterProvider, useActionData } from "react-router-dom";
import { afterEach, expect, test } from "vitest";

import { AlreadyOrdered } from "#app/components/checkout/checkout-page.tsx";

afterEach(cleanup);

/** A checkout whose basket was paid for elsewhere. */
function Checkout() {
  const orderId = useActionData() as string | undefined;
  return (
    <main>
      {orderId ? (
        <AlreadyOrdered orderId={orderId} />
      ) : (
        <Form method="post" preventScrollReset>
          <h1>Checkout</h1>
          <button>Pay now</button>
        </Form>
      )}
    </main>
  );
}

test("when the page says instead of the form that the order is placed, its heading has the focus, in view", async () => {
  let scrolls = 0;
  window.scrollTo = () => {
    scrolls += 1;
  };
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  const routes = [{ path: "/", element: <Checkout />, action: () => "order_1" }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  screen.getByRole("button").focus();

  fireEvent.click(screen.getByRole("button"));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));

  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order already placed" }));
  expect(scrolls).toBe(1);
});
