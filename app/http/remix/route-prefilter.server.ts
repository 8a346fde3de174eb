/**
 * Has Remix's router look only at the routes that an address can mean: of those that begin with another word none can
 * match. The router puts all branches in order and tries one after the other, twice for each request (decision 43).
 */
import { createRequire } from "node:module";

import type * as Router from "@remix-run/router";

type RouterModule = Pick<typeof Router, "matchRoutes" | "createStaticHandler">;
type Route = Readonly<{ path?: string; index?: boolean; children?: ReadonlyArray<Route> }>;

/** Words that can be compared by their lower case, as the router compares them. */
const PLAIN_WORD = /^[a-z0-9._-]+$/i;
/** Addresses whose first word is read as it stands: nothing encoded in it, no empty parts, no query. */
const PLAIN_ADDRESS = /^\/[^%?#/]*(?:\/[^?#/]+)*\/?$/;
/** Stands for every first word that no route names. */
const OTHER = "*";
/** Where the shop begins: addresses under another name are not looked into. */
const BASE = "/";

/** Narrows the router that answers for the shop. Before the first request. */
export function narrowRouting(): void {
  narrowRouter(createRequire(import.meta.url)("@remix-run/router") as RouterModule);
}

/** Puts functions that answer the same, of fewer routes, in place of those of `router`. */
export function narrowRouter(router: RouterModule): void {
  const { matchRoutes, createStaticHandler } = router;
  const known = new WeakMap<object, Narrow<ReadonlyArray<Route>>>();
  const kept = (routes: ReadonlyArray<Route>) => {
    const narrow = known.get(routes) ?? new Narrow(routes, (some) => some);
    known.set(routes, narrow);
    return narrow;
  };

  router.matchRoutes = (routes, location, basename = BASE) => {
    // A page that is drawn asks by a location, and has its own routes alone.
    if (basename !== BASE || typeof location !== "string") return matchRoutes(routes, location, basename);
    return matchRoutes(kept(routes).at(location) as typeof routes, location);
  };
  router.createStaticHandler = (routes, options) => {
    if ((options?.basename ?? BASE) !== BASE) return createStaticHandler(routes, options);
    const narrow = new Narrow(routes, (some) => createStaticHandler([...some] as typeof routes, options));
    const at = (request: Request) => narrow.at(new URL(request.url).pathname);
    return {
      dataRoutes: narrow.whole.dataRoutes,
      query: (request, given) => at(request).query(request, given),
      queryRoute: (request, given) => at(request).queryRoute(request, given),
    };
  };
}

/** What `make` makes of routes, for each first word of an address. */
class Narrow<Made> {
  readonly whole: Made;
  readonly #routes: ReadonlyArray<Route>;
  readonly #make: (routes: ReadonlyArray<Route>) => Made;
  readonly #words: ReadonlySet<string>;
  readonly #made = new Map<string, Made>();

  constructor(routes: ReadonlyArray<Route>, make: (routes: ReadonlyArray<Route>) => Made) {
    this.whole = make(routes);
    this.#routes = routes;
    this.#make = make;
    this.#words = new Set(["", ...firstWords(routes)]);
  }

  at(pathname: string): Made {
    if (!PLAIN_ADDRESS.test(pathname)) return this.whole;
    const word = wordOf(pathname);
    const key = this.#words.has(word) ? word : OTHER;
    const known = this.#made.get(key);
    if (known) return known;
    const some = this.#routes.flatMap((route) => narrowed(route, key));
    const made = some.length > 0 ? this.#make(some) : this.whole;
    this.#made.set(key, made);
    return made;
  }
}

/** The first word of a plain address, in lower case. */
function wordOf(pathname: string): string {
  return pathname.split("/", 2)[1]?.toLowerCase() ?? "";
}

/** The words by which the addresses of `routes` begin. */
function firstWords(routes: ReadonlyArray<Route>): ReadonlyArray<string> {
  return routes.flatMap((route) => {
    const word = firstWord(route);
    return word === null ? firstWords(route.children ?? []) : [word];
  });
}

/** `route` with those below it that an address beginning with `word` can mean; [] when there is none. */
function narrowed(route: Route, word: string): ReadonlyArray<Route> {
  const own = firstWord(route);
  if (own !== null) return own === word || !PLAIN_WORD.test(own) ? [route] : [];
  if (route.index) return word === "" ? [route] : [];
  const children = (route.children ?? []).flatMap((child) => narrowed(child, word));
  return children.length > 0 || route.path !== undefined ? [{ ...route, children }] : [];
}

/** The word by which the addresses of `route` begin, in lower case; null where those below it say. */
function firstWord({ path = "" }: Route): string | null {
  return (
    path
      .split("/")
      .find((part) => part !== "")
      ?.toLowerCase() ?? null
  );
}
