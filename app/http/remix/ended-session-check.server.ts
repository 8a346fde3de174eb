/** Has every loader and action of the shop keep the rule about ended sessions, without being told (decision 59). */
import { createRequire } from "node:module";

import { refuseEndedSession } from "#app/http/session/ended-session.server.ts";

type Answer = (given: Readonly<{ request: Request; context: unknown; params: unknown }>) => unknown;
type Call<Name extends string> = Readonly<Record<Name, Answer> & { request: Request }>;
/** Of Remix's server: how it calls loaders and actions. */
type RouteCalls = {
  callRouteLoader: (call: Call<"loader">) => Promise<unknown>;
  callRouteAction: (call: Call<"action">) => Promise<unknown>;
};

/** What Remix's scripts add to the addresses that they ask. */
const BY_SCRIPT = "_data";

/** Before the first request. */
export function refuseEndedSessions(): void {
  checkCalls(createRequire(import.meta.url)("@remix-run/server-runtime/dist/data.js") as RouteCalls);
}

/** Puts the check in front of all loaders and actions that `remix` calls. */
function checkCalls(remix: RouteCalls): void {
  const { callRouteLoader, callRouteAction } = remix;
  remix.callRouteLoader = (call) => callRouteLoader({ ...call, loader: checked(call.loader, call) });
  remix.callRouteAction = (call) => callRouteAction({ ...call, action: checked(call.action, call) });
}

/** The request that a route gets is another object than the call's, without what scripts added to its address. */
function checked(answer: Answer, { request }: Pick<Call<never>, "request">): Answer {
  const isByScript = new URL(request.url).searchParams.has(BY_SCRIPT);
  return async (given) => {
    await refuseEndedSession(given.request, isByScript);
    return answer(given);
  };
}
