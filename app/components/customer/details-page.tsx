import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CheckField } from "#app/components/form/check-field.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { FieldGrid, fieldOf } from "#app/components/form/field.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import { PASSWORD_MIN } from "#app/models/customer/password.ts";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { ACCOUNT_CONSENT } from "#app/models/newsletter/consent-texts.ts";
import { paths } from "#app/paths.ts";
import { CustomerFrame } from "./customer-frame.tsx";
import styles from "./details-page.module.css";
import { DraftNotice } from "./draft-notice.tsx";
import { type NewPasskeyOffer, Passkeys, type CustomerPasskey } from "./passkeys.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type DetailsPageProps = Readonly<{
  customer: Readonly<{
    email: string;
    firstName: string;
    lastName: string;
    isVerified: boolean;
    wantsNewsletter: boolean;
  }>;
  sessions: ReadonlyArray<ShownSession>;
  passkeys: ReadonlyArray<CustomerPasskey>;
  /** The id of the passkey whose forms are open, or null. */
  unfinished: ReadonlyArray<string>;
  passkeyShown: string | null;
  /** Null where no browser has passkeys for the shop. */
  passkeyOffer: NewPasskeyOffer | null;
  done: string | null;
  problem: string | null;
  /** By id of the field. */
  errors: Readonly<Record<string, string>>;
  /** By name of the field. */
  values: Readonly<Record<string, string>>;
  isDraft: boolean;
}>;

export function DetailsPage(props: DetailsPageProps) {
  return (
    <CustomerFrame current="details">
      <h1 className="d-lg below-7">Details</h1>
      <div className="notices measure below-8">
        {props.done ? (
          <Notice role="status">
            <p>{props.done}</p>
          </Notice>
        ) : null}
        {props.isDraft ? <DraftNotice /> : null}
        <Problem text={props.problem} />
        <ErrorSummary errors={props.errors} />
      </div>
      <div className="measure">
        <NameSection {...props} />
        <EmailSection {...props} />
        <PasswordSection {...props} />
        <DetailsSection id="passkeys" title="Passkeys">
          <Passkeys {...props} />
        </DetailsSection>
        <NewsletterSection {...props} />
        <SessionsSection sessions={props.sessions} />
        <DataSection {...props} />
        <RemovalSection {...props} />
      </div>
    </CustomerFrame>
  );
}

type SectionProps = Pick<DetailsPageProps, "customer" | "errors" | "values">;

function NameSection({ customer, errors, values }: SectionProps) {
  return (
    <DetailsSection id="your-name" title="Your name">
      <DetailsForm>
        <div className="column gap-5">
          <FieldGrid>
            <TextField
              {...fieldOf({ errors, values }, "firstName")}
              label="First name"
              autoComplete="given-name"
              maxLength={PERSON_NAME_MAX}
              value={values["firstName"] ?? customer.firstName}
            />
            <TextField
              {...fieldOf({ errors, values }, "lastName")}
              label="Last name"
              autoComplete="family-name"
              maxLength={PERSON_NAME_MAX}
              value={values["lastName"] ?? customer.lastName}
            />
          </FieldGrid>
        </div>
        <SubmitButton intent="rename" label="Save name" />
      </DetailsForm>
    </DetailsSection>
  );
}

function EmailSection({ customer, errors, values }: SectionProps) {
  return (
    <DetailsSection id="your-email" title="Email address">
      <p>
        <b>{customer.email}</b>
        <span className="muted">{customer.isVerified ? " Confirmed." : " Not confirmed yet."}</span>
      </p>
      {customer.isVerified ? null : (
        <DetailsForm>
          <SubmitButton intent="resend" kind="line" label="Send a new link" pendingLabel="Sending" />
        </DetailsForm>
      )}
      <DetailsForm>
        <div className="column gap-5">
          <TextField
            {...fieldOf({ errors, values }, "newEmail")}
            label="New email address"
            hint="We’ll send a link to the new address. Your email address changes only when you use it. We’ll also tell your old address."
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={EMAIL_MAX}
          />
          <PasswordField
            name="emailPassword"
            label="Your password"
            autoComplete="current-password"
            error={errors["emailPassword"]}
          />
        </div>
        <SubmitButton intent="change-email" label="Change email address" pendingLabel="Sending" />
      </DetailsForm>
    </DetailsSection>
  );
}

