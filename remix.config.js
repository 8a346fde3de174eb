/**
 * Options of the Remix Vite plugin; `vite.config.ts` is the only reader.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    // Pins a deserialiser with unfixed advisories.
    v3_singleFetch: false,
    // Its manifest route can be made to stall the server.
    v3_lazyRouteDiscovery: false,
  },
};
