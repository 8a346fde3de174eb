import { Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Consent } from "#app/models/analytics/consent.ts";
import { paths } from "#app/paths.ts";

import styles from "./cookie-settings-page.module.css";

export type CookieSettingsPageProps = Readonly<{
  /** What this shopper agreed to, or null while they have not said. */
  consent: Consent | null;
  /** True where the browser itself says no, to every site. */
  isSignalled: boolean;
  /** True right after the form was sent. */
  isSaved: boolean;
}>;

/** What this shopper agreed to, in words and as two boxes, with the buttons of the banner beside them. */
export function CookieSettingsPage({ consent, isSignalled, isSaved }: CookieSettingsPageProps) {
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Cookie settings", path: null }]} />
      <div className={styles.page}>
        <h1 className="d-xl">Cookie settings</h1>
        <p className="lead">
          The shop works in the same way whatever you choose. You can change your mind here at any time.
        </p>
        {isSaved && !isSignalled ? (
          <Notice role="status">
            <p>Your choice is saved in this browser for six months.</p>
          </Notice>
        ) : null}
        {isSignalled ? <Signalled /> : <Choice consent={consent} />}
        <p>
          Each cookie by its name, what it is for and how long it lasts:{" "}
          <Link className="link" to={paths.information("cookies")}>
            the list of cookies
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

function Signalled() {
  return (
    <Notice kind="info">
      <p>
        <b>Your browser has answered for you.</b> It sends the Global Privacy Control signal, which asks shops
        not to share what you do. We take it as a no to everything that is not needed, so there is nothing to
        choose here.
      </p>
    </Notice>
  );
}

function Choice({ consent }: Pick<CookieSettingsPageProps, "consent">) {
  return (
    <>
      <p>
        <b>{stateText(consent)}</b>
      </p>
      {/* A document, not a script's request: what is agreed decides what the page may load. */}
      <form method="post" action={paths.consent()} className={`panel ${styles.form}`}>
        <input type="hidden" name="from" value={`${paths.cookieSettings()}?saved=1`} />
        <div>
          <p>
            <b>Needed</b>, always on
          </p>
          <p className="sm muted">Your basket, signing in, paying. Without these the shop could not work.</p>
        </div>
        <CheckField
          name="analytics"
          label="Statistics"
          hint="Counts pages, searches and orders, and knows your browser again, so that we see what to make better."
          defaultChecked={consent?.analytics ?? false}
        />
        <CheckField
          name="marketing"
          label="Marketing"
          hint="Lets our e-mail and advertising services see which pages you look at, to show you what suits you."
          defaultChecked={consent?.marketing ?? false}
        />
        <div className={styles.buttons}>
          <Button kind="line" nativeType="submit" name="choice" value="chosen">
            Save my choice
          </Button>
          <Button kind="line" nativeType="submit" name="choice" value="refuse">
            Refuse
          </Button>
          <Button kind="line" nativeType="submit" name="choice" value="accept">
            Accept
          </Button>
        </div>
      </form>
    </>
  );
}

function stateText(consent: Consent | null): string {
  if (!consent) return "You have not chosen yet. Until you do, only what is needed is used.";
  const given = [consent.analytics ? "statistics" : "", consent.marketing ? "marketing" : ""].filter(Boolean);
  if (given.length === 0) return "You refused. Only what is needed is used.";
  return `You agreed to ${given.join(" and ")}.`;
}
