// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, redirect, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { isNoAnswer } from "#app/components/layout/error-page.tsx";
import { lazyOptional } from "#app/hooks/lazy-optional.ts";
import { useChunkErrorReload } from "#app/hooks/use-chunk-error-reload.ts";
import { recordSent, settle } from "#tests/support/checks/render-page.tsx";

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

/** `parts` are the modules that are there. /register has a layout of its own. */
function drawShop(action?: () => Response, parts: ReadonlyArray<string> = ["shop", "home"]) {
  const never = () => new Promise<null>(() => undefined);
  const router = createMemoryRouter([
    {
      id: "shop",
      children: [
        { id: "home", path: "/", element: <Watcher />, ...(action ? { action } : {}) },
        { id: "duck", path: "/p/duck", loader: never, action: never, element: <p>Duck</p> },
        { id: "favourites", path: "/favourites", action: never },
        { id: "frame", children: [{ id: "register", path: "/register", action: never }] },
      ],
    },
  ]);
  vi.stubGlobal("__remixRouteModules", Object.fromEntries(parts.map((id) => [id, {}])));
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  vi.stubGlobal("__remixRouter", router);
  return router;
}

/** A part of a page that is gone. Answers with whether the shop takes care of it, and with the error that it leaves. */
function losePart(isOfRoute = true, isLate = false) {
  const payload = new TypeError("Failed to fetch dynamically imported module: /assets/x.js");
  const event = Object.assign(new Event("vite:preloadError", { cancelable: true }), {
    ...{ isOfRoute, payload: isLate ? undefined : payload },
  });
  window.dispatchEvent(event);
  return { isHandled: event.defaultPrevented, error: payload as Error & { form?: Request } };
}

test("a missing chunk reloads the document once in ten seconds, and is an error after that", () => {
  drawShop();

  expect([losePart().isHandled, losePart().isHandled]).toEqual([true, false]);
  vi.setSystemTime(START + 9_999);
  expect(losePart().isHandled).toBe(false);
  vi.setSystemTime(START + 10_000);
  expect(losePart().isHandled).toBe(true);
  expect(loaded).toEqual(["the same page", "the same page"]);
});

test("the reload goes to the address of the navigation", async () => {
  const router = drawShop();
  await act(async () => void router.navigate("/p/duck?swatch=sage#reviews"));

  losePart();

  expect(loaded).toEqual(["/p/duck?swatch=sage#reviews"]);
});

type Sent = Readonly<{ to: string; fields: Readonly<Record<string, string>>; key?: string }>;

/** Sends a form by scripts: beside the page with `key`, else with it. */
async function send(
  router: ReturnType<typeof drawShop>,
  { to, fields, key }: Sent,
  formMethod: "get" | "post" = "post",
): Promise<void> {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  await act(async () => {
    if (key) router.fetch(key, "home", to, { formMethod, formData });
    else void router.navigate(to, { formMethod, formData });
  });
}

const ADD: Sent = { to: "/p/duck?x=1", fields: { words: "Ida", intent: "add", panel: "1" }, key: "add" };
const ADDED = "post http://localhost/p/duck?x=1 words=Ida intent=add";
const REGISTER: Sent = { to: "/register", fields: { password: "a secret" } };

test("a form whose page has lost a part is sent as the browser sends it, once, however many parts are lost", async () => {
  const sent = recordSent();
  const router = drawShop();
  await send(router, ADD);

  expect([losePart().isHandled, losePart().isHandled]).toEqual([true, true]);
  await expect.poll(() => sent).toEqual([ADDED]);
  await send(router, ADD);
  expect(losePart().isHandled).toBe(true);
  await expect.poll(() => sent).toEqual([ADDED, ADDED]);
  expect(loaded).toEqual([]);
});

test("a form is sent although a part of the frame around its page is lost, and not the page itself", async () => {
  const sent = recordSent();
  await send(drawShop(undefined, ["shop", "home", "register"]), REGISTER);

  expect(losePart().isHandled).toBe(true);
  await expect.poll(() => sent).toEqual(["post http://localhost/register password=a secret"]);
});

