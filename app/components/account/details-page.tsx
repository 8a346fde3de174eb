import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

import { AccountFrame } from "./account-frame.tsx";
import styles from "./details-page.module.css";
import { EmailSection, NameSection, NewsletterSection, PasswordSection } from "./details-sections.tsx";
import { DraftNotice } from "./draft-notice.tsx";
import { DataSection, RemovalSection } from "./privacy-sections.tsx";
import { type ShownSession, SessionsSection } from "./sessions-section.tsx";

export type DetailsPageProps = Readonly<{
  customer: Readonly<{
    email: string;
    firstName: string;
    lastName: string;
    isVerified: boolean;
    wantsNewsletter: boolean;
  }>;
  sessions: ReadonlyArray<ShownSession>;
  /** What was just done, in words, or null. */
  done: string | null;
  /** Refused as a whole, in words, or null. */
  problem: string | null;
  /** By id of the field. */
  errors: Readonly<Record<string, string>>;
  /** What was typed, by name of the field. */
  values: Readonly<Record<string, string>>;
  /** The values are what was typed before the customer was logged out. */
  isDraft: boolean;
}>;

/** Everything the shop knows about the customer, each part a form of its own. */
export function DetailsPage(props: DetailsPageProps) {
  return (
    <AccountFrame current="details">
      <h1 className={`d-lg ${styles.title}`}>Details</h1>
      <div className={styles.notices}>
        {props.done ? (
          <Notice role="status">
            <p>{props.done}</p>
          </Notice>
        ) : null}
        {props.isDraft ? <DraftNotice /> : null}
        {props.problem ? (
          <Notice kind="error" role="alert">
            <p>{props.problem}</p>
          </Notice>
        ) : null}
        <ErrorSummary errors={props.errors} />
      </div>
      <div className={styles.sections}>
        <NameSection {...props} />
        <EmailSection {...props} />
        <PasswordSection {...props} />
        <NewsletterSection {...props} />
        <SessionsSection sessions={props.sessions} />
        <DataSection {...props} />
        <RemovalSection {...props} />
      </div>
    </AccountFrame>
  );
}
