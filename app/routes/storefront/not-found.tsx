import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { readablePath } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";

/** An unknown address. Only client navigation names the query (requirement routes-5). */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.has("_data")) throw await elsewhere(request);
  throw await elsewhere(request, { message: `Page not found: ${readablePath(pathname)}` });
}

export function action({ request }: ActionFunctionArgs): never {
  throw notFound(request);
}

/** Without a component Remix would answer as for a file. */
export default function NotFoundPage() {
  return null;
}
