/**
 * Has Remix hand loaders of pages their request as it is, and draw pages from what loaders answered: it would copy the
 * request twice for each of them, and write and read their data as JSON before it is written into the page (decision 47).
 */
import { createRequire } from "node:module";

import { data, json, type TypedResponse } from "@remix-run/node";

type Loader = (given: Readonly<{ request: Request; context: unknown; params: unknown }>) => unknown;
type LoaderCall = Readonly<{
  request: Request;
  loader: Loader;
  loadContext?: unknown;
  params: unknown;
  routeId: string;
}>;
/** Of Remix's server: how it calls a loader. */
export type DataModule = { callRouteLoader: (call: LoaderCall) => Promise<unknown> };

/** What Remix adds to the addresses that its scripts ask; loaders never see it. */
const OF_SCRIPTS = /[?&](?:_data|index)(?:[=&#]|$)/;

/** Before the first request. */
export function leanLoaders(): void {
  leanCalls(createRequire(import.meta.url)("@remix-run/server-runtime/dist/data.js") as DataModule);
}

/** Puts a function in the place of that of `remix` which calls loaders: the same, but for pages that no script asked. */
export function leanCalls(remix: DataModule): void {
  const { callRouteLoader } = remix;
  remix.callRouteLoader = async (call) => {
    const { request, loader, loadContext: context, params, routeId } = call;
    if (OF_SCRIPTS.test(request.url))
      return callRouteLoader({ ...call, loader: async (given) => asResponse(await loader(given)) });
    const answer = await loader({ request, context, params });
    if (answer === undefined) throw new Error(`The loader of ${routeId} answered nothing`);
    return answer;
  };
}

/** A page's data with a status and headers, as json() would answer it. Remix's types know no other name for it. */
export function pageData<Data>(value: Data, init: ResponseInit): TypedResponse<Data> {
  return data(value, init) as unknown as TypedResponse<Data>;
}

/** What a loader answered as something that can be sent: data that came with headers becomes JSON with them. */
export function asResponse(answer: unknown): unknown {
  return isDataWithInit(answer) ? json(answer.data, answer.init ?? {}) : answer;
}

/** True for what {@link pageData} makes. */
export function isDataWithInit(answer: unknown): answer is ReturnType<typeof data> {
  return (answer as { type?: unknown } | null)?.type === "DataWithResponseInit";
}
