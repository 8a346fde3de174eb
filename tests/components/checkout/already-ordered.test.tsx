// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, Form, RouterProvider, useActionData } from "react-router-dom";
import { expect, test } from "vitest";

import { AlreadyOrdered } from "#app/components/checkout/checkout-page.tsx";
import { press, useJsdom } from "#tests/support/checks/render-page.tsx";

const scrolled = useJsdom();

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
  const routes = [{ path: "/", element: <Checkout />, action: () => "order_1" }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);

  await press("Pay now");

  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order already placed" }));
  expect(scrolled()).toHaveLength(1);
});
