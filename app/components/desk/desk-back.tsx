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

type HeadProps = Readonly<{ title: ReactNode; sub?: ReactNode; children?: ReactNode }>;

/** `children` stand at its end. */
export function DeskHead({ title, sub, children }: HeadProps) {
  const heading = <h1 className="h1">{title}</h1>;
  return (
    <div className="head">
      {sub === undefined ? (
        heading
      ) : (
        <div>
          {heading}
          <p className="sub">{sub}</p>
        </div>
      )}
      {children}
    </div>
  );
}
