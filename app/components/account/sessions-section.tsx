import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";

import styles from "./details-page.module.css";
import { DetailsForm, DetailsSection } from "./details-section.tsx";

export type ShownSession = Readonly<{
  id: string;
  /** "Chrome on Android". */
  browser: string;
  /** "20 November 2026 at 10:42". */
  lastSeenText: string;
  isCurrent: boolean;
}>;

export function SessionsSection({ sessions }: Readonly<{ sessions: ReadonlyArray<ShownSession> }>) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <DetailsSection id="sessions" title="Where you’re logged in">
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <span>
              <b>{session.browser}</b>
              <br />
              <span className="sm muted">
                {session.isCurrent ? "This browser" : `Last used ${session.lastSeenText}`}
              </span>
            </span>
            {session.isCurrent ? null : <EndSession session={session} />}
          </li>
        ))}
      </ul>
      {hasOthers ? (
        <DetailsForm>
          <SubmitButton
            intent="end-others"
            kind="line"
            label="Log out everywhere else"
            pendingLabel="Logging out"
          />
        </DetailsForm>
      ) : null}
    </DetailsSection>
  );
}

function EndSession({ session }: Readonly<{ session: ShownSession }>) {
  return (
    <DetailsForm>
      <input type="hidden" name="sessionId" value={session.id} />
      <Button nativeType="submit" name="intent" value="end-session" kind="quiet" size="is-small">
        Log out
        <span className="visually-hidden"> {`${session.browser}, last used ${session.lastSeenText}`}</span>
      </Button>
    </DetailsForm>
  );
}
