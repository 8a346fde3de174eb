import type { ReactNode } from "react";

type Props = Readonly<{
  /** Of its heading, which names it. */
  id: string;
  title: ReactNode;
  /** The classes of the heading. */
  look?: string;
  className: string | undefined;
  children: ReactNode;
}>;

export function TitledSection({ id, title, look = "d-md", className, children }: Props) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className={look} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
