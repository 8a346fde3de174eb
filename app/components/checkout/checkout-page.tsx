import { Form, Link, useSubmit } from "@remix-run/react";
import { useRef } from "react";

import { DraftNotice } from "#app/components/account/draft-notice.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { CheckoutView } from "#app/models/checkout/view.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import { paths } from "#app/paths.ts";

import styles from "./checkout-page.module.css";
import { ContactSection, ExtrasSection, PaySection } from "./checkout-sections.tsx";
import { SplitDelivery } from "./delivery-parts.tsx";
import { DeliverySection } from "./delivery-section.tsx";
import { OptionSection } from "./option-section.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { CheckoutSteps } from "./checkout-steps.tsx";

export type CheckoutProblemNotice = Readonly<{
  message: string;
  detail: string | null;
  link: Readonly<{ to: string; label: string }> | null;
}>;

export type Unpaid = Readonly<{ outcome: "declined" | "cancelled" | "expired"; reason: string | null }>;

export type CheckoutPageProps = Readonly<{
  view: CheckoutView;
  errors: CheckoutErrors;
  problem: CheckoutProblemNotice | null;
  /** Why the shopper came back without having paid. */
  unpaid: Unpaid | null;
  note: Note | null;
  /** True when the values were saved as the session ended. */
  isDraft: boolean;
  isGuest: boolean;
  /** False for a subscriber of the newsletter. */
  subscribesToNewsletter: boolean;
  saved: ReadonlyArray<SavedAddress>;
  honeypotName: string;
  giftMessageMax: number;
  isTestPayment: boolean;
}>;

/** Without scripts a button updates the prices; with scripts each change does. */
export function CheckoutPage(props: CheckoutPageProps) {
  const { view, errors, problem, unpaid, note, isDraft, honeypotName } = props;
  const form = useRef<HTMLFormElement>(null);
  const reprice = useReprice(form);
  return (
    <div className="wrap">
      <CheckoutSteps current="details" />
      <h1 className={`d-lg ${styles.title}`}>Checkout</h1>
      <div className={styles.notices}>
        <NoteNotice note={note} />
        {isDraft ? <DraftNotice undone="you could place your order" next="place your order" /> : null}
        {unpaid ? <UnpaidNotice unpaid={unpaid} /> : null}
        {view.couponProblem ? (
          <Notice kind="warn" role="status">
            <p>Your discount code has no effect on this order: {view.couponProblem}.</p>
          </Notice>
        ) : null}
        {problem ? <ProblemNotice problem={problem} /> : null}
        <ErrorSummary errors={errors} />
      </div>
      <div className={`split ${styles.split}`}>
        <Form
          method="post"
          action={paths.checkout()}
          ref={form}
          className={styles.form}
          noValidate
          preventScrollReset
        >
          <input type="hidden" name="attempt" value={view.attemptId} />
          <input type="hidden" name="cartVersion" value={view.cartVersion} />
          <input type="hidden" name="agreedTotal" value={view.totals.total.minor} />
          <input type="hidden" name="confirmedDelivery" value={view.confirmedDelivery} />
          <p className="visually-hidden" aria-hidden="true">
            <label>
              Leave this empty
              <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <ContactSection {...props} />
          <DeliverySection {...props} onPostcode={reprice} />
          <OptionSection view={view} errors={errors} onChange={reprice} />
          <ExtrasSection {...props} />
          <PaySection {...props} />
        </Form>
        <div>
          <OrderSummary lines={view.lines} totals={view.totals} totalLabel="To pay">
            <SplitDelivery parts={view.parts} />
            {view.ages.length > 0 ? <Ages ages={view.ages} /> : null}
          </OrderSummary>
        </div>
      </div>
    </div>
  );
}

/** Submits the form as the "Update" button would. */
function useReprice(form: React.RefObject<HTMLFormElement>) {
  const submit = useSubmit();
  return () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    data.set("intent", "update");
    submit(data, { method: "post", action: paths.checkout(), preventScrollReset: true, replace: true });
  };
}

const UNPAID = {
  declined: "Your payment was declined.",
  cancelled: "You left the payment page before paying.",
  expired: "You ran out of time to pay.",
} as const satisfies Record<Unpaid["outcome"], string>;

function UnpaidNotice({ unpaid }: Readonly<{ unpaid: Unpaid }>) {
  return (
    <Notice kind={unpaid.outcome === "declined" ? "error" : "info"} role="alert">
      <p>
        <b>{UNPAID[unpaid.outcome]}</b> {unpaid.reason ? `${unpaid.reason}. ` : ""}
        You have not been charged, and your basket has not changed.
      </p>
    </Notice>
  );
}

function ProblemNotice({ problem }: Readonly<{ problem: CheckoutProblemNotice }>) {
  const { link } = problem;
  return (
    <Notice
      kind="error"
      role="alert"
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
    </Notice>
  );
}

function Ages({ ages }: Readonly<{ ages: ReadonlyArray<string> }>) {
  return (
    <div className={styles.ages}>
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
