/** /stock-alerts/check-your-e-mail, /confirmed and /left: the same words whether the address is known or not. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { LIST_DONE, type ListDoneProps, ListDonePage } from "#app/components/account/list-done-page.tsx";
import { paths } from "#app/paths.ts";
import { privateHead } from "#app/routes/auth/auth-answers.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const kind = kindOf(pathname);
  return json({ kind, meta: await privateHead(LIST_DONE.alert[kind].title, pathname) });
}

function kindOf(pathname: string): ListDoneProps["kind"] {
  if (pathname.startsWith(paths.stockAlertConfirmed())) return "confirmed";
  return pathname.startsWith(paths.stockAlertLeft()) ? "left" : "sent";
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function AlertDone() {
  return <ListDonePage list="alert" {...useLoaderData<typeof loader>()} />;
}
