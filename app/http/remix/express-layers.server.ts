/**
 * Changes two handlers of remix-serve. The access log is silenced, because it prints whole addresses with their queries
 * (decision 0004): that correctness, not speed, is what it buys. Files are looked for on the disk only where there may be
 * one, which saves two look-ups and 4 % of a cold page. Tied to `app._router` of Express 4 in @remix-run/serve 2.17.5, to
 * morgan, whose middleware is called "logger", and to serve-static; tests/http/remix/express-layers.test.ts notices when
 * these change.
 */
import type { IncomingMessage, RequestListener } from "node:http";

type Handle = (request: IncomingMessage, response: unknown, next: () => void) => void;
type Layer = { readonly name: string; handle: Handle };
type ExpressApp = Readonly<{ _router?: Readonly<{ stack?: ReadonlyArray<Layer> }> }>;

const ACCESS_LOG = "logger";
const STATIC_FILES = "serveStatic";

/** Returns how many handlers there were. */
export function silenceAccessLog(listener: RequestListener | undefined): number {
  return limitLayers(listener, ACCESS_LOG, () => false);
}

/** Returns how many handlers there were. */
export function limitStaticFiles(
  listener: RequestListener | undefined,
  mayBeFile: (url: string) => boolean,
): number {
  return limitLayers(listener, STATIC_FILES, mayBeFile);
}

function limitLayers(
  listener: RequestListener | undefined,
  name: string,
  isMeant: (url: string) => boolean,
): number {
  const layers = (listener as ExpressApp | undefined)?._router?.stack ?? [];
  const named = layers.filter((layer) => layer.name === name);
  for (const layer of named) {
    const { handle } = layer;
    layer.handle = (request, response, next) =>
      isMeant(request.url ?? "") ? handle(request, response, next) : next();
  }
  return named.length;
}
