/** Reads: pages that were asked before, pages that nobody asked before, and what a repeat visit costs. */
import { Shopper } from "#tests/support/people/shopper.ts";

import { requestText } from "./load.ts";
import type { Target } from "./measure.ts";
import type { Ceilings, ShopStack } from "./stack.ts";

/** Pages that are measured hot, by name. The ceilings send the same bytes of the first two. */
export const HOT_PAGES = {
  listing: "/c/wooden-toys",
  product: "/p/wooden-toys/building-and-stacking/stackers/rainbow-stacker",
  home: "/",
  search: "/search/wooden%20train",
} as const;
export type HotPage = keyof typeof HOT_PAGES;
const PAGES = Object.keys(HOT_PAGES) as ReadonlyArray<HotPage>;
const READY: ReadonlyArray<HotPage> = ["listing", "product"];
const WORDS = ["wooden", "stacker", "pram", "cot", "train", "puzzle", "blanket", "mattress"];
const MISTYPED = ["woodne", "stakcer", "pramm", "rainbwo", "trian", "puzle", "blankte", "matress"];

export function ceilingTargets({ express, http }: Ceilings): ReadonlyArray<Target> {
  const ask = (path: string) => (stack: Target["stack"]) => () => [requestText({ port: stack.port, path })];
  return [
    { name: "node:http, hello world", stack: http, status: 200, requests: ask("/")(http) },
    ...[express, http].flatMap((stack) =>
      READY.flatMap((page) => [
        { name: ceilingName(stack.name, page), stack, status: 200, requests: ask(`/ready/${page}`)(stack) },
        {
          name: `${stack.name}, ${page} gzipped on the fly`,
          stack,
          status: 200,
          requests: ask(`/gzip/${page}`)(stack),
        },
      ]),
    ),
  ];
}

/** The row of what it costs `ceiling` to send the ready bytes of `page`. */
export function ceilingName(ceiling: string, page: HotPage): string {
  return `${ceiling}, ready ${page}`;
}

/** Pages that are stored: for somebody with a basket, for somebody without cookies, and for those who have a copy. */
export function hotTargets(stack: ShopStack, cookie: string): ReadonlyArray<Target> {
  const { port } = stack;
  const ask = (name: string, path: string, mine: string): Target => ({
    name,
    stack,
    status: 200,
    requests: () => [requestText({ port, path, cookie: mine })],
  });
  const askAgain = (name: string, path: string, mine: string): Target => ({
    name,
    stack,
    status: 304,
    // The copy of this round: an order in between may have changed the page.
    requests: async () => [requestText({ port, path, cookie: mine, etag: await tagOf(stack, path, mine) })],
  });
  return PAGES.flatMap((page): ReadonlyArray<Target> => {
    const path = HOT_PAGES[page];
    const repeats = [
      askAgain(`304, ${page}, with a basket`, path, cookie),
      askAgain(`304, ${page}, no cookies`, path, ""),
    ];
    return [
      ask(hotName(page), path, cookie),
      ask(fastName(page), path, ""),
      ...(READY.includes(page) ? repeats : []),
    ];
  });
}

export const hotName = (page: HotPage) => `hot ${page}, with a basket`;
export const fastName = (page: HotPage) => `hot ${page}, no cookies`;
export const COLD_LISTING = "cold listing of 24, new address";
export const COLD_PRODUCT = "cold product, new address";
export const COLD_FILTER = "cold listing of 24, filter never asked";

async function tagOf({ shop }: ShopStack, path: string, cookie: string): Promise<string> {
  const visitor = new Shopper(shop.origin, { "accept-encoding": "br", ...(cookie ? { cookie } : {}) });
  const { headers } = await visitor.get(path);
  if (!headers.etag) throw new Error(`${path} has no ETag`);
  return headers.etag;
}

/** Every request is for a page that nobody asked before: "{n}" is another number each time. */
export function coldTargets(stack: ShopStack): ReadonlyArray<Target> {
  const { port } = stack;
  const cold = (name: string, ...paths: ReadonlyArray<string>): Target => ({
    name,
    stack,
    status: 200,
    requests: () => paths.map((path) => requestText({ port, path })),
  });
  return [
    cold(COLD_LISTING, `${HOT_PAGES.listing}?from={n}`),
    // Nothing is dearer than that: all of the list is counted afresh, and 24 of it shown.
    cold(COLD_FILTER, `${HOT_PAGES.listing}?max=9{n}`),
    cold(COLD_PRODUCT, `${HOT_PAGES.product}?from={n}`),
    cold("cold search, words never asked", ...WORDS.map((word) => `/search/${word}%20{n}`)),
    cold("cold search, mistyped, never asked", ...MISTYPED.map((word) => `/search/${word}%20{n}`)),
  ];
}
