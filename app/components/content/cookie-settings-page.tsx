import { Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { Consent } from "#app/models/analytics/consent.ts";
import { paths } from "#app/paths.ts";

export type CookieSettingsPageProps = Readonly<{
  /** Null before the shopper has chosen. */
  consent: Consent | null;
  /** The browser sends Global Privacy Control. */
  isSignalled: boolean;
  isSaved: boolean;
}>;

export function CookieSettingsPage({ consent, isSignalled, isSaved }: CookieSettingsPageProps) {
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Cookie settings", path: null }]} />
      <div className="column gap-6 measure above-6">
        <h1 className="d-xl">Cookie settings</h1>
        <p className="lead">
          The shop works the same whatever you choose. You can change your choice here at any time.
        </p>
        {isSaved && !isSignalled ? (
          <Notice role="status">
            <p>Your choice has been saved in this browser for 6 months.</p>
          </Notice>
        ) : null}
        {isSignalled ? <Signalled /> : <Choice consent={consent} />}
        <p>
          See{" "}
          <Link className="link" to={paths.information("cookies")}>
            every cookie we use
          </Link>
          , what it is for and how long it lasts.
        </p>
      </div>
    </div>
  );
}

function Signalled() {
  return (
    <Notice kind="info">
      <p>
        <b>Your browser has answered for you.</b> It sends a Global Privacy Control signal, which asks
        websites not to share your activity. We treat it as a refusal of everything except essential cookies,
        so you do not need to choose.
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
      {/* A plain form: the answer decides what the document may load. */}
      <form method="post" action={paths.consent()} className="panel column gap-6">
        <input type="hidden" name="from" value={`${paths.cookieSettings()}?saved=1`} />
        <div>
          <p>
            <b>Essential</b>, always on
          </p>
          <p className="sm muted">
            For your basket, logging in and paying. The shop cannot work without them.
          </p>
        </div>
        <CheckField
          name="analytics"
          label="Statistics"
          hint="Counts visits, searches and orders, and recognises your browser when you return, so that we can improve the shop."
          defaultChecked={consent?.analytics ?? false}
        />
        <CheckField
          name="marketing"
          label="Marketing"
          hint="Lets our email and advertising services see which pages you visit, so that they can show you relevant products."
          defaultChecked={consent?.marketing ?? false}
        />
        <div className="cluster">
          <Button kind="line" nativeType="submit" name="choice" value="chosen">
            Save choices
          </Button>
          <Button kind="line" nativeType="submit" name="choice" value="refuse">
            Reject all
          </Button>
          <Button kind="line" nativeType="submit" name="choice" value="accept">
            Accept all
          </Button>
        </div>
      </form>
    </>
  );
}

function stateText(consent: Consent | null): string {
  if (!consent) return "You have not chosen yet. Until you do, we use essential cookies only.";
  const given = [consent.analytics ? "statistics" : "", consent.marketing ? "marketing" : ""].filter(Boolean);
  if (given.length === 0) return "You rejected optional cookies. We use essential cookies only.";
  return `You accepted ${given.join(" and ")} cookies.`;
}
