import { useFetcher, useLocation } from "@remix-run/react";
import type { FormEvent } from "react";

import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { formFields } from "#app/hooks/plain-form.ts";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { isQuietPage } from "#app/models/analytics/consent.ts";
import { paths } from "#app/paths.ts";
import styles from "./consent-banner.module.css";
import { focusPage } from "./route-announcer.tsx";

export function ConsentBanner() {
  const root = useRootData();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  const isRequested = root?.consent === null && pathname !== paths.cookieSettings() && !isQuietPage(pathname);
  // Stays until the answer is stored: otherwise a hidden banner could look like consent.
  if (!isRequested) return null;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = formFields(event.nativeEvent as SubmitEvent);
    fields.set("script", "1");
    fetcher.submit(fields, { method: "post", action: paths.consent() });
    focusPage();
  }

  return (
    <section
      className={`no-print ${styles.banner}`}
      aria-labelledby="ask"
      aria-busy={fetcher.state !== "idle"}
    >
      <h2 className="d-xs" id="ask">
        Cookies on this site
      </h2>
      <p className="sm muted above-1">
        We use essential cookies to keep your basket. If you accept, we also use cookies to count visits and
        for marketing.
      </p>
      <form className={styles.buttons} method="post" action={paths.consent()} onSubmit={onSubmit}>
        <input type="hidden" name="from" value={pathname + search} />
        <Button kind="line" nativeType="submit" name="choice" value="refuse">
          Reject
        </Button>{" "}
        <Button kind="line" nativeType="submit" name="choice" value="accept">
          Accept
        </Button>{" "}
        <ButtonLink kind="line" to={paths.cookieSettings()}>
          Choose
        </ButtonLink>
      </form>
    </section>
  );
}
