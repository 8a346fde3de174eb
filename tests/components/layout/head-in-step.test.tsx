// @vitest-environment jsdom
import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { act, render, screen } from "@testing-library/react";
import type { ContextType } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";

import { HeadInStep } from "#app/components/layout/head-in-step.tsx";
import { useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

type Remix = NonNullable<ContextType<typeof RemixContext>>;
type Failed = Readonly<{ error?: unknown }>;

const NOT_FOUND = [{ title: "Page not found" }, { name: "robots", content: "noindex" }];
const PARTS = {
  routeModules: {
    root: { meta: ({ error }: Failed) => (error ? NOT_FOUND : [{ title: "Shop" }]) },
    toys: { meta: () => [{ title: "Toys" }] },
  },
  manifest: {
    routes: { root: { css: ["/shared.css"] }, toys: { css: ["/lists.css"] }, gone: { css: ["/buying.css"] } },
  },
} as unknown as Remix;

/** As in the shop, a page and the error page that takes its place each draw the head. */
const page = (text: string) => (
  <>
    <HeadInStep />
    <h1>{text}</h1>
    <Outlet />
  </>
);

/** What the head of the document says. */
const head = () =>
  [...document.head.children].map(
    (tag) => tag.getAttribute("href") ?? tag.getAttribute("name") ?? tag.textContent,
  );

test("from an error page to a page and back, the head has the title, robots and styles of what is shown", async () => {
  const gone = () => {
    throw new Response(null, { status: 404 });
  };
  document.head.innerHTML =
    '<title>Page not found</title><meta name="robots" content="noindex">' +
    '<link rel="stylesheet" href="/shared.css"><style>of an extension</style>';
  const router = createMemoryRouter(
    [
      {
        id: "root",
        element: page("Shop"),
        errorElement: page("Gone"),
        children: [
          { id: "toys", path: "/c/toys", element: null },
          { id: "gone", path: "/p/gone", loader: gone, element: null },
        ],
      },
    ],
    { initialEntries: ["/p/gone"] },
  );
  render(
    <RemixContext.Provider value={PARTS}>
      <RouterProvider router={router} />
    </RemixContext.Provider>,
  );
  await screen.findByRole("heading", { name: "Gone" });
  const ofError = ["Page not found", "robots", "/shared.css", "of an extension"];
  expect(head()).toEqual(ofError);

  await act(() => router.navigate("/c/toys"));
  await screen.findByRole("heading", { name: "Shop" });
  expect(head().toSorted()).toEqual(["/lists.css", "/shared.css", "Toys", "of an extension"]);

  await act(() => router.navigate("/p/gone"));
  await screen.findByRole("heading", { name: "Gone" });
  expect(head().toSorted()).toEqual(ofError.toSorted());
});
