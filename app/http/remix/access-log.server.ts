/**
 * Silences the access log of remix-serve, because it prints whole addresses with their queries (decision 0004). That
 * correctness, not speed, is what it buys. Tied to `app._router` of Express 4 in @remix-run/serve 2.17.5 and to morgan,
 * whose middleware is called "logger"; tests/http/remix/access-log.test.ts notices when these change.
 */
import type { RequestListener } from "node:http";

type Handle = (request: unknown, response: unknown, next: () => void) => void;
type Layer = { readonly name: string; handle: Handle };
type ExpressApp = Readonly<{ _router?: Readonly<{ stack?: ReadonlyArray<Layer> }> }>;

const ACCESS_LOG = "logger";

/** Returns how many handlers there were. */
export function silenceAccessLog(listener: RequestListener | undefined): number {
  const layers = (listener as ExpressApp | undefined)?._router?.stack ?? [];
  const ofLog = layers.filter(({ name }) => name === ACCESS_LOG);
  for (const layer of ofLog) layer.handle = (_request, _response, next) => next();
  return ofLog.length;
}
