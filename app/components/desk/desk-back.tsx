import type { ReactNode } from "react";

import { DeskIcon } from "./desk-icon.tsx";

export function DeskBack({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <a className="tap sm back" href={href}>
      <DeskIcon name="left" />
      {children}
    </a>
  );
}

type HeadProps = Readonly<{ title: ReactNode; tags?: ReactNode; sub?: ReactNode; children?: ReactNode }>;

/** `children` stand at its end. */
export function DeskHead({ title, tags, sub, children }: HeadProps) {
  return (
    <div className="head">
      <div>
        <h1 className="h1">{title}</h1>
        {tags === undefined ? null : <p className="acts">{tags}</p>}
        {sub === undefined ? null : <p className="sub">{sub}</p>}
      </div>
      {children}
    </div>
  );
}
