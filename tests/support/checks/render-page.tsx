/** Renders components that hold links and forms: they need a router around them, as every page has one. */
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";

/** `element` as the page at `path`. The router is answered too, to see where a click leads. */
export function renderPage(element: ReactElement, path = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return { router, ...render(<RouterProvider router={router} future={{ v7_startTransition: true }} />) };
}
