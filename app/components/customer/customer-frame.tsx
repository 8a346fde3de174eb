import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import { showCurrent } from "#app/hooks/show-current.ts";
import { paths } from "#app/paths.ts";

import styles from "./customer-frame.module.css";

const SECTIONS = [
  { key: "overview", to: paths.account(), icon: "account", label: "Overview" },
  { key: "orders", to: paths.orders(), icon: "box", label: "Orders" },
  { key: "favourites", to: paths.favourites(), icon: "heart", label: "Favourites" },
  { key: "gift-lists", to: paths.giftLists(), icon: "gift", label: "Gift lists" },
  { key: "addresses", to: paths.addresses(), icon: "pin", label: "Addresses" },
  { key: "details", to: paths.accountDetails(), icon: "edit", label: "Details" },
] as const satisfies ReadonlyArray<{ key: string; to: string; icon: IconName; label: string }>;

/** Above the heading of a page below another of the account. */
export function BackLink({ to, children }: Readonly<{ to: string; children: ReactNode }>) {
  return (
    <p className="no-print sm">
      <Link className="text-button" to={to}>
        <Icon name="left" size="small" />
        {children}
      </Link>
    </p>
  );
}

type CustomerFrameProps = Readonly<{ current: (typeof SECTIONS)[number]["key"]; children: ReactNode }>;

/** Signing out is a form, because a prefetched link would end the session. */
export function CustomerFrame({ current, children }: CustomerFrameProps) {
  return (
    <div className="wrap page-top">
      <div className="sidebar">
        <nav aria-label="Your account">
          <ul className="nav-pills" data-scroll="" ref={showCurrent}>
            {SECTIONS.map(({ key, to, icon, label }) => (
              <li key={key}>
                <Link to={to} aria-current={key === current ? "page" : undefined}>
                  <Icon name={icon} size="small" />
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Form method="post" action={paths.logout()} reloadDocument>
                <button type="submit">
                  <Icon name="arrow" size="small" />
                  Log out
                </button>
              </Form>
            </li>
          </ul>
        </nav>
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  );
}
