import { type ActionFunctionArgs, type HeadersArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { AuthRegisterPage } from "#app/components/auth/auth-register-page.tsx";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";
import { findVisitor } from "#app/http/request/require-customer.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

import { ownPath, privateHead, retryAfterHeaders } from "./auth.server.ts";
import { answerRegister } from "./register.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const redirectTo = ownPath(new URL(request.url).searchParams.get("redirectTo"));
  if (await findVisitor(request)) throw seeOther(redirectTo ?? paths.account());
  const [home, meta] = await Promise.all([
    findHomeContent(),
    privateHead("Create an account", paths.register()),
  ]);
  return json({ redirectTo, honeypotName: honeypotFieldName(), image: home.account.register_image, meta });
}

export function action({ request }: ActionFunctionArgs) {
  return answerRegister(request, new Date());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers(args: HeadersArgs) {
  return retryAfterHeaders(args);
}

export default function Register() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <AuthRegisterPage {...page} answer={answer} />;
}
