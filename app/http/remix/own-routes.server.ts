/** Limits the routes that Remix renders a page from. */
import type { EntryContext } from "@remix-run/node";

/** To render a page Remix builds a tree of all routes that it is given and matches the address again. */
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
