// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLoaderData } from "react-router-dom";
import { afterEach, expect, test } from "vitest";

import { useRefreshOnReturn } from "#app/hooks/use-refresh-on-return.ts";

afterEach(cleanup);

function Count() {
  useRefreshOnReturn();
  return <p role="status">{useLoaderData() as number}</p>;
}

const show = (persisted: boolean) =>
  act(async () => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  });

test("a page that comes back from the back/forward cache reads its numbers anew, and a new page does not twice", async () => {
  let inBasket = 1;
  const routes = [{ id: "page", path: "/", loader: () => inBasket, element: <Count /> }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { page: 1 } } });
  render(<RouterProvider router={router} />);
  inBasket = 0;

  await show(false);
  expect(screen.getByRole("status").textContent).toBe("1");
  await show(true);
  await expect.poll(() => screen.getByRole("status").textContent).toBe("0");
});
