import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { Icon } from "#app/components/ui/icon.tsx";
import { PaymentCards } from "#app/components/ui/payment-cards.tsx";
import { CachedFragment } from "#app/components/ui/cached-fragment.tsx";
import type { RootData } from "#app/hooks/use-root-data.ts";
import { FOOTER_CONSENT } from "#app/models/newsletter/consent-texts.ts";
import { WITHDRAWAL_LABEL } from "#app/models/order/withdrawal-label.ts";
import { paths } from "#app/paths.ts";
import styles from "./footer.module.css";
import { Wordmark } from "./logo.tsx";

export type FooterProps = Pick<RootData, "store" | "departments" | "information">;

export function Footer({ store, departments, information }: FooterProps) {
  return (
    <CachedFragment
      as="footer"
      className={`no-print on-dark ${styles.footer}`}
      part={FooterBody}
      of={{ store, departments, information }}
    />
  );
}

function FooterBody({ store, departments, information }: FooterProps) {
  const inGroups = (...groups: ReadonlyArray<string>) =>
    information
      .filter(({ group }) => groups.includes(group))
      .map(({ slug, title }) => ({ to: paths.information(slug), title }));
  return (
    <div className="wrap">
      <div className={styles.top}>
        <Contact store={store} />
        <div className={styles.columns}>
          <Column
            heading="Shop"
            links={[
              ...departments.map(({ name, path }) => ({ to: paths.category(path), title: name })),
              { to: paths.giftsByAge(), title: "Gifts by age" },
              { to: paths.giftLists(), title: "Gift lists" },
              { to: paths.newIn(), title: "New in" },
              { to: paths.backInStock(), title: "Back in stock" },
            ]}
          />
          <Column
            heading="Help"
            links={[
              ...inGroups("Help"),
              { to: paths.findOrder(), title: "Find your order" },
              ...(store.hasWithdrawal ? [{ to: paths.findWithdrawal(), title: WITHDRAWAL_LABEL }] : []),
              ...inGroups("Safety"),
            ]}
          />
          <Column
            heading={store.name}
            links={[
              ...inGroups("The shop"),
              { to: paths.brands(), title: "Brands" },
              { to: paths.blog(), title: "Journal" },
              ...inGroups("Legal"),
              { to: paths.cookieSettings(), title: "Cookie settings" },
            ]}
          />
        </div>
      </div>
      <div className={`cluster ends gap-4 gap-x-8 ${styles.bottom}`}>
        <div>
          <p>{store.imprint.prices}</p>
          <p className="xs">{store.imprint.company}</p>
        </div>
        <PaymentCards methods={store.paymentMethods} />
      </div>
    </div>
  );
}

function Contact({ store: { strapline, contact } }: Pick<FooterProps, "store">) {
  return (
    <div>
      <Wordmark />
      <p className={styles.strapline}>{strapline}.</p>
      <ul className={`above-5 ${styles.contact}`}>
        <li>
          <a href={`mailto:${contact.email}`}>
            <Icon name="mail" size="small" />
            {contact.email}
          </a>
        </li>
        <li>
          <a href={`tel:${contact.phoneE164}`}>
            <Icon name="phone" size="small" />
            {contact.hours ? `${contact.phone}, ${contact.hours}` : contact.phone}
          </a>
        </li>
      </ul>
      <form
        method="post"
        action={paths.newsletter()}
        className={`cluster above-5 ${styles.newsletter}`}
        noValidate
      >
        <label htmlFor="letters">{FOOTER_CONSENT}</label>
        <input id="letters" name="email" type="email" autoComplete="email" className="input" />
        <button type="submit">Sign up</button>
      </form>
    </div>
  );
}

type ColumnProps = Readonly<{
  heading: ReactNode;
  links: ReadonlyArray<Readonly<{ to: string; title: string }>>;
}>;

function Column({ heading, links }: ColumnProps) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2>{heading}</h2>
      <ul className={styles.links}>
        {links.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
