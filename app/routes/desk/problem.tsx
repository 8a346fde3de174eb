/** What goes wrong on a page of the desk is said inside its frame. */
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { problemTitle } from "#app/components/desk/desk-problem.tsx";

export { Outlet as default } from "@remix-run/react";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export const meta = deskTitle(({ error }) => problemTitle(error));
