/**
 * Leaves out of the browser's build what Remix brings along for features that are switched off in remix.config.js, and for
 * documents, which browsers never draw. Buys 5 kB of a first visit to the home page, 3 % of its packed scripts and HTML. Tied to @remix-run/react 2.17.5: the
 * build itself fails when a stand-in lacks a name that is imported.
 */
import type { Plugin } from "vite";

import remixConfig from "./remix.config.js";

/**
 * What Remix's browser code asks of the modules of two features, as both answer while they are off. A name that a new
 * version asks for besides fails the build.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  // With it goes the decoder of its streams.
  "./single-fetch.js": `
    export function decodeViaTurboStream() { throw new Error("Single fetch is off"); }
    export function getSingleFetchDataStrategy() {}
    export function singleFetchUrl() { throw new Error("Single fetch is off"); }
    export const StreamTransfer = null;`,
  "./fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export function getPartialManifest() { throw new Error("Lazy route discovery is off"); }
    export function getPatchRoutesOnNavigationFunction() {}
    export function useFogOFWarDiscovery() {}`,
};
const PREFIX = "\0unused:";

export function leaveOutUnused(): Plugin {
  const { future } = remixConfig;
  if (future?.v3_singleFetch || future?.v3_lazyRouteDiscovery)
    throw new Error("vite.single-fetch-stub.ts leaves out what remix.config.js switches on");
  return {
    name: "leave-out-unused",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer, { ssr }) {
      const isOurs = !ssr && importer?.includes("/@remix-run/react/dist/esm/") && source in STAND_INS;
      return isOurs ? PREFIX + source : null;
    },
    // Only the server draws a document with scripts in it (decision 0054).
    transform(code, id, { ssr = false } = {}) {
      if (ssr || !id.endsWith("/@remix-run/react/dist/esm/errorBoundaries.js")) return null;
      const changed = code.replace("/*#__PURE__*/React.createElement(Scripts, null)", "null");
      if (changed === code) this.error(`${id} is not what it was: its document has no scripts to leave out`);
      return { code: changed, map: null };
    },
    load(id) {
      return id.startsWith(PREFIX) ? (STAND_INS[id.slice(PREFIX.length)] ?? null) : null;
    },
  };
}
