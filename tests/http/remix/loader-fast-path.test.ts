/** Loaders of pages get what they got, and pages what they were given. */
import { createRequire } from "node:module";

import { json } from "@remix-run/node";
import { expect, test } from "vitest";

import {
  type DataModule,
  leanCalls,
  leanLoaders,
  pageData,
} from "#app/http/remix/loader-fast-path.server.ts";

const REMIX = "@remix-run/server-runtime/dist/data.js";
const remix = createRequire(import.meta.url)(REMIX) as DataModule;
const plain: DataModule = { callRouteLoader: remix.callRouteLoader };
const lean: DataModule = { callRouteLoader: remix.callRouteLoader };
leanCalls(lean);

const call = (path: string, loader: (given: Readonly<{ request: Request }>) => unknown) => ({
  request: new Request(`http://localhost${path}`, { headers: { Cookie: "a=b" } }),
  loader,
  loadContext: {},
  params: { id: "7" },
  routeId: "page",
});

const sent = async (answer: unknown) => {
  if (!(answer instanceof Response)) return null;
  const { status, headers } = answer;
  return { status, headers: Object.fromEntries(headers), data: (await answer.json()) as unknown };
};

test.each(["/c/prams", "/c/prams?page=2&colour=sage", "/?indexed=1", "/search/_data"])(
  "a page at %s is drawn from what its loader answers, without a detour",
  async (path) => {
    const data = { name: "Pram" };
    const asked: Array<Request> = [];
    const given = call(path, ({ request }) => {
      asked.push(request);
      return data;
    });

    expect(await lean.callRouteLoader(given)).toBe(data);
    expect(asked).toEqual([given.request]);
  },
);

test.each(["/c/prams?_data=page", "/c/prams?page=2&_data=page", "/?index", "/?index&_data=home", "/?index="])(
  "a script that asks at %s is answered as Remix answers",
  async (path) => {
    const addresses: Array<string> = [];
    const given = call(path, ({ request }) => {
      addresses.push(request.url);
      return { name: "Pram" };
    });

    const answers = [
      await sent(await lean.callRouteLoader(given)),
      await sent(await plain.callRouteLoader(given)),
    ];

    expect(answers[0]?.data).toEqual({ name: "Pram" });
    expect(answers[0]).toEqual(answers[1]);
    expect(addresses[0]).toBe(addresses[1]);
    expect(addresses[0]).not.toContain("_data");
  },
);

test("data with headers is sent to scripts as json() would send it", async () => {
  const init = { status: 422, headers: { "Set-Cookie": "viewed=1" } };
  const own = await lean.callRouteLoader(call("/p/a?_data=page", () => pageData({ id: 1 }, init)));
  const remixes = await plain.callRouteLoader(call("/p/a?_data=page", () => json({ id: 1 }, init)));
  const answer = await sent(own);

  expect(answer).toMatchObject({ status: 422, data: { id: 1 } });
  expect(answer).toEqual(await sent(remixes));
});

test("what a loader throws or forgets is an error as before", async () => {
  const moved = new Response(null, { status: 301 });

  await expect(
    lean.callRouteLoader(
      call("/", () => {
        throw moved;
      }),
    ),
  ).rejects.toBe(moved);
  await expect(lean.callRouteLoader(call("/", () => undefined))).rejects.toThrow("answered nothing");
});

test("it is the loaders of Remix's own server that are called so", () => {
  leanLoaders();

  expect(remix.callRouteLoader).not.toBe(plain.callRouteLoader);
});
