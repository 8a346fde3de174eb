import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";

import { type DeskEntry, DeskFrame } from "#app/components/desk/desk-frame.tsx";
import { DeskProblem } from "#app/components/desk/desk-problem.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { secondStepsOf } from "#app/models/staff/factors.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskEntries } from "./navigation.server.ts";
import { searchedWords } from "./orders/found-query.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-orders");
  const [entries, { country }, secondSteps] = await Promise.all([
    deskEntries(staff.role, new Date()),
    findStore(),
    secondStepsOf(staff.id),
  ]);
  const { name, role } = staff;
  return json({ name, role, entries, postcode: postcodeName(country).inSentence, secondSteps });
}

export default function DeskLayout() {
  const { name, role, entries, postcode } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const current = currentOf(entries, pathname);
  const searched = pathname === deskPaths.search() ? searchedWords(new URLSearchParams(search)) : "";
  return (
    <DeskFrame navigation={{ name, role, entries, postcode, current, searched }}>
      <Outlet />
    </DeskFrame>
  );
}

function currentOf(entries: ReadonlyArray<DeskEntry>, pathname: string): string | null {
  const [found] = entries
    .filter(
      ({ href }) => pathname === href || (href !== deskPaths.today() && pathname.startsWith(`${href}/`)),
    )
    .sort((one, other) => other.href.length - one.href.length);
  return found?.href ?? (pathname === deskPaths.menu() ? pathname : null);
}

export function ErrorBoundary() {
  return (
    <main className="main" id="main">
      <DeskProblem />
    </main>
  );
}
