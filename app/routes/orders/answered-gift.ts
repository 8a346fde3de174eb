/** The page where a giver once answered, to which sent emails still lead: the order says what became of the gift. */
import type { LoaderFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import { paths } from "#app/paths.ts";

export function loader({ params }: LoaderFunctionArgs) {
  throw seeOther(paths.visibleOrder(params["orderId"] ?? ""));
}
