/** What Remix is given to draw a page from. */
import type { EntryContext } from "@remix-run/node";

/**
 * `context` with the routes of its own page alone. To draw the page Remix makes a tree of all routes that it is given
 * and looks the address up in it once more; the browser has a list of its own.
 */
export function ofThisPage(context: EntryContext): EntryContext {
  const { manifest, routeModules, staticHandlerContext } = context;
  const own = staticHandlerContext.matches.map(({ route }) => route.id);
  const only = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(own.flatMap((id) => (id in all ? [[id, all[id] as Value]] : [])));
  return {
    ...context,
    manifest: { ...manifest, routes: only(manifest.routes) },
    routeModules: only(routeModules),
  };
}
