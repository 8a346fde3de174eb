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
  /** Success message, or null. */
  done: string | null;
  /** Message of a refusal of the whole form, or null. */
  problem: string | null;
  /** By id of the field. */
  errors: Readonly<Record<string, string>>;
  /** By name of the field. */
  values: Readonly<Record<string, string>>;
  /** True when the values were saved as the session ended. */
  isDraft: boolean;
}>;

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
