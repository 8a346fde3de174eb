/** Every address under /desk answers as if nothing were there while there is no desk. */
import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";

import styles from "#app/components/desk/desk.css?url";
import { requireDesk } from "#app/http/request/require-staff.server.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireDesk(request);
  return null;
}

export default function DeskEntrance() {
  return <Outlet />;
}
