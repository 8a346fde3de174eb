// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, redirect, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { useChunkErrorReload } from "#app/hooks/use-chunk-error-reload.ts";
import { recordSent } from "#tests/support/checks/render-page.tsx";

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
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Watcher() {
  useChunkErrorReload();
  return <p>Here</p>;
}

function drawShop(action?: () => Response) {
  const never = () => new Promise<null>(() => undefined);
  const router = createMemoryRouter([
    { path: "/", element: <Watcher />, ...(action ? { action } : {}) },
    { path: "/p/duck", loader: never, action: never, element: <p>Duck</p> },
  ]);
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  vi.stubGlobal("__remixRouter", router);
  return router;
}

/** A part that is gone. Answers with whether the shop takes care of it. */
function losePart(routeId = "1"): boolean {
  const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), { routeId });
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

/** Presses "Add" in a form to the duck's page that React takes over, as the shop's forms are. */
async function pressAdd(router: ReturnType<typeof drawShop>, method: string): Promise<void> {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<form method="${method}" action="/p/duck?x=1"><input name="words" value="Ida"><input type="file" name="photo">
     <button name="intent" value="add">Add</button></form>`,
  );
  const form = document.querySelector("form");
  const formData = new FormData();
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void router.navigate("/p/duck?x=1", { formMethod: "post", formData });
  });
  await act(async () => form?.querySelector("button")?.click());
}

test("a form whose route is lost is sent as the browser sends it, each time", async () => {
  const sent = recordSent();
  await pressAdd(drawShop(), "post");

  expect([losePart(), losePart()]).toEqual([true, true]);
  const form = "post http://localhost/p/duck?x=1 words=Ida photo= intent=add";
  expect(sent).toEqual([form, form]);
  expect(loaded).toEqual([]);
});

test.each([
  ["another route is lost, whose form may be on its way", "post", "0"],
  ["the last form only asked for a page", "get", "1"],
])("no form is sent where %s", async (_, method, routeId) => {
  const sent = recordSent();
  await pressAdd(drawShop(), method);

  expect(losePart(routeId)).toBe(true);
  expect(sent).toEqual([]);
  expect(loaded).toEqual(["the same page"]);
});

test("the page that a form leads to is loaded when its part is lost", async () => {
  const router = drawShop(() => redirect("/p/duck"));
  await act(async () => void router.navigate("/", { formMethod: "post", formData: new FormData() }));

  losePart();

  expect(loaded).toEqual(["/p/duck"]);
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
