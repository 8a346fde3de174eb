import { Link } from "@remix-run/react";

import { DraftNotice } from "#app/components/customer/draft-notice.tsx";
import { CheckField } from "#app/components/form/check-field.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { useLostFocus } from "#app/components/layout/use-lost-focus.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { AddressLookup } from "#app/models/checkout/found-address.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { CHECKOUT_CONSENT, REMINDER_CONSENT } from "#app/models/newsletter/consent-texts.ts";
import { NOTE_MAX } from "#app/models/order/order.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { paths } from "#app/paths.ts";

import { BasketProblemsNotice } from "./basket-problems.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import styles from "./checkout-page.module.css";
import { CheckoutSteps } from "./checkout-steps.tsx";
import { SplitDelivery } from "./delivery-parts.tsx";
import { DatesSection, DeliverySection } from "./delivery-section.tsx";
import { FoldedSummary } from "./folded-summary.tsx";
import { GiftSection } from "./gift-section.tsx";
import { PaymentSection } from "./payment-section.tsx";
import { type Unpaid, UnpaidNotice } from "./unpaid-notice.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type CheckoutProblemNotice = Readonly<{
  message: string;
  detail: string | null;
  link: Readonly<{ to: string; label: string }> | null;
}>;

type CheckoutPageProps = Readonly<{
  view: CheckoutView;
  lookup: AddressLookup;
  errors: CheckoutErrors;
  problem: CheckoutProblemNotice | null;
  unpaid: Unpaid | null;
  note: Note | null;
  isDraft: boolean;
  isGuest: boolean;
  /** False for a subscriber. */
  offersNewsletter: boolean;
  offersReminder: boolean;
  saved: ReadonlyArray<SavedAddress>;
  honeypotName: string;
  giftMessageMax: number;
  isTestPayment: boolean;
}>;

export function CheckoutPage(props: CheckoutPageProps) {
  const { view, errors, problem, unpaid, note, isDraft, honeypotName } = props;
  return (
    <div className="wrap">
      <CheckoutSteps current="details" />
      <h1 className="d-lg below-8">Checkout</h1>
      <div className="notices below-8">
        <NoteNotice note={note} />
        {isDraft ? <DraftNotice undone="you could place your order" next="place your order" /> : null}
        {unpaid ? <UnpaidNotice unpaid={unpaid} unchanged="your basket has not changed" /> : null}
        {view.couponProblem ? (
          <Notice kind="warn" role="status">
            <p>Your discount code has no effect on this order: {view.couponProblem}.</p>
          </Notice>
        ) : null}
        {view.problems ? <BasketProblemsNotice problems={view.problems} /> : null}
        {problem && !view.problems ? <ProblemNotice problem={problem} /> : null}
        <ErrorSummary errors={errors} />
      </div>
      <div className={`split ${styles.split}`}>
        <FoldedSummary view={view}>
          <SplitDelivery parts={view.parts} />
          {view.ages.length > 0 ? <Ages ages={view.ages} /> : null}
          {view.madeForYou.map((text) => (
            <p key={text} className="sm">
              {text}
            </p>
          ))}
        </FoldedSummary>
        <CheckoutForm action={paths.checkout()} view={view} honeypotName={honeypotName}>
          {({ reprice, showDates }) => (
            <>
              <ContactSection {...props} onRemind={reprice} />
              <DatesSection {...props} onChange={reprice} onShowDates={showDates} />
              <DeliverySection {...props} />
              <GiftSection {...props} />
              <NoteSection {...props} />
              <PaySection {...props} />
            </>
          )}
        </CheckoutForm>
      </div>
    </div>
  );
}

function ProblemNotice({ problem }: Readonly<{ problem: CheckoutProblemNotice }>) {
  const { link } = problem;
  return (
    <RefusalNotice
      action={
        link ? (
          <ButtonLink to={link.to} kind="line">
            {link.label}
          </ButtonLink>
        ) : undefined
      }
    >
      <p>
        <b>{problem.message}.</b> {problem.detail ? `${problem.detail}.` : ""}
      </p>
    </RefusalNotice>
  );
}

function Ages({ ages }: Readonly<{ ages: ReadonlyArray<string> }>) {
  return (
    <div className="notice notice--warn above-5">
      <Icon name="shield" size="small" />
      <p className="sm">
        <b>Age guidance for this order:</b> {ages.join(", ")}.{" "}
        <Link to={paths.cart()} className="link">
          Safety warnings
        </Link>
      </p>
    </div>
  );
}

type SectionProps = Pick<CheckoutPageProps, "view" | "errors">;

function ContactSection({
  view: { values },
  errors,
  isGuest,
  offersNewsletter,
  offersReminder,
  onRemind,
}: SectionProps &
  Pick<CheckoutPageProps, "isGuest" | "offersNewsletter" | "offersReminder"> &
  Readonly<{ onRemind: () => void }>) {
  const confirming = isGuest
    ? "We’ll email you a link to confirm"
    : "We’ll email you a link to confirm, unless this is your account’s confirmed address";
  return (
    <TitledSection className={styles.block} id="contact" look="d-sm" title="Contact">
      {isGuest ? (
        <p className="sm below-5">
          Have an account? <Link to={paths.login({ redirectTo: paths.checkout() })}>Log in</Link>
        </p>
      ) : null}
      <TextField
        {...fieldOf({ errors, values }, "email")}
        label="Email address"
        hint="For your order confirmation and delivery updates"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
      />
      {offersReminder || values["reminded"] !== undefined ? (
        <div className="above-4">
          <CheckField
            name="remind"
            label={REMINDER_CONSENT}
            hint={`One email with a link to it. ${confirming}.`}
            defaultChecked={values["remind"] === "on"}
            onChange={onRemind}
          />
          <input type="hidden" name="reminded" value={values["reminded"] ?? ""} />
        </div>
      ) : null}
      {offersNewsletter ? (
        <div className="above-4">
          <CheckField
            name="newsletter"
            label={CHECKOUT_CONSENT}
            hint={`About once a month. ${confirming}. Unsubscribe at any time.`}
            defaultChecked={values["newsletter"] === "on"}
          />
        </div>
      ) : null}
    </TitledSection>
  );
}

function NoteSection({ view: { values }, errors }: SectionProps) {
  return (
    <section className={styles.extras} aria-label="Note">
      <Details
        summary="Note for us or the courier (optional)"
        open={Boolean(values["note"]) || Boolean(errors["note"])}
      >
        <CountedTextArea
          {...fieldOf({ errors, values }, "note")}
          label="Note"
          optional
          rows={3}
          maxLength={NOTE_MAX}
        />
      </Details>
    </section>
  );
}

function PaySection({ view, isTestPayment }: Pick<CheckoutPageProps, "view" | "isTestPayment">) {
  const { inSentence } = postcodeName(useStore().places.home);
  const undeliverable = `We cannot deliver this basket to that ${inSentence}. Change the address or your basket to continue.`;
  return <PaymentSection {...{ view, isTestPayment, undeliverable }} />;
}

export function AlreadyOrdered({ orderId }: Readonly<{ orderId: string | null }>) {
  // The button that was pressed went with the form, whose presses keep the place.
  useLostFocus({ isAnswer: true, inView: true });
  return (
    <div className="wrap section">
      <div className="centre">
        <h1 className="d-xl">Order already placed</h1>
        <p className="lead">
          You have already ordered and paid for this basket. You have not been charged again.
        </p>
        <ButtonLink to={paths.thankYou(orderId ?? undefined)}>View your order</ButtonLink>
      </div>
    </div>
  );
}
