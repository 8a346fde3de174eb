import type { ReactNode } from "react";

type Props = Readonly<{
  kind?: "invoice" | "count";
  title: string;
  lines?: ReadonlyArray<string>;
  /** At the end of its head. */
  end?: ReactNode;
  children: ReactNode;
}>;

/** A page of paper. */
export function PrintSheet({ kind, title, lines = [], end, children }: Props) {
  return (
    <article className={kind ? `sheet sheet--${kind}` : "sheet"}>
      <div className="acts between top shead">
        <div>
          <h2 className="d-sm">{title}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {end}
      </div>
      {children}
    </article>
  );
}
