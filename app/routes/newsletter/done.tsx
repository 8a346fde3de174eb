/** /newsletter/check-your-e-mail, /confirmed and /left: what was done, in words that give nobody away. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import {
  NEWSLETTER_DONE,
  type NewsletterDoneKind,
  NewsletterDonePage,
} from "#app/components/newsletter/newsletter-done-page.tsx";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth-answers.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname);
  return json({ kind, meta: await privateHead(NEWSLETTER_DONE[kind].title, pathname) });
}

function kindOf(pathname: string): NewsletterDoneKind {
  if (pathname.startsWith(paths.newsletterConfirmed())) return "confirmed";
  return pathname.startsWith(paths.newsletterLeft()) ? "left" : "sent";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function NewsletterDone() {
  return <NewsletterDonePage {...useLoaderData<typeof loader>()} />;
}
