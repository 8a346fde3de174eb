import { Link } from "@remix-run/react";

import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import type { StoredInCookie } from "#app/models/platform/cookie-check.ts";
import { paths } from "#app/paths.ts";

export type CookiesOffPageProps = Readonly<{
  stored: StoredInCookie | null;
  from: string;
}>;

const WHAT_HAPPENED: Readonly<Record<StoredInCookie, string>> = {
  login: "We could not log you in.",
  order: "We could not show you your order.",
  basket: "We could not put anything into your basket. You have not ordered anything.",
  favourites: "We could not save this to your favourites.",
  comparison: "We could not add this to your comparison.",
  consent:
    "We could not save your choice about cookies. We treat it as “Reject”, so we set no optional cookies.",
  link: "We could not open the page that the link in our email leads to. You can use the link again.",
  newsletter:
    "We have sent you an email with a link to confirm your subscription. Your basket stays separate from it, so we cannot send you basket reminders.",
};

export function CookiesOffPage({ stored, from }: CookiesOffPageProps) {
  const { phone, phoneE164 } = useStore().contact;
  return (
    <div className="wrap">
      <Breadcrumbs crumbs={[{ name: "Cookies are off", path: null }]} />
      <div className="column gap-6 measure above-6">
        <h1 className="d-xl">Your browser does not accept cookies</h1>
        <p className="lead">
          {stored === null ? "We could not save what you have just done." : WHAT_HAPPENED[stored]}
        </p>
        <p>
          We use cookies to remember your basket, your login and your favourites from one page to the next.
          Your browser did not keep the cookie that we sent, so they would be empty on the next page.
        </p>
        <h2 className="d-sm">What you can do</h2>
        <ol className="listed">
          <li>Open the settings of your browser and look for “Cookies” or “Privacy”.</li>
          <li>Allow cookies from this shop. You can still reject optional cookies.</li>
          <li>Go back to the page where you were and try again.</li>
        </ol>
        <p>
          <ButtonLink to={from}>Go back</ButtonLink>
        </p>
        <p>
          You can read{" "}
          <Link className="link" to={paths.information("cookies")}>
            which cookies we use and why
          </Link>
          . If you need help, call us on{" "}
          <a className="link" href={`tel:${phoneE164}`}>
            {phone}
          </a>
          .
        </p>
      </div>
    </div>
  );
}
