import type { ReactNode } from "react";

import { DeskIcon } from "./desk-icon.tsx";

/** The link above a page's heading that leads to the page that it belongs to. */
export function DeskBack({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <a className="back" href={href}>
      <DeskIcon name="left" />
      {children}
    </a>
  );
}
