/** The account's part of the route table: every address, the file behind it, and what its answers are declared to be. */
import type { RouteConfigEntry } from "@remix-run/route-config";

import routes from "#app/routes.ts";

export type AccountRoute = Readonly<{ path: string; file: string; id: string }>;

/** Every route whose address starts with /account. */
export function accountRoutes(): ReadonlyArray<AccountRoute> {
  return flatten(routes, "").filter(({ path }) => /^\/account(\/|$)/.test(path));
}

function flatten(entries: ReadonlyArray<RouteConfigEntry>, parent: string): ReadonlyArray<AccountRoute> {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    const own = { path, file: entry.file, id: entry.id ?? entry.file.replace(/\.tsx?$/, "") };
    return entry.children ? flatten(entry.children, path) : [own];
  });
}
