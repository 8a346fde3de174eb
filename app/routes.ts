/** What Remix reads: the addresses of the shop, each in the frame of its page. */
import { layout, route, type RouteConfig } from "@remix-run/route-config";

import { ADDRESSES, type ShopAddress } from "./models/platform/addresses.ts";

const routes = (entries: ReadonlyArray<ShopAddress>) =>
  entries.map(([path, file, { id, index, caseSensitive } = {}]) =>
    route(path || null, `routes/${file}`, { id, index, caseSensitive }),
  );

export default [
  layout("routes/storefront/layout.tsx", routes(ADDRESSES.storefront)),
  layout("routes/checkout/layout.tsx", routes(ADDRESSES.checkout)),
  layout("routes/desk/entrance.tsx", [
    ...routes(ADDRESSES.entrance),
    layout("routes/desk/layout.tsx", [layout("routes/desk/problem.tsx", routes(ADDRESSES.desk))]),
  ]),
  ...routes(ADDRESSES.none),
] satisfies RouteConfig;
