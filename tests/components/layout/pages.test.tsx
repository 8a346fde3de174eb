// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ErrorPage } from "#app/components/layout/error-page.tsx";
import { OfflineDialog } from "#app/components/layout/offline-dialog.tsx";
import { ShopFrame } from "#app/components/layout/shop-frame.tsx";
import { LoadingBar } from "#app/components/ui/loading-bar.tsx";
import { PageErrorContext } from "#app/hooks/error-context.ts";
import { ErrorBoundary } from "#app/root.tsx";

afterEach(cleanup);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

function draw(element: ReactElement) {
  const router = createMemoryRouter([{ id: "root", path: "*", element }]);
  return render(<RouterProvider router={router} />);
}

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
  const { container } = draw(<LoadingBar />);

  const bar = container.querySelector<HTMLElement>("[aria-hidden=true]");
  expect(bar?.style.getPropertyValue("--bar-height")).toBe("3px");
  expect(bar?.style.getPropertyValue("--bar-throttle")).toBe("200ms");
  expect(bar?.style.getPropertyValue("--bar-duration")).toBe("2000ms");
  expect(bar?.dataset["loading"]).toBe("false");
});

test("an unexpected error shows only the id under which it was logged", () => {
  const { container } = draw(<ErrorPage status={500} message="secret words" requestId="abc-123" />);

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
  draw(<ErrorPage status={status} message="Page Not Found: /x" requestId={null} />);

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
  const router = createMemoryRouter([
    {
      id: "root",
      path: "*",
      loader: () => Promise.reject(error),
      element: null,
      errorElement: <ErrorBoundary />,
    },
  ]);
  const { container } = render(<RouterProvider router={router} />);

  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("No connection");
  expect(container.textContent).not.toContain("our fault");
});

test("while offline, links and forms are blocked, except in a dialog or to an anchor on the page", () => {
  const { container } = draw(
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
  const failure = { requestId: "abc-123", status: 503 };
  const router = createMemoryRouter([
    {
      id: "root",
      path: "*",
      loader: () => Promise.reject(new Error("secret words")),
      element: null,
      errorElement: (
        <PageErrorContext.Provider value={failure}>
          <ErrorBoundary />
        </PageErrorContext.Provider>
      ),
    },
  ]);
  const { container } = render(<RouterProvider router={router} />);

  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Back in a moment");
  expect(container.textContent).toContain("abc-123");
  expect(container.textContent).not.toContain("secret words");
});

test("a missing page shows its address as text", () => {
  draw(<ErrorPage status={404} message="Page Not Found: /<b>x</b>" requestId={null} />);

  expect(screen.getByText("Page Not Found: /<b>x</b>")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
});

test("a missing page shows only the first 200 characters of a long address", () => {
  draw(<ErrorPage status={404} message={"é".repeat(300)} requestId={null} />);

  expect(screen.getByText(`${"é".repeat(200)}…`)).toBeTruthy();
});

test("when the root route fails, the page and the link home are still shown", () => {
  draw(
    <ShopFrame>
      <h1>Sorry, something went wrong</h1>
    </ShopFrame>,
  );

  expect(screen.getByRole("main").textContent).toBe("Sorry, something went wrong");
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  expect(screen.queryByRole("contentinfo")).toBeNull();
});
