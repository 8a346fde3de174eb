import type { ReactNode } from "react";

type Props = Readonly<{
  /** Of its heading, which names it. */
  id: string;
  title: ReactNode;
  className: string;
  children: ReactNode;
}>;

export function TitledSection({ id, title, className, children }: Props) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 className="d-md" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
