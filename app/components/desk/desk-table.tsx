import type { ReactNode } from "react";
import { DeskLink } from "./desk-parts.tsx";

/** Roles in words: under 768 px the rows are shown as cards, and browsers forget that they are a table. */
const [TABLE, GROUP, ROW, HEAD] = ["table", "rowgroup", "row", "columnheader"].map((role) => ({
  role,
}));

type Column = string | Readonly<{ title: string; isHidden?: boolean; isRight?: boolean }>;

export function DeskTable({
  caption,
  columns,
  children,
}: Readonly<{ caption: string; columns: ReadonlyArray<Column>; children: ReactNode }>) {
  return (
    <table className="tbl" {...TABLE}>
      <caption className="vh">{caption}</caption>
      <thead {...GROUP}>
        <tr {...ROW}>
          {columns.map((column) => {
            const { title, isHidden, isRight } = typeof column === "string" ? { title: column } : column;
            return (
              <th key={title} scope="col" className={isRight ? "r" : undefined} {...HEAD}>
                {isHidden ? <span className="vh">{title}</span> : title}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody {...GROUP}>{children}</tbody>
    </table>
  );
}

export function DeskRow({ className, children }: Readonly<{ className?: string; children: ReactNode }>) {
  return (
    <tr className={className} {...ROW}>
      {children}
    </tr>
  );
}

type CellProps = Readonly<{
  className?: string;
  /** On a phone, before what is in it. */
  label?: string | undefined;
  /** What its row is about. */
  isHead?: boolean;
  /** Where all of it leads. */
  href?: string;
  children: ReactNode;
}>;

export function DeskCell({ className, label, isHead = false, href, children }: CellProps) {
  return (
    <td className={className} data-l={label} role={isHead ? "rowheader" : "cell"}>
      {href === undefined ? (
        children
      ) : (
        <a className="go" href={href}>
          {children}
        </a>
      )}
    </td>
  );
}

type NextProps = Readonly<{
  next: string | null;
}>;

export function NextPage({ next }: NextProps) {
  return next === null ? null : <DeskLink href={next}>Next page</DeskLink>;
}

export function ListFoot({ next }: NextProps) {
  return next === null ? null : (
    <div className="foot-r">
      <NextPage next={next} />
    </div>
  );
}
