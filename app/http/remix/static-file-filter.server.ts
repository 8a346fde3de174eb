/**
 * Has Express look for a file only where the address may be one's: else it would ask the file system for a file of each
 * page's name, on another thread, before it asks Remix (decision 47).
 */
import type { RequestListener } from "node:http";

type Handle = (request: Readonly<{ url: string }>, response: unknown, next: () => void) => void;
/** Of Express: what it calls one after the other. */
type Layer = { readonly name: string; handle: Handle };
type ExpressApp = Readonly<{ _router?: Readonly<{ stack?: ReadonlyArray<Layer> }> }>;

const OF_FILES = "serveStatic";
/** morgan, which prints every address with its query. */
const OF_LOG = "logger";
/** Every file has a dot in its name, and no page has: tests/http/remix/static-file-filter.test.ts. */
const MAY_BE_FILE = /^(?:[^?/]*\/)*[^?/.]*\.[^/?]*(?:\?|$)/;

/** Answers with how many of the handlers of `listener`, which remix-serve made with Express, look for files. */
export function leanFiles(listener: RequestListener | undefined): number {
  const ofFiles = layersOf(listener, OF_FILES);
  for (const layer of ofFiles) {
    const { handle } = layer;
    layer.handle = (request, response, next) =>
      MAY_BE_FILE.test(request.url) ? handle(request, response, next) : next();
  }
  return ofFiles.length;
}

/**
 * Passes by the access log of remix-serve: it prints whole addresses, and the shop's own has a line for each request
 * (decision 56). Answers with how many of the handlers of `listener` were one.
 */
export function silenceAccessLog(listener: RequestListener | undefined): number {
  const ofLog = layersOf(listener, OF_LOG);
  for (const layer of ofLog) layer.handle = (_request, _response, next) => next();
  return ofLog.length;
}

function layersOf(listener: RequestListener | undefined, name: string): ReadonlyArray<Layer> {
  const layers = (listener as ExpressApp | undefined)?._router?.stack ?? [];
  return layers.filter((layer) => layer.name === name);
}
