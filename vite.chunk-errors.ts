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
      const lost = new Event("vite:preloadError", { cancelable: true });
      Object.assign(lost, { payload: error, routeId: route.id });
      if (window.dispatchEvent(lost)) throw error;
      return new Promise(() => {});
    });`,
  ],
  // A form is sent once its route is there, not beside it: if that is lost, nothing has been sent yet.
  [
    "routes",
    /return fetchServerAction\(request, false, singleFetch\);(?=\s+\}\);\s+\}\s+\/\/ Load all other modules)/,
    "return loadRouteModule(route, routeModulesCache).then(() => fetchServerAction(request, false, singleFetch));",
  ],
  // A form that gets no answer is told with its error, so that the page about it can send it again.
  [
    "routes",
    "let result = await fetchData(request, route.id);",
    `let form = request.method === "GET" ? null : request.clone();
    let result = await fetchData(request, route.id).catch((error) => error);
    if (form && result instanceof Error) result.form = form;`,
  ],
  // What is only fetched ahead is nobody's loss.
  [
    "links",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules);",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules).catch(() => ({}));",
  ],
] as const;

/** Changes five lines of Remix in the browser's build. A Remix in which they are not found fails it. */
export function announceLostParts(): Plugin {
  return {
    name: "announce-lost-parts",
    apply: "build",
    enforce: "pre",
    transform(code, id, { ssr = false } = {}) {
      const file = /\/@remix-run\/react\/dist\/esm\/(\w+)\.js$/.exec(id)?.[1];
      const changes = ssr ? [] : CHANGES.filter(([name]) => name === file);
      if (changes.length === 0) return null;
      const changed = changes.reduce((before, [, from, to]) => {
        const after = before.replace(from, () => to);
        if (after === before) this.error(`${id} is not what it was: see requirement routes-10`);
        return after;
      }, code);
      return { code: changed, map: null };
    },
  };
}
