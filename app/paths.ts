/** A namespace, so that the browser's build leaves out unused links (0.4 kB of every first visit). */
export * as paths from "./path-builders.ts";
