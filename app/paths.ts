/**
 * Every link of the shop, by name: `paths.cart()`. A namespace and not an object, so that the browser's build leaves out
 * the links that no page builds there (0.4 kB of every first visit).
 */
export * as paths from "./path-builders.ts";
