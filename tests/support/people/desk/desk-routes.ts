/** The desk's part of the route table. */
import type { RouteConfigEntry } from "@remix-run/route-config";

import routes from "#app/routes.ts";

export type DeskRoute = Readonly<{ path: string; id: string }>;

/** Every route whose address starts with /desk. */
export function deskRoutes(): ReadonlyArray<DeskRoute> {
  return flatten(routes, "").filter(({ path }) => /^\/desk(\/|$)/.test(path));
}

function flatten(entries: ReadonlyArray<RouteConfigEntry>, parent: string): ReadonlyArray<DeskRoute> {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    return entry.children
      ? flatten(entry.children, path)
      : [{ path, id: entry.id ?? entry.file.replace(/\.tsx?$/, "") }];
  });
}
