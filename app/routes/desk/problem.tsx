/** What goes wrong on a page of the desk is said inside its frame. */
export { Outlet as default } from "@remix-run/react";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";
