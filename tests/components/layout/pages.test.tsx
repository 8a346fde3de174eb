// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test, vi } from "vitest";

import { CustomerFrame } from "#app/components/customer/customer-frame.tsx";
import { AuthLoginPage } from "#app/components/auth/auth-login-page.tsx";
import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { InformationMenu } from "#app/components/content/information-menu.tsx";
import { ErrorPage } from "#app/components/layout/error-page.tsx";
import { OfflineDialog } from "#app/components/layout/offline-dialog.tsx";
import { ShopFrame } from "#app/components/layout/shop-frame.tsx";
import { LoadingBar } from "#app/components/ui/loading-bar.tsx";
import { PageErrorContext } from "#app/hooks/error-context.ts";
import { ErrorBoundary } from "#app/root.tsx";
import { recordSent, renderPage, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const PAGES = [
  { slug: "about", title: "About", excerpt: "", group: "shop" },
  { slug: "delivery", title: "Delivery", excerpt: "", group: "help" },
];

/** The page of the shop when its loader throws `error`. */
function failWith(error: Error, errorElement: ReactElement = <ErrorBoundary />) {
  const loader = () => Promise.reject(error);
  const routes = [{ id: "root", path: "*", loader, element: null, errorElement }];
  return render(<RouterProvider router={createMemoryRouter(routes)} />);
}

const title = async () => (await screen.findByRole("heading", { level: 1 })).textContent;

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
}

const dialog = () => screen.queryByRole("dialog", { name: "No internet connection" });

test("the offline dialog opens when the network goes away and closes when it returns", () => {
  render(<OfflineDialog />);
  expect(dialog()).toBeNull();

  setOnline(false);
  expect(dialog()?.textContent).toContain(
    "You must be connected to the internet to continue interacting with this website",
  );

  setOnline(true);
  expect(dialog()).toBeNull();
});

test("Close hides the offline dialog until the network goes away again", () => {
  render(<OfflineDialog />);
  setOnline(false);

  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(dialog()).toBeNull();

  setOnline(true);
  setOnline(false);
  expect(dialog()).not.toBeNull();
  setOnline(true);
});

test("the loading bar defaults to 3 px, a throttle of 200 ms and 2 s", () => {
  const { container } = renderPage(<LoadingBar />);

  const bar = container.querySelector<HTMLElement>("[aria-hidden=true]");
  expect(bar?.style.getPropertyValue("--bar-height")).toBe("3px");
  expect(bar?.style.getPropertyValue("--bar-throttle")).toBe("200ms");
  expect(bar?.style.getPropertyValue("--bar-duration")).toBe("2000ms");
  expect(bar?.dataset["loading"]).toBe("false");
});

test("an unexpected error shows only the id under which it was logged", () => {
  const { container } = renderPage(<ErrorPage status={500} message="secret words" requestId="abc-123" />);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Sorry, something went wrong");
  expect(container.textContent).toContain("abc-123");
  expect(container.textContent).not.toContain("secret words");
});

