import { Form } from "@remix-run/react";

import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { PAYMENT_MINUTES } from "#app/models/order/order.ts";
import { DECLINE_REASONS, type TestPaymentStatus } from "#app/models/order/payment/test-payment.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";

type TestPaymentPageProps = Readonly<{
  status: TestPaymentStatus;
  declineReason: string | null;
  seller: string;
  orderNumber: number;
  amount: Money;
  email: string;
  /** As shoppers read it. */
  openUntil: string;
  hasMoreTime: boolean;
  returnPath: string;
  message: string | null;
}>;

export function TestPaymentPage(page: TestPaymentPageProps) {
  const locale = useLocale();
  return (
    <main id="main" className="wrap wrap-text column gap-6 page-room" tabIndex={-1}>
      <Notice kind="warn">
        <p>
          <b>Test payment.</b> No real money is taken, and you do not need a card.
        </p>
      </Notice>
      <div className="panel column gap-6">
        <h1 className="d-md">
          {page.status === "authentication" ? "Confirm it’s you" : `Pay ${page.seller}`}
        </h1>
        <dl className="facts">
          <dt>Seller</dt>
          <dd>{page.seller}</dd>
          <dt>Order number</dt>
          <dd className="tnum">{page.orderNumber}</dd>
          <dt>Send receipt to</dt>
          <dd>{page.email}</dd>
          <dt className="strong">Amount</dt>
          <dd className="strong">{formatMoney(page.amount, locale)}</dd>
        </dl>
        <Problem text={page.message} />
        <Buttons {...page} />
      </div>
    </main>
  );
}

function Buttons(page: TestPaymentPageProps) {
  switch (page.status) {
    case "pending":
      return (
        <>
          <FirstStep amount={page.amount} />
          <Time {...page} />
        </>
      );
    case "authentication":
      return (
        <>
          <Authentication />
          <Time {...page} />
        </>
      );
    case "processing":
      return <AtTheBank returnPath={page.returnPath} />;
    case "paid":
    case "declined":
    case "cancelled":
    case "expired":
      return <Over {...page} />;
  }
}

function FirstStep({ amount }: Readonly<{ amount: Money }>) {
  const locale = useLocale();
  const reasons = Object.entries(DECLINE_REASONS).map(([value, label]) => ({ value, label }));
  return (
    <>
      <Form method="post" reloadDocument className="column gap-3">
        <SubmitButton
          intent="pay"
          size="is-large"
          wide
          label={`Pay ${formatMoney(amount, locale)}`}
          pendingLabel="Paying"
        />
        <SubmitButton
          intent="authenticate"
          kind="line"
          wide
          label="Ask for authentication"
          pendingLabel="Please wait"
        />
        <SubmitButton intent="pay-later" kind="line" wide label="Pay later" pendingLabel="Please wait" />
      </Form>
      <Form method="post" reloadDocument className="field-row">
        <SelectField name="reason" label="Reason for declining" options={reasons} />
        <SubmitButton intent="decline" kind="danger" label="Decline payment" pendingLabel="Declining" />
      </Form>
      <Form method="post" reloadDocument>
        <SubmitButton
          intent="cancel"
          kind="quiet"
          label="Cancel and go back to the shop"
          pendingLabel="Going back"
        />
      </Form>
    </>
  );
}

/** Whoever needs longer says so in one step (WCAG 2.2.1). */
function Time({ openUntil, hasMoreTime }: TestPaymentPageProps) {
  return (
    <Form method="post" reloadDocument className="column gap-3">
      <p>This page stays open until {openUntil}. Your order is held for you until then.</p>
      {hasMoreTime ? (
        <SubmitButton
          intent="more-time"
          kind="line"
          wide
          label={`Hold it for ${PAYMENT_MINUTES} minutes from now`}
          pendingLabel="Please wait"
        />
      ) : null}
    </Form>
  );
}

function Authentication() {
  return (
    <Form method="post" reloadDocument className="column gap-3">
      <p>Your bank wants to know if it is you making this payment.</p>
      <SubmitButton
        intent="authentication-passed"
        size="is-large"
        wide
        label="Confirm payment"
        pendingLabel="Confirming"
      />
      <SubmitButton
        intent="authentication-failed"
        kind="danger"
        wide
        label="Fail the check"
        pendingLabel="Failing"
      />
    </Form>
  );
}

function AtTheBank({ returnPath }: Readonly<{ returnPath: string }>) {
  return (
    <Form method="post" reloadDocument className="column gap-3">
      <p>Your bank is processing the payment. It confirms by itself after 2 minutes.</p>
      <SubmitButton intent="bank-confirms" wide label="The bank confirms" pendingLabel="Confirming" />
      <SubmitButton
        intent="bank-refuses"
        kind="danger"
        wide
        label="The bank declines"
        pendingLabel="Declining"
      />
      <BackToShop to={returnPath} />
    </Form>
  );
}

const OVER = {
  paid: "You have made this payment.",
  declined: "This payment was declined.",
  cancelled: "This payment was cancelled.",
  expired: "This payment page has closed.",
} as const;

function Over({ status, declineReason, returnPath }: TestPaymentPageProps) {
  return (
    <div className="column gap-3">
      <p>
        {status in OVER ? OVER[status as keyof typeof OVER] : ""} {declineReason ? `${declineReason}.` : ""}
      </p>
      <BackToShop to={returnPath} />
    </div>
  );
}

function BackToShop({ to }: Readonly<{ to: string }>) {
  return (
    <ButtonLink to={to} kind="line" wide reloadDocument>
      Back to the shop
    </ButtonLink>
  );
}
