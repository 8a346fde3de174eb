import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { pathSegments } from "#app/http/request/path-params.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { notFound, retryAfterHeader, seeOther, textAnswer } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limit } from "#app/http/server/rate-limit.server.ts";
import { voterOf } from "#app/http/session/review-voter.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { voteHelpful } from "#app/models/review/vote.server.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

export { NoPage as default } from "#app/components/layout/no-page.tsx";

const formSchema = z.object({ redirectTo: z.string().default("") });

export function loader({ request }: LoaderFunctionArgs) {
  throw notFound(request);
}

export async function action({ request }: ActionFunctionArgs) {
  const id = pathSegments(request)[1] ?? "";
  if (!/^[1-9]\d{0,9}$/.test(id)) throw notFound(request);
  const form = await readForm(request, formSchema);
  const allowed = await limit("helpful", clientAddress(request));
  if (!allowed.ok) throw tooMany(allowed);
  const { voter, cookie } = await voterOf(request);
  const voted = await voteHelpful(Math.min(Number(id), MAX_ID), voter, new Date());
  if (!voted.ok) throw notFound(request);
  const [target] = form.ok ? safeRedirect(form.value.redirectTo, "").split("#", 1) : [];
  const place = target || paths.productById(voted.value.productId);
  throw seeOther(`${place}#review-${id}`, cookie ? { "Set-Cookie": cookie } : {});
}

function tooMany(refusal: Refusal<"rate-limited">): Response {
  const { status, message } = shopError(refusal);
  return textAnswer(status, message, retryAfterHeader(refusal));
}

/** The largest integer of PostgreSQL. */
const MAX_ID = 2_147_483_647;
