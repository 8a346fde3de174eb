import { expect, test } from "vitest";

import { withLateScripts } from "#app/http/remix/deferred-hydration.ts";

const BOOT = [
  'import "/assets/manifest-1.js";',
  'import * as route0 from "/assets/root-1.js";',
  'import * as route1 from "/assets/home-1.js";',
  '  window.__remixRouteModules = {"root":route0,"home":route1};',
  "",
  'import("/assets/entry.client-1.js");',
];

function page(boot: ReadonlyArray<string>, rel = "modulepreload"): string {
  return (
    `<link rel="stylesheet" href="/a.css"/><link rel="preload" href="/f.woff2"/><p>modulepreload</p>` +
    `<link rel="${rel}" href="/a.js"/><script>let a = 1</script>` +
    `<script type="module" async="">${boot.join("\n")}</script>`
  );
}

/** The script of a page, run with a document and a window that are told what happens. */
async function run(html: string, readyState: string, prerendering = false) {
  const code = /<script type="module" async="">([\s\S]*)<\/script>/.exec(html)?.[1] ?? "";
  const heard = new Map<string, () => void>();
  const imported: Array<string> = [];
  const link = { rel: "dns-prefetch" };
  const window: Record<string, unknown> = {};
  const names = ["document", "window", "addEventListener", "requestAnimationFrame", "load"];
  const values = [
    {
      readyState,
      prerendering,
      querySelectorAll: () => [link],
      addEventListener: (kind: string, hear: () => void) => heard.set(kind, hear),
    },
    window,
    (kind: string, hear: () => void) => heard.set(kind, hear),
    (draw: () => void) => draw(),
    (address: string) => {
      imported.push(address);
      return address.includes("gone") ? Promise.reject(new Error(address)) : Promise.resolve({ address });
    },
  ];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is a page's script
  const boot = new Function(...names, code.replaceAll("import(", "load(")) as (
    ...given: Array<unknown>
  ) => void;
  boot(...values);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  await settle();
  return { heard, imported, link, window, settle };
}

test("scripts load once, after the page has loaded, and run as before", async () => {
  const { heard, imported, link, window, settle } = await run(withLateScripts(page(BOOT)), "interactive");
  expect([imported, link.rel]).toEqual([[], "dns-prefetch"]);

  heard.get("load")?.();
  await settle();
  heard.get("keydown")?.();
  await settle();

  expect(link.rel).toBe("modulepreload");
  expect(imported).toEqual([
    "/assets/manifest-1.js",
    "/assets/root-1.js",
    "/assets/home-1.js",
    "/assets/entry.client-1.js",
  ]);
  expect(window["__remixRouteModules"]).toEqual({
    root: { address: "/assets/root-1.js" },
    home: { address: "/assets/home-1.js" },
  });
});

test.each(["pointerdown", "keydown"])(
  "a visitor who acts before the page has loaded (%s) starts the scripts at once",
  async (kind) => {
    const { heard, imported } = await run(withLateScripts(page(BOOT)), "interactive");

    heard.get(kind)?.();

    expect(imported).toHaveLength(3);
  },
);

test("a page that has already loaded hydrates at once, and a missing script leaves the page as it is", async () => {
  const whole = await run(withLateScripts(page(BOOT)), "complete");
  const broken = await run(
    withLateScripts(page(BOOT.map((line) => line.replace("home-1", "gone")))),
    "complete",
  );

  expect(whole.imported).toHaveLength(4);
  expect([broken.imported.length, broken.window]).toEqual([3, {}]);
});

test("a page that is drawn ahead runs no script before it is seen", async () => {
  const { heard, imported, settle } = await run(withLateScripts(page(BOOT)), "complete", true);
  expect([imported, heard.has("load")]).toEqual([[], false]);

  heard.get("prerenderingchange")?.();
  await settle();

  expect(imported).toHaveLength(4);
});

test("the rest of the page is unchanged, and so is a page with another script", () => {
  const html = withLateScripts(page(BOOT));

  expect(html.split("<script type")[0]).toBe(page(BOOT, "dns-prefetch").split("<script type")[0]);
  for (const other of [['import a from "/a.js";'], ["export const a = 1;", ...BOOT], ["let a = 1;"]])
    expect(withLateScripts(page(other))).toBe(page(other));
});

test("only the script with the shop's marker is deferred, however similar another is", () => {
  const own = page(BOOT).replace("<script type=", '<script nonce="m" type=');
  const injected = `<script type="module" async="">${BOOT.join("\n")}</script>`;

  const html = withLateScripts(own + injected, ' nonce="m"');

  expect(html.endsWith(injected)).toBe(true);
  expect(html).toContain("Promise.all");
});
