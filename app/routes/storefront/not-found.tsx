import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { textAnswer, unmatchedMessage } from "#app/http/response/responses.server.ts";

/** An unknown address. */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  throw await elsewhere(request, { message: unmatchedMessage(request) });
}

export function action({ request }: ActionFunctionArgs): never {
  throw textAnswer(404, unmatchedMessage(request));
}

/** Without a component Remix would answer as for a file. */
export default function NotFoundPage() {
  return null;
}
