import { type ActionFunctionArgs, type HeadersArgs, json } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { NewsletterPage } from "#app/components/newsletter/newsletter-page.tsx";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";
import { privateHead, retryAfterHeaders } from "#app/routes/auth/auth.server.ts";

import { answerSignUp } from "./sign-up.server.ts";

export async function loader() {
  const { newsletter } = await findHomeContent();
  return json({ words: newsletter, meta: await privateHead(newsletter.heading, paths.newsletter()) });
}

export function action({ request }: ActionFunctionArgs) {
  return answerSignUp(request, new Date());
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export function headers(args: HeadersArgs) {
  return retryAfterHeaders(args);
}

export default function Newsletter() {
  const { words } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <NewsletterPage words={words} answer={answer} />;
}