test("of several forms that wait, each is sent: the last with the page, the others before it", async () => {
  const sent = recordSent();
  const before: Array<string> = [];
  vi.stubGlobal("fetch", async (form: Request) => {
    before.push(`${form.method} ${form.url} ${await form.text()}`);
    return new Response();
  });
  const router = drawShop();
  for (const product of ["101", "102"]) {
    await send(router, { to: "/favourites", fields: { save: product }, key: product });
  }

  expect(losePart().isHandled).toBe(true);
  await expect.poll(() => sent).toEqual(["post http://localhost/favourites save=102"]);
  expect(before).toEqual(["POST http://localhost/favourites save=101"]);
});

test("a search that loses its part does not take the form with it that still waits", async () => {
  const sent = recordSent();
  const router = drawShop();
  await send(router, ADD);
  await send(router, { to: "/p/duck", fields: { q: "boat" } }, "get");

  expect(losePart().isHandled).toBe(true);
  await expect.poll(() => sent).toEqual([ADDED]);
  expect(loaded).toEqual([]);
});

test.each([
  ["every part of whose page is there has been sent", ADD, "post", ["shop", "home", "duck"]],
  ["only asks for a page", { ...ADD, key: "search" }, "get", ["shop", "home"]],
] as const)("a form that %s is not sent", async (_, form, method, parts) => {
  const sent = recordSent();
  await send(drawShop(undefined, parts), form, method);

  expect(losePart().isHandled).toBe(true);
  await settle();
  expect(sent).toEqual([]);
  expect(loaded).toEqual(["the same page"]);
});

test("without a network the error of a lost part has the form with it, and is told as a lost connection", async () => {
  const router = drawShop();
  await send(router, ADD);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

  const { isHandled, error } = losePart();

  expect(isHandled).toBe(false);
  expect(isNoAnswer(error)).toBe(true);
  expect([error.form?.url, await error.form?.text()]).toEqual([
    "http://localhost/p/duck?x=1",
    "words=Ida&intent=add&panel=1",
  ]);
  expect(isNoAnswer(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(false);
});

test("a part that is late sends the forms that wait for it, and loads nothing afresh", async () => {
  const sent = recordSent();
  const router = drawShop();

  expect(losePart(true, true).isHandled).toBe(false);
  await send(router, ADD);
  expect(losePart(true, true).isHandled).toBe(true);
  await expect.poll(() => sent).toEqual([ADDED]);
  expect(loaded).toEqual([]);
});

test("a page that the browser brings back with a form under way is loaded again", async () => {
  const router = drawShop();
  const bringBack = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  bringBack(true);
  expect(loaded).toEqual([]);
  await send(router, ADD);
  bringBack(false);
  expect(loaded).toEqual([]);
  bringBack(true);
  expect(loaded).toEqual(["the same page"]);
});

test.each([
  ["lost", false],
  ["late", true],
])(
  "the page that a form leads to is loaded when its part is %s, right after another reload too",
  async (_, isLate) => {
    sessionStorage.setItem("reloaded-at", String(START));
    const router = drawShop(() => redirect("/p/duck"));
    await act(async () => void router.navigate("/", { formMethod: "post", formData: new FormData() }));

    losePart(true, isLate);

    expect(loaded).toEqual(["/p/duck"]);
  },
);

test("a link whose page is late is followed by the browser, right after another reload too", async () => {
  sessionStorage.setItem("reloaded-at", String(START));
  const router = drawShop();
  await act(async () => void router.navigate("/p/duck"));

  expect([losePart().isHandled, losePart(true, true).isHandled]).toEqual([false, true]);
  expect(loaded).toEqual(["/p/duck"]);
});

test("without a network, or without session storage, no reload loop starts", () => {
  drawShop();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(losePart().isHandled).toBe(false);

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("no room");
  });
  expect(losePart().isHandled).toBe(false);
  expect(loaded).toEqual([]);
});

test("a missing chunk of an optional part does not reload the page", async () => {
  drawShop();
  const gone = lazyOptional(async () => {
    if (!losePart(false).isHandled) throw new TypeError("Failed to fetch dynamically imported module");
    return "never";
  });

  expect(await gone).toBeNull();
  expect(await lazyOptional(async () => "suggestions")).toBe("suggestions");
  expect(loaded).toEqual([]);
  expect(losePart().isHandled).toBe(true);
  expect(screen.getByText("Here")).toBeTruthy();
});
