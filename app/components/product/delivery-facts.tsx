import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";

import styles from "./delivery-facts.module.css";

export type DeliveryFact = Readonly<{
  icon: IconName;
  title: string;
  text: string;
  orderBy?: string | null;
}>;

export function DeliveryFacts({ facts }: Readonly<{ facts: ReadonlyArray<DeliveryFact> }>) {
  return (
    <div>
      <ul className={styles.facts} aria-label="Delivery and returns">
        {facts.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <div>
              <b className="strong">{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="sm">
        <Link className="link link-arrow" to={paths.information("delivery-and-return")} prefetch="intent">
          More about delivery and returns
          <Icon name="arrow" />
        </Link>
      </p>
    </div>
  );
}
