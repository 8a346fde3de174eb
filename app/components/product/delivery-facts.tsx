import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";

export type DeliveryFact = Readonly<{
  icon: IconName;
  title: string;
  text: string;
  orderBy?: string | null;
}>;

export function DeliveryFacts({ facts }: Readonly<{ facts: ReadonlyArray<DeliveryFact> }>) {
  return (
    <div>
      <ul className="ruled" aria-label="Delivery and returns">
        {facts.map(({ icon, title, text }) => (
          <li key={title} className="icon-text tops gap-3">
            <Icon name={icon} />
            <div>
              <b className="strong">{title}</b>
              <p className="sm muted">{text}</p>
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