test.each([
  [404, "That doesn’t fit here"],
  [429, "Please wait a moment"],
  [500, "Sorry, something went wrong"],
  [503, "Back in a moment"],
])("an error page for %i shows what happened, a search, a link home and contact details", (status, words) => {
  renderPage(<ErrorPage status={status} message="Page Not Found: /x" requestId={null} />);

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(words);
  expect(screen.getByRole("search").getAttribute("action")).toBe("/search");
  expect(screen.getByRole("searchbox", { name: "Search the shop" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe(
    "/information/contact-us",
  );
});

test.each([
  new TypeError("Failed to fetch"),
  new TypeError("NetworkError when attempting to fetch resource."),
  new TypeError("Load failed"),
])("a request without a response is reported as a connection problem: %s", async (error) => {
  const { container } = failWith(error);

  expect(await title()).toBe("No connection");
  expect(container.textContent).not.toContain("our fault");
});

test.each([
  ["a page", undefined, "reload"],
  [
    "a form",
    { variantId: "5", words: "Ida", panel: "1", script: "1" },
    "post http://localhost/cart variantId=5 words=Ida",
  ],
])("Try again asks again for %s that got no answer", async (_, fields, again) => {
  const sent = recordSent();
  const body = new URLSearchParams(fields);
  const form = fields && new Request("http://localhost/cart", { method: "POST", body });
  const reloads: Array<string> = [];
  renderPage(<ErrorPage status={0} message="" requestId={null} form={form} />);
  vi.stubGlobal("location", { reload: () => reloads.push("reload") });

  fireEvent.click(screen.getByRole("button", { name: "Try again" }));

  await expect.poll(() => [...sent, ...reloads]).toEqual([again]);
});

test("the page of a form that got no answer has the form with it", async () => {
  const sent = recordSent();
  const form = new Request("http://localhost/cart", {
    method: "POST",
    body: new URLSearchParams({ x: "1" }),
  });
  failWith(Object.assign(new TypeError("Failed to fetch"), { form }));

  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));

  await expect.poll(() => sent).toEqual(["post http://localhost/cart x=1"]);
});

test.each([
  ["/p/wooden-toys/rainbow-stackr", "rainbow stackr"],
  ["/c/New Toys/", "New Toys"],
  ["/brands/hollybough?page=9", "hollybough"],
  ["/orders/order_1", ""],
  ["/p", ""],
])("a missing page at %s offers a search for “%s”", (path, words) => {
  renderPage(<ErrorPage status={404} message={`Page Not Found: ${path}`} requestId={null} />);

  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search the shop" }).value).toBe(words);
});

test.each([
  ["account", <CustomerFrame key="account" current="details" children={null} />],
  ["information", <InformationMenu key="information" pages={PAGES} current="delivery" />],
])("the row of links of the %s begins at the current page", (_, row) => {
  const left = vi.spyOn(HTMLElement.prototype, "offsetLeft", "get");
  left.mockImplementation(function (this: HTMLElement) {
    if (this.matches("ul")) return 20;
    return this.matches("[aria-current=page]") ? 420 : 0;
  });
  const { container } = renderPage(row);

  expect(container.querySelector("ul")?.scrollLeft).toBe(400);
  left.mockRestore();
});

test("while offline, links and forms are blocked, except in a dialog or to an anchor on the page", () => {
  const { container } = renderPage(
    <div>
      <OfflineDialog />
      <a href="/brands">link</a>
      <a href="#reviews">place</a>
      <a href="https://example.com/">outside</a>
      <form method="post">
        <button type="submit">form</button>
      </form>
      <form method="dialog">
        <button type="submit">dialog</button>
      </form>
      <button type="button">button</button>
    </div>,
  );
  /** What each part calls itself whose click was prevented before it got there. */
  const held = () => {
    const texts: Array<string | null> = [];
    for (const part of container.querySelectorAll("div > a, form button, div > button")) {
      const note = (event: Event) => event.defaultPrevented && texts.push(part.textContent);
      part.addEventListener("click", note, { once: true });
      // Nothing is to be followed or sent here.
      document.addEventListener("click", (event) => event.preventDefault(), { once: true });
      part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    return texts;
  };

  setOnline(false);
  expect(held().filter((text) => text !== "Close")).toEqual(["link", "form"]);
  setOnline(true);
  expect(held()).toEqual([]);
});

test("while the database is unavailable the error page's text follows the response's status", async () => {
  const { container } = failWith(
    new Error("secret words"),
    <PageErrorContext.Provider value={{ requestId: "abc-123", status: 503 }}>
      <ErrorBoundary />
    </PageErrorContext.Provider>,
  );

  expect(await title()).toBe("Back in a moment");
  expect(container.textContent).toContain("abc-123");
  expect(container.textContent).not.toContain("secret words");
});

test.each([
  ["its address as text", "Page Not Found: /<b>x</b>", "Page Not Found: /<b>x</b>"],
  ["only the first 200 characters of a long address", "é".repeat(300), `${"é".repeat(200)}…`],
])("a missing page shows %s", (_, message, shown) => {
  renderPage(<ErrorPage status={404} message={message} requestId={null} />);

  expect(screen.getByText(shown)).toBeTruthy();
});

test("when the root route fails, the page and the link home are still shown", () => {
  renderPage(
    <ShopFrame>
      <h1>Sorry, something went wrong</h1>
    </ShopFrame>,
  );

  expect(screen.getByRole("main").textContent).toBe("Sorry, something went wrong");
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  expect(screen.queryByRole("contentinfo")).toBeNull();
});

test("the login page offers to go on without an account, and keeps the way through a refusal", () => {
  const redirectTo = "/account/continue?form=/cart&back=/p/dog";
  const page = { answer: NO_ANSWER, redirectTo, note: null, image: "", passkeyScript: null };
  const { container, unmount } = renderPage(<AuthLoginPage {...page} without="/p/dog" />);

  expect(screen.getByRole("link", { name: "Continue without logging in" }).getAttribute("href")).toBe(
    "/p/dog",
  );
  const action = container.querySelector("form")?.getAttribute("action") ?? "";
  expect(new URL(action, "https://shop.example").searchParams.get("redirectTo")).toBe(redirectTo);
  unmount();
  renderPage(<AuthLoginPage {...page} without={null} />);
  expect(screen.queryByRole("link", { name: "Continue without logging in" })).toBeNull();
});
