import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import styles from "./promise-strip.module.css";

export type PromiseStripProps = Pick<StoreSummary, "promises" | "notices">;

export function PromiseStrip({ promises, notices }: PromiseStripProps) {
  return (
    <div className={`no-print on-dark ${styles.strip}`}>
      <div className="wrap">
        {notices.map((notice) => (
          <p className={styles.demo} key={notice}>
            {notice}
          </p>
        ))}
        {promises.length > 0 ? (
          <ul className={styles.promises} aria-label="Why shop with us">
            {promises.map(({ icon, title, href }) => (
              <li key={title} className="icon-text">
                <Icon name={icon} size="small" />
                {href ? <Link to={href}>{title}</Link> : title}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
