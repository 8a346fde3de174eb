import { isRouteErrorResponse, useRouteError } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskLink } from "./desk-parts.tsx";

const TITLES: Readonly<Record<number, string>> = {
  403: "That is somebody else’s task",
  404: "There is nothing here",
  409: "Something has changed meanwhile",
};

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}

/** What happened, for the heading and the title of the window. */
export function problemTitle(error: unknown): string {
  return TITLES[statusOf(error)] ?? "That did not work";
}

export function DeskProblem() {
  const error = useRouteError();
  const data: unknown = isRouteErrorResponse(error) ? error.data : null;
  const message =
    typeof data === "object" && data !== null && "message" in data && typeof data.message === "string"
      ? data.message
      : "Something went wrong, and nothing was changed. Go back and try again";
  return (
    <section className="panel void">
      {statusOf(error) === 403 ? <Icon name="lock" /> : null}
      <h1 className="d-md">{problemTitle(error)}</h1>
      <p className="note">{message}.</p>
      <p>
        <DeskLink href={deskPaths.today()}>Back to today</DeskLink>
      </p>
    </section>
  );
}
