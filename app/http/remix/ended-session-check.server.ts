/**
 * Wraps Remix's calls of loaders and actions in a check for an ended session (decision 0010) and in the market of the
 * shopper (decision 0033). It buys correctness: no route can forget them. Tied to `callRouteLoader` and `callRouteAction` of @remix-run/server-runtime 2.17.5;
 * tests/routes/ended-session.db.test.ts notices when they change.
 */
import { createRequire } from "node:module";

import { shareCustomerSession } from "#app/http/session/customer-session.server.ts";
import { inMarketOf } from "#app/http/session/store-choice.server.ts";
import { refuseEndedSession } from "#app/http/session/ended-session.server.ts";

type Answer = (given: Readonly<{ request: Request; context: unknown; params: unknown }>) => unknown;
type Call<Name extends string> = Readonly<Record<Name, Answer> & { request: Request }>;
type RouteCalls = {
  callRouteLoader: (call: Call<"loader">) => Promise<unknown>;
  callRouteAction: (call: Call<"action">) => Promise<unknown>;
};

/** The parameter that Remix's scripts add to addresses. */
const BY_SCRIPT = "_data";

/** Call it before the first request. */
export function refuseEndedSessions(): void {
  checkCalls(createRequire(import.meta.url)("@remix-run/server-runtime/dist/data.js") as RouteCalls);
}

function checkCalls(remix: RouteCalls): void {
  const { callRouteLoader, callRouteAction } = remix;
  remix.callRouteLoader = (call) => callRouteLoader({ ...call, loader: checked(call.loader, call) });
  remix.callRouteAction = (call) => callRouteAction({ ...call, action: checked(call.action, call) });
}

function checked(answer: Answer, { request }: Pick<Call<never>, "request">): Answer {
  const isByScript = new URL(request.url).searchParams.has(BY_SCRIPT);
  return async (given) => {
    shareCustomerSession(request, given.request);
    await refuseEndedSession(given.request, isByScript);
    return inMarketOf(given.request, () => answer(given));
  };
}
