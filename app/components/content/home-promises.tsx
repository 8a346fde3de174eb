import { Link } from "@remix-run/react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import type { HomeContent } from "#app/models/content/content.ts";
import type { Store } from "#app/models/store/store.ts";

import styles from "./home.module.css";

const ICONS: Readonly<Record<string, IconName>> = {
  van: "truck",
  return: "return",
  mend: "wrench",
  shield: "shield",
  gift: "gift",
  leaf: "leaf",
};

export function HomePromises({ promises }: Readonly<{ promises: HomeContent["usps"] }>) {
  return (
    <section className="wrap" aria-labelledby="promises">
      <h2 className="visually-hidden" id="promises">
        Why shop with us
      </h2>
      <ul className={styles.promises}>
        {promises.map(({ icon, title, text, href }) => (
          <li key={title}>
            <Icon name={ICONS[icon] ?? "check"} />
            <Link className="strong" to={href} prefetch="intent">
              {title}
            </Link>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export type HomeClosingProps = Readonly<{
  closing: HomeContent["closing"];
  contact: Pick<Store["contact"], "phone" | "phoneE164" | "email">;
}>;

export function HomeClosing({ closing, contact }: HomeClosingProps) {
  return (
    <section className="wrap" aria-labelledby="closing">
      <div className={styles.closing}>
        <div>
          <h2 className="d-lg" id="closing">
            {closing.heading}
          </h2>
          <p className="lead">{closing.text}</p>
        </div>
        <ul className={styles.ways}>
          <li>
            <a className="link" href={`tel:${contact.phoneE164}`}>
              <Icon name="phone" size="small" />
              {contact.phone}
            </a>
          </li>
          <li>
            <a className="link" href={`mailto:${contact.email}`}>
              <Icon name="mail" size="small" />
              {contact.email}
            </a>
          </li>
        </ul>
      </div>
    </section>
  );
}
