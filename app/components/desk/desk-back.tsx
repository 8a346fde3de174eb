import type { ReactNode } from "react";

import { Icon } from "#app/components/ui/icon.tsx";

export function DeskBack({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <a className="tap sm back" href={href}>
      <Icon name="left" />
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
        <h1 className="d-md">{title}</h1>
        {tags === undefined ? null : <p className="acts">{tags}</p>}
        {sub === undefined ? null : <p className="sub">{sub}</p>}
      </div>
      {children}
    </div>
  );
}

type PanelProps = Readonly<{
  title: ReactNode;
  /** Of its heading, which then names it. */
  id?: string;
  className?: string;
  /** At the end of its heading. */
  end?: ReactNode;
  children: ReactNode;
}>;

export function Panel({ title, id, className, end, children }: PanelProps) {
  const heading = (
    <h2 className="h2" id={id}>
      {title}
    </h2>
  );
  return (
    <section className={className ? `panel ${className}` : "panel"} aria-labelledby={id}>
      {end === undefined ? (
        heading
      ) : (
        <div className="acts between">
          {heading}
          {end}
        </div>
      )}
      {children}
    </section>
  );
}
