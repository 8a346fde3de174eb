/** Renders components that hold links and forms: they need a router around them, as every page has one. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { JSDOM } from "jsdom";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, type DataRouteObject, RouterProvider } from "react-router-dom";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";
import { afterEach, beforeEach, onTestFinished, vi } from "vitest";

/**
 * In every test of a file with jsdom: what jsdom lacks, and an empty page afterwards. Answers with how far down the test
 * has scrolled, each time.
 */
export function useJsdom(): () => ReadonlyArray<number> {
  let tops: Array<number> = [];
  beforeEach(() => {
    tops = [];
    window.scrollTo = ((_: number, top: number) => void tops.push(top)) as typeof window.scrollTo;
    window.matchMedia = () => ({ matches: true }) as MediaQueryList;
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
  });
  afterEach(cleanup);
  return () => tops;
}

/** `element` as the page at `path`. The router is answered too, to see where a click leads. */
export function renderPage(element: ReactElement, path = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return { router, ...render(<RouterProvider router={router} future={{ v7_startTransition: true }} />) };
}

/** The forms that leave the page, as "method address name=value…". */
export function recordSent(): ReadonlyArray<string> {
  const sent: Array<string> = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    const fields = [...new FormData(this)].map(
      ([name, value]) => `${name}=${typeof value === "string" ? value : "file"}`,
    );
    sent.push([this.method, this.getAttribute("action"), ...fields].join(" "));
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal(
    "DataTransfer",
    class {
      files = document.createElement("input").files;
    },
  );
  return sent;
}

/** Lets the router go as far as it can. */
export const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

/** Moves to the button `name` and presses it. */
export async function press(name: string | RegExp): Promise<void> {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  await settle();
  await settle();
}

/** What the server sends for the one route of `routes`, and the data that it was drawn from. */
export async function servedPage(
  routes: Array<{ path: string; id?: string } & Omit<DataRouteObject, "id" | "children">>,
) {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request("https://shop.example/"));
  if (context instanceof Response) throw new Error("The page redirects");
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return { html, context };
}

const reader = new JSDOM("");

/** `element`, whose loader answers `data`, also where it is the shop's own, as a browser without scripts reads it. Needs no jsdom around the test. */
export async function staticPage(element: ReactElement, data: object | null = null) {
  const { html } = await servedPage([{ id: "root", path: "*", element, loader: () => data }]);
  const { body } = reader.window.document;
  body.innerHTML = html;
  return { page: body, fieldsOf, ...within(body) };
}

/** What `form` sends. */
function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const fields = [...new reader.window.FormData(form)];
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

/** `element` as the server sends it, whose scripts come after what the shopper did `before`. */
export async function hydratePage(element: ReactElement, before: () => void = () => {}) {
  const routes = [{ path: "*", element }];
  const container = document.createElement("div");
  container.innerHTML = (await servedPage(routes)).html;
  document.body.append(container);
  before();
  return render(<RouterProvider router={createMemoryRouter(routes)} />, { container, hydrate: true });
}
