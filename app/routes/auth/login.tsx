import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthLoginPage } from "#app/components/auth/auth-login-page.tsx";
import script from "#app/components/passkey/passkey-element.js?url";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { pathWithoutLogin, showEndedSession } from "#app/http/session/ended-session.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

import { ownPath, retryAfterHeaders } from "./auth.server.ts";
import { answerLogin } from "./login.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = ownPath(new URL(request.url).searchParams.get("redirectTo"));
  if (await findVisitor(request)) throw seeOther(redirectTo ?? paths.account());
  const [home, meta, reported] = await Promise.all([
    findHomeContent(),
    privateMeta("Log in", paths.login()),
    showEndedSession(request),
  ]);
  const { note, headers } = reported ?? (await takeNote(request));
  const passkeyScript = passkeySite("shop") ? script : null;
  const without = pathWithoutLogin(redirectTo);
  return json(
    { redirectTo, without, note, image: home.account.login_image, passkeyScript, meta },
    { headers },
  );
}

export function action({ request }: ActionFunctionArgs) {
  return answerLogin(request, new Date());
}

export { uncachingAction as clientAction } from "#app/hooks/cached-data.ts";

export function headers(args: HeadersArgs) {
  const headers = new Headers(retryAfterHeaders(args));
  // An ended session clears this browser's data.
  const clear = args.loaderHeaders.get("Clear-Site-Data");
  if (clear) headers.set("Clear-Site-Data", clear);
  return headers;
}

export default function Login() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const redirectTo = answer?.values.redirectTo ?? page.redirectTo;
  return (
    <AuthLoginPage
      {...page}
      answer={answer ?? NO_ANSWER}
      note={answer ? null : page.note}
      redirectTo={redirectTo}
    />
  );
}
