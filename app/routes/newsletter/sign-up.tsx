import { type ActionFunctionArgs, json } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { NO_ANSWER } from "#app/components/auth/auth-frame.tsx";
import { NewsletterPage } from "#app/components/newsletter/newsletter-page.tsx";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { findHomeContent } from "#app/models/content/content.server.ts";
import { paths } from "#app/paths.ts";

import { answerSignUp } from "./sign-up.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";
export { retryAfterHeaders as headers } from "#app/routes/auth/auth.server.ts";

export async function loader() {
  const { newsletter } = await findHomeContent();
  return json({ words: newsletter, meta: await privateMeta(newsletter.heading, paths.newsletter()) });
}

export function action({ request }: ActionFunctionArgs) {
  return answerSignUp(request, new Date());
}

export default function Newsletter() {
  const { words } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_ANSWER;
  return <NewsletterPage words={words} answer={answer} />;
}
