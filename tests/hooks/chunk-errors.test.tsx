// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { useChunkErrorReload } from "#app/hooks/use-chunk-error-reload.ts";

const START = new Date("2026-11-21T12:00:00Z").getTime();

let loaded: Array<string> = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  sessionStorage.clear();
  loaded = [];
  vi.stubGlobal("location", {
    ...{ pathname: "/", search: "", hash: "", origin: "http://localhost", href: "http://localhost/" },
    reload: () => loaded.push("the same page"),
    assign: (path: string) => loaded.push(path),
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Watcher() {
  useChunkErrorReload();
  return <p>Here</p>;
}

function drawShop() {
  const never = () => new Promise<null>(() => undefined);
  const router = createMemoryRouter([
    { path: "/", element: <Watcher /> },
    { path: "/p/duck", loader: never, action: never, element: <p>Duck</p> },
  ]);
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  vi.stubGlobal("__remixRouter", router);
  return router;
}

/** A part that is gone. Answers with whether the shop takes care of it. */
function losePart(): boolean {
  const event = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("a missing chunk reloads the document once in ten seconds, and is an error after that", () => {
  drawShop();

  expect([losePart(), losePart()]).toEqual([true, false]);
  vi.setSystemTime(START + 9_999);
  expect(losePart()).toBe(false);
  vi.setSystemTime(START + 10_000);
  expect(losePart()).toBe(true);
  expect(loaded).toEqual(["the same page", "the same page"]);
});

test("the reload goes to the address of the navigation", async () => {
  const router = drawShop();
  await act(async () => void router.navigate("/p/duck?swatch=sage#reviews"));

  losePart();

  expect(loaded).toEqual(["/p/duck?swatch=sage#reviews"]);
});

test("a failed form submission is not reloaded by its address", async () => {
  const router = drawShop();
  const formData = new FormData();
  await act(async () => void router.navigate("/p/duck", { formMethod: "post", formData }));

  losePart();

  expect(loaded).toEqual(["the same page"]);
});

test("without a network, or without session storage, no reload loop starts", () => {
  drawShop();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(losePart()).toBe(false);

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("no room");
  });
  expect(losePart()).toBe(false);
  expect(loaded).toEqual([]);
});

test("a missing chunk of an optional part does not reload the page", async () => {
  drawShop();
  const gone = lazyOptional(async () => {
    if (!losePart()) throw new TypeError("Failed to fetch dynamically imported module");
    return "never";
  });

  expect(await gone).toBeNull();
  expect(await lazyOptional(async () => "suggestions")).toBe("suggestions");
  expect(loaded).toEqual([]);
  expect(losePart()).toBe(true);
  expect(screen.getByText("Here")).toBeTruthy();
});
