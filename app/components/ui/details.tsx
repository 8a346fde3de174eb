import type { ReactNode } from "react";

import { Icon } from "./icon.tsx";
import styles from "./details.module.css";

export type DetailsProps = Readonly<{
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  /** Details of one name open one at a time. */
  name?: string;
}>;

export function Details({ summary, children, open, name }: DetailsProps) {
  return (
    <details className={`fold ${styles.details}`} open={open} {...(name ? { name } : {})}>
      <summary>
        {summary}
        <Icon name="down" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
