import type { ReactNode } from "react";

import styles from "./story.module.css";

export function Story({ children }: Readonly<{ children: ReactNode }>) {
  return <div className={styles.sheet}>{children}</div>;
}

export type SampleProps = Readonly<{ title: string; children: ReactNode; wide?: boolean }>;

export function Sample({ title, children, wide = false }: SampleProps) {
  return (
    <section className={wide ? `${styles.sample} ${styles.wide}` : styles.sample}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: Readonly<{ children: ReactNode }>) {
  return <div className="cluster gap-3">{children}</div>;
}