function PasswordSection({ errors }: SectionProps) {
  return (
    <DetailsSection id="your-password" title="Password">
      <DetailsForm>
        <div className="column gap-5">
          <PasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={errors["currentPassword"]}
          />
          <PasswordField
            name="newPassword"
            label="New password"
            hint={`At least ${PASSWORD_MIN} characters. Three random words are a good start.`}
            autoComplete="new-password"
            error={errors["newPassword"]}
          />
        </div>
        <p className="sm muted">Changing your password logs you out on all other devices.</p>
        <SubmitButton intent="change-password" label="Change password" pendingLabel="Changing" />
      </DetailsForm>
    </DetailsSection>
  );
}

function NewsletterSection({ customer, values }: SectionProps) {
  const isTyped = values["intent"] === "newsletter";
  return (
    <DetailsSection id="letter" title="Newsletter">
      <DetailsForm>
        <CheckField
          name="newsletter"
          label={ACCOUNT_CONSENT}
          hint={customer.isVerified ? undefined : "Starts once you confirm your email address"}
          defaultChecked={isTyped ? values["newsletter"] === "on" : customer.wantsNewsletter}
        />
        {customer.isVerified && customer.wantsNewsletter ? (
          <p className="sm">
            <Link to={paths.newsletterPreferences()}>Choose your newsletter topics</Link>
          </p>
        ) : null}
        <SubmitButton intent="newsletter" kind="line" label="Save preferences" />
      </DetailsForm>
    </DetailsSection>
  );
}

type ShownSession = Readonly<{
  id: string;
  browser: string;
  lastSeenText: string;
  isCurrent: boolean;
}>;

function SessionsSection({ sessions }: Readonly<{ sessions: ReadonlyArray<ShownSession> }>) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <DetailsSection id="sessions" title="Where you’re logged in">
      <ul className="ruled">
        {sessions.map((session) => (
          <li key={session.id} className="cluster ends gap-1 gap-x-4">
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

function DataSection({ errors }: SectionProps) {
  return (
    <DetailsSection id="your-data" title="Your data">
      <p className="muted">
        Download all the data in your account as one file (JSON), including your details, addresses, orders
        and basket.
      </p>
      <Form
        method="post"
        action={paths.accountExport()}
        className="column gap-5 starts"
        reloadDocument
        noValidate
      >
        <div className="column gap-5">
          <PasswordField
            name="exportPassword"
            label="Your password"
            autoComplete="current-password"
            error={errors["exportPassword"]}
          />
        </div>
        <Button nativeType="submit" kind="line">
          Download my data
        </Button>
      </Form>
    </DetailsSection>
  );
}

function RemovalSection({
  errors,
  unfinished,
}: Pick<SectionProps, "errors"> & Pick<DetailsPageProps, "unfinished">) {
  return (
    <DetailsSection id="removal" title="Delete my account">
      <p className="muted">
        We delete your name, addresses and basket and log you out everywhere at once. This cannot be undone.
        Tax law requires us to keep invoices, without your name and address.
      </p>
      {unfinished.length > 0 ? (
        <Notice kind="info">
          <p>Not finished yet:</p>
          <ul>
            {unfinished.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <details className={`fold-link ${styles.removal}`} open={Boolean(errors["removalPassword"])}>
        <summary className="strong">I want to delete my account</summary>
        <DetailsForm>
          <div className="column gap-5">
            <PasswordField
              name="removalPassword"
              label="Your password"
              autoComplete="current-password"
              error={errors["removalPassword"]}
            />
          </div>
          <SubmitButton
            intent="remove-account"
            kind="danger"
            label="Delete my account"
            pendingLabel="Deleting"
          />
        </DetailsForm>
      </details>
    </DetailsSection>
  );
}

function DetailsSection({
  id,
  title,
  children,
}: Readonly<{ id: string; title: string; children: ReactNode }>) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line below-8" id={id} title={title}>
      {children}
    </TitledSection>
  );
}

function DetailsForm({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <Form method="post" action={paths.accountDetails()} className="column gap-5 starts" noValidate>
      <OwnerField />
      {children}
    </Form>
  );
}
