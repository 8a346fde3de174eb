/** Calls loaders as Remix does: what is no response becomes a JSON response. */
import { json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/node";

type Answered<Given> = Given extends TypedResponse<infer Data> ? TypedResponse<Data> : TypedResponse<Given>;

/** What a loader gave as an answer that can be sent. */
export function sendable(answer: unknown): unknown {
  return answer === undefined || answer instanceof Response ? answer : json(answer);
}

/** `loader`, whose data comes as an answer that can be sent. */
export function answering<Given>(
  loader: (args: LoaderFunctionArgs) => Promise<Given>,
): (args: LoaderFunctionArgs) => Promise<Answered<Given>> {
  return async (args) => sendable(await loader(args)) as Answered<Given>;
}
