import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import styles from "./promise-strip.module.css";

const PROMISES_MAX = 3;

export type PromiseStripProps = Pick<StoreSummary, "promises" | "demoNotice">;

export function PromiseStrip({ promises, demoNotice }: PromiseStripProps) {
  return (
    <div className={`on-dark ${styles.strip}`}>
      <div className="wrap">
        {demoNotice ? <p className={styles.demo}>{demoNotice}</p> : null}
        {promises.length > 0 ? (
          <ul className={styles.promises} aria-label="Why shop with us">
            {promises.slice(0, PROMISES_MAX).map(({ icon, title, href }) => (
              <li key={title}>
                <Icon name={promiseIcon(icon)} size="small" />
                {href ? <Link to={href}>{title}</Link> : title}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

function promiseIcon(name: string): IconName {
  const known: Readonly<Record<string, IconName>> = {
    van: "truck",
    truck: "truck",
    return: "return",
    mend: "wrench",
    shield: "shield",
    gift: "gift",
    leaf: "leaf",
  };
  return known[name] ?? "check";
}
