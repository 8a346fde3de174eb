/** /newsletter/check-your-e-mail, /confirmed and /left: the same words whether the address is known or not. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import {
  SUBSCRIPTION_STATUS,
  type SubscriptionStatusProps,
  SubscriptionStatusPage,
} from "#app/components/account/subscription-status-page.tsx";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname);
  return json({ kind, meta: await privateHead(SUBSCRIPTION_STATUS.newsletter[kind].title, pathname) });
}

function kindOf(pathname: string): SubscriptionStatusProps["kind"] {
  if (pathname.startsWith(paths.newsletterConfirmed())) return "confirmed";
  return pathname.startsWith(paths.newsletterLeft()) ? "left" : "sent";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function NewsletterDone() {
  return <SubscriptionStatusPage list="newsletter" {...useLoaderData<typeof loader>()} />;
}
