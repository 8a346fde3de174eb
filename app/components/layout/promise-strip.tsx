import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import styles from "./promise-strip.module.css";

/** Most promises that fit the strip; a phone shows the first. */
const PROMISES_MAX = 3;

export type PromiseStripProps = Pick<StoreSummary, "promises" | "demoNotice">;

/** What the shop promises, in one line over every page. A demonstration says that it is one. */
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

/** The drawing for the name that the shop's words use. */
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
