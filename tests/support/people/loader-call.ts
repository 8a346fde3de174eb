/** Loaders as Remix calls them for somebody's script: pages' own answer with data alone (decision 47). */
import { json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/node";

import { asResponse } from "#app/http/remix/loader-fast-path.server.ts";

type Answered<Given> = Given extends TypedResponse<infer Data> ? TypedResponse<Data> : TypedResponse<Given>;

/** What a loader gave as an answer that can be sent. */
export function sendable(given: unknown): unknown {
  const answer = asResponse(given);
  return answer === undefined || answer instanceof Response ? answer : json(answer);
}

/** `loader`, whose data comes as an answer that can be sent. */
export function answering<Given>(
  loader: (args: LoaderFunctionArgs) => Promise<Given>,
): (args: LoaderFunctionArgs) => Promise<Answered<Given>> {
  return async (args) => sendable(await loader(args)) as Answered<Given>;
}
