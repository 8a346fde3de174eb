/** /stock-alerts/check-your-e-mail, /confirmed and /left: what was done, in words that give nobody away. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { ALERT_DONE, type AlertDoneKind, AlertDonePage } from "#app/components/product/alert-done-page.tsx";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth-answers.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname);
  return json({ kind, meta: await privateHead(ALERT_DONE[kind].title, pathname) });
}

function kindOf(pathname: string): AlertDoneKind {
  if (pathname.startsWith(paths.stockAlertConfirmed())) return "confirmed";
  return pathname.startsWith(paths.stockAlertLeft()) ? "left" : "sent";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function AlertDone() {
  return <AlertDonePage {...useLoaderData<typeof loader>()} />;
}
