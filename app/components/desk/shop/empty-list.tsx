import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";

import type { DeskEntry } from "#app/components/desk/desk-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { RulerTick } from "./ruler-tick.tsx";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

type Props = Readonly<{
  title?: string;
  children: ReactNode;
  /** The address of this list, which is not named as waiting elsewhere. */
  href: string;
  isInside?: boolean;
}>;

export function EmptyList({ title = "Nothing here", children, href, isInside = false }: Props) {
  const others = useWaitingElsewhere(href);
  return (
    <section className={isInside ? "void" : "panel void"}>
      <RulerTick />
      <h2 className="d-md">{title}</h2>
      <p className="note">{children}</p>
      <p className="acts">
        {others.map((one) => (
          <a key={one.href} className="btn btn--line" href={one.href}>
            {one.text}
          </a>
        ))}
        {others.length === 0 ? <DeskLink href={deskPaths.today()}>See what else waits</DeskLink> : null}
      </p>
    </section>
  );
}

const STEPS: Readonly<Record<string, (count: number) => string>> = {
  [deskPaths.orders()]: (count) => `See ${counted(count, "order")} to pack`,
  [deskPaths.returns()]: (count) => `See ${counted(count, "return")}`,
  [deskPaths.messages()]: (count) => `Answer ${counted(count, "message")}`,
  [deskPaths.reviews()]: (count) => `Read ${counted(count, "review")}`,
  [deskPaths.stock()]: (count) => `See ${counted(count, "low variant")}`,
  [deskPaths.health()]: (count) => `See ${counted(count, "failure")}`,
};

const SHOWN = 2;

function useWaitingElsewhere(here: string): ReadonlyArray<Readonly<{ href: string; text: string }>> {
  const data = useRouteLoaderData<{ entries: ReadonlyArray<DeskEntry> }>("routes/desk/layout");
  return (data?.entries ?? [])
    .flatMap(({ href, count }) => {
      const step = STEPS[href];
      return step && count && href !== here ? [{ href, text: step(count) }] : [];
    })
    .slice(0, SHOWN);
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
