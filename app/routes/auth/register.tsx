import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthRegisterPage } from "#app/components/auth/auth-register-page.tsx";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

import { ownPath } from "./auth.server.ts";
import { answerRegister } from "./register.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "./auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = ownPath(new URL(request.url).searchParams.get("redirectTo"));
  if (await findVisitor(request)) throw seeOther(redirectTo ?? paths.account());
  const [home, meta] = await Promise.all([
    findHomeContent(),
    privateMeta("Create an account", paths.register()),
  ]);
  return json({ redirectTo, honeypotName: honeypotFieldName(), image: home.account.register_image, meta });
}

export function action({ request }: ActionFunctionArgs) {
  return answerRegister(request, new Date());
}

export default function Register() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <AuthRegisterPage {...page} answer={answer} />;
}
