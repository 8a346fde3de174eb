import { DeskHead } from "#app/components/desk/desk-back.tsx";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { EntryCount } from "#app/components/desk/desk-frame.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { requireStaff } from "#app/http/request/require-staff.server.ts";

import { deskEntries } from "./navigation.server.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-orders");
  return json({ entries: await deskEntries(staff.role, new Date()) });
}

export const meta = deskTitle("Menu");

export default function DeskMenu() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <>
      <DeskHead title="Menu" />
      <section className="panel panel--flush">
        <ul className="lines menu">
          {entries.map((entry) => (
            <li key={entry.href}>
              <a href={entry.href}>
                <DeskIcon name={entry.icon} />
                {entry.label}
                <EntryCount entry={entry} className="num b" />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div className="acts">
        <DeskLink href="/">View the shop</DeskLink>
      </div>
    </>
  );
}
