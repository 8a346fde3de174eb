/** Fires `vite:preloadError` for modules of pages, which @remix-run/react 2.17.5 does not (requirement routes-10). */
import type { Plugin } from "vite";

/** What stands in which file of Remix's browser code, and what takes its place. */
const CHANGES = [
  // Remix itself would load the document afresh, again and again, whoever waits for the part.
  [
    "routeModules",
    /window\.location\.reload\(\);\s+return new Promise\(\(\) => \{[^}]*\}\);/,
    "throw error;",
  ],
  [
    "routes",
    "await loadRouteModule(route, routeModules);",
    `await loadRouteModule(route, routeModules).catch((error) => {
      const lost = Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload: error });
      if (window.dispatchEvent(lost)) throw error;
      return new Promise(() => {});
    });`,
  ],
  // What is only fetched ahead is nobody's loss.
  [
    "links",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules);",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules).catch(() => ({}));",
  ],
] as const;

/** Changes three lines of Remix in the browser's build. A Remix in which they are not found fails it. */
export function announceLostParts(): Plugin {
  return {
    name: "announce-lost-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id, { ssr = false } = {}) {
      const file = /\/@remix-run\/react\/dist\/esm\/(\w+)\.js$/.exec(id)?.[1];
      const change = ssr ? undefined : CHANGES.find(([name]) => name === file);
      if (!change) return null;
      const [, from, to] = change;
      const changed = code.replace(from, () => to);
      if (changed === code) this.error(`${id} is not what it was: see requirement routes-10`);
      return { code: changed, map: null };
    },
  };
}
