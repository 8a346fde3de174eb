import type { ReactNode } from "react";

import { DeskIcon } from "./desk-icon.tsx";

export function DeskBack({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <a className="back" href={href}>
      <DeskIcon name="left" />
      {children}
    </a>
  );
}
