/** Fires `vite:preloadError` for modules of pages, which @remix-run/react 2.17.5 does not (requirement routes-10). */
import type { Plugin } from "vite";

/** How long a page, or a form that is sent there, waits for its parts before the browser does without scripts. */
const PART_WAIT_MS = 5_000;

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
    "async function loadRouteModuleWithBlockingLinks(",
    `function isTakenCareOf(payload) {
      return !window.dispatchEvent(
        Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload, isOfRoute: true }),
      );
    }
    function loadParts(route, routes, cache) {
      let isSent = false;
      let timer = setTimeout(() => (isSent = isTakenCareOf()), ${PART_WAIT_MS});
      let parts = [];
      for (let one = route; one; one = routes[one.parentId]) parts.push(loadRouteModule(one, cache));
      return Promise.all(parts).then(
        () => isSent && new Promise(() => {}),
        (error) => {
          if (isSent || isTakenCareOf(error)) return new Promise(() => {});
          throw error;
        },
      ).finally(() => clearTimeout(timer));
    }
    async function loadRouteModuleWithBlockingLinks(`,
  ],
  // A form is sent once the parts of its page are there, not beside them: if one is lost, nothing has been sent yet.
  [
    "routes",
    "let mod = await loadRouteModuleWithBlockingLinks(route, routeModulesCache);",
    `await loadParts(route, manifest, routeModulesCache);
    let mod = await loadRouteModuleWithBlockingLinks(route, routeModulesCache);`,
  ],
  [
    "routes",
    /return fetchServerAction\(request, false, singleFetch\);(?=\s+\}\);\s+\}\s+\/\/ Load all other modules)/,
    `return loadParts(route, manifest, routeModulesCache).then(
      () => fetchServerAction(request, false, singleFetch),
    );`,
  ],
  // A form that gets no answer is told with its error, so that the page about it can send it again.
  [
    "routes",
    "let result = await fetchData(request, route.id);",
    `let form = request.method === "GET" ? null : request.clone();
    let result = await fetchData(request, route.id).catch((error) => error);
    if (form && result instanceof Error) result.form = form;`,
  ],
  // A page does not wait for its styles for ever either.
  [
    "links",
    "document.head.appendChild(link);",
    `document.head.appendChild(link);
    setTimeout(resolve, ${PART_WAIT_MS});`,
  ],
  // What is only fetched ahead is nobody's loss.
  [
    "links",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules);",
    "await loadRouteModule(manifest.routes[match.route.id], routeModules).catch(() => ({}));",
  ],
] as const;

/** Changes seven places of Remix in the browser's build. A Remix in which they are not found fails it. */
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
