/** All routes of the shop behind Remix's own request handler, in this process: pages answer with their data as JSON. */
import { createRequire } from "node:module";

import type { ActionFunction, EntryContext, LoaderFunction } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";

import { wrapRouteCalls } from "#app/http/remix/route-calls.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#app/http/server/client-address.server.ts";
import * as root from "#app/root.tsx";
import routes from "#app/routes.ts";
import { Browser, type Params } from "#tests/support/people/browser.ts";

type RouteModule = Readonly<{ loader?: LoaderFunction; action?: ActionFunction; default?: unknown }>;
export type ShopRoute = Readonly<{ id: string; path: string; module: RouteModule }>;
type Handler = (request: Request) => Promise<Response>;
type ServerRuntime = Readonly<{ createRequestHandler: (build: unknown, mode: string) => Handler }>;

const MODULES = import.meta.glob<RouteModule>("/app/routes/**/*.{ts,tsx}");
const ORIGIN = "http://localhost:3000";
/** For a parameter of an address: an id or a name that its route can read. */
const SAMPLES: Readonly<Record<string, string>> = {
  orderId: "order_AAAAAAAAAAAAAAAAAAAAAA",
  addressId: "address_AAAAAAAAAAAAAAAAAAAAAA",
  cartId: "cart_AAAAAAAAAAAAAAAAAAAAAA",
  productId: "101",
  reviewId: "1",
};

const entries = flatten(routes, null);
const found = await Promise.all(entries.map(async (entry) => ({ ...entry, module: await moduleOf(entry) })));

/** Every route that has an address of its own, with the whole of it: "/products/:productId/review". */
export const SHOP_ROUTES: ReadonlyArray<ShopRoute> = found
  .filter(({ isLeaf }) => isLeaf)
  .map(({ id, parent, path = "", module }) => ({ id, path: wholePath(parent, path), module }));

/** The path of a route with its parameters filled in; a splat and what may be left out are left out. */
export function samplePath({ path }: Pick<ShopRoute, "path">): string {
  const parts = path.split("/").filter((part) => !part.endsWith("?"));
  return parts.map((part) => part.replace(/^:(.*)$/, (_, name: string) => SAMPLES[name] ?? "x1")).join("/");
}

/** A browser that asks Remix, as over HTTP; redirects are answered, not followed. */
export class ShopBrowser {
  readonly #browser: Browser;

  constructor(browser = new Browser()) {
    this.#browser = browser;
  }

  get(path: string, headers: Params = {}): Promise<Response> {
    return this.#browser.get(({ request }) => handle(withHeaders(request, headers)), path);
  }

  post(path: string, fields: Params, headers: Params = {}): Promise<Response> {
    return this.#browser.post(({ request }) => handle(withHeaders(request, headers)), path, fields);
  }
}

function withHeaders(request: Request, headers: Params): Request {
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  request.headers.set("Host", new URL(ORIGIN).host);
  request.headers.set(CLIENT_ADDRESS_HEADER, request.headers.get(CLIENT_ADDRESS_HEADER) ?? "192.0.2.7");
  return request;
}

type Entry = Readonly<{
  id: string;
  parent: string | null;
  path?: string;
  index?: boolean;
  file: string;
  isLeaf: boolean;
}>;

function flatten(list: ReadonlyArray<RouteConfigEntry>, parent: string | null): ReadonlyArray<Entry> {
  return list.flatMap(({ id: own, path, index, file, children }) => {
    const id = own ?? file.replace(/\.tsx?$/, "");
    const entry = {
      id,
      parent,
      file,
      isLeaf: !children,
      ...(path ? { path } : {}),
      ...(index ? { index } : {}),
    };
    return [entry, ...flatten(children ?? [], id)];
  });
}

async function moduleOf({ file }: Entry): Promise<RouteModule> {
  const load = MODULES[`/app/${file}`];
  if (!load) throw new Error(`There is no ${file}`);
  return load();
}

function wholePath(parent: string | null, path: string): string {
  const above = entries.find(({ id }) => id === parent);
  const start = above ? wholePath(above.parent, above.path ?? "") : "";
  return path === "" ? start || "/" : `${start === "/" ? "" : start}/${path}`;
}

wrapRouteCalls();

const { createRequestHandler } = createRequire(import.meta.url)("@remix-run/server-runtime") as ServerRuntime;
const handle = createRequestHandler(
  {
    entry: { module: { default: answerData } },
    routes: {
      root: { id: "root", path: "", module: root },
      ...Object.fromEntries(
        found.map(({ id, parent, path, index, module }) => [
          id,
          { id, parentId: parent ?? "root", path, index, module },
        ]),
      ),
    },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "test" },
    future: {},
    publicPath: "/",
    basename: "/",
  },
  "test",
);

/** In the place of a drawn page: the data of all its routes and the answer to its form. */
function answerData(_request: Request, status: number, headers: Headers, context: EntryContext): Response {
  const { loaderData, actionData } = context.staticHandlerContext;
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify({ loaderData, actionData }), { status, headers });
}
