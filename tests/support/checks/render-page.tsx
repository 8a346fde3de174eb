/** Renders components that hold links and forms: they need a router around them, as every page has one. */
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";

/** `element` as the page at `path`. The router is answered too, to see where a click leads. */
export function renderPage(element: ReactElement, path = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return { router, ...render(<RouterProvider router={router} future={{ v7_startTransition: true }} />) };
}

/** `element` as the server sends it, whose scripts come after what the shopper did `before`. */
export async function hydratePage(element: ReactElement, before: () => void = () => {}) {
  const routes = [{ path: "*", element }];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request("https://shop.example/"));
  if (context instanceof Response) throw new Error("The page redirects");
  const container = document.createElement("div");
  container.innerHTML = renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  document.body.append(container);
  before();
  return render(<RouterProvider router={createMemoryRouter(routes)} />, { container, hydrate: true });
}
