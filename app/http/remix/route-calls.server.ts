/**
 * Wraps Remix's calls of loaders and actions in a check for an ended session (decision 0010), in the market of the
 * shopper (decision 0033), and those of loaders in the look-up of redirects. It buys correctness: no route can forget
 * them. Tied to `callRouteLoader` and `callRouteAction` of @remix-run/server-runtime 2.17.5;
 * tests/routes/ended-session.db.test.ts notices when they change.
 */
import { createRequire } from "node:module";

import { orRedirect } from "#app/http/request/redirect-or-404.server.ts";
import { isByScript, noteByScript } from "#app/http/request/by-script.server.ts";
import { shareCustomerSession } from "#app/http/session/customer-session.server.ts";
import { inMarketOf } from "#app/http/session/store-choice.server.ts";
import { refuseEndedSession } from "#app/http/session/ended-session.server.ts";

type Answer = (given: Readonly<{ request: Request; context: unknown; params: unknown }>) => unknown;
type Call<Name extends string> = Readonly<Record<Name, Answer> & { request: Request }>;
type RouteCalls = {
  callRouteLoader: (call: Call<"loader">) => Promise<unknown>;
  callRouteAction: (call: Call<"action">) => Promise<unknown>;
};

/** Call it before the first request. */
export function wrapRouteCalls(): void {
  checkCalls(createRequire(import.meta.url)("@remix-run/server-runtime/dist/data.js") as RouteCalls);
}

function checkCalls(remix: RouteCalls): void {
  const { callRouteLoader, callRouteAction } = remix;
  remix.callRouteLoader = (call) => {
    const loader: Answer = (given) => orRedirect(given.request, () => call.loader(given));
    return callRouteLoader({ ...call, loader: checked(loader, call) });
  };
  remix.callRouteAction = (call) => callRouteAction({ ...call, action: checked(call.action, call) });
}

function checked(answer: Answer, { request }: Pick<Call<never>, "request">): Answer {
  return async (given) => {
    noteByScript(given.request, request);
    shareCustomerSession(request, given.request);
    await refuseEndedSession(given.request, isByScript(given.request));
    return inMarketOf(given.request, () => answer(given));
  };
}
