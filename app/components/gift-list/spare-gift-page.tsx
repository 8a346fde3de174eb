import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

import styles from "./gift-list.module.css";

/** How the choice stands. "none": it was not made in time. "over": there is nothing left to choose. */
export type SpareGiftNow =
  | Readonly<{
      kind: "open";
      /** "5 pm on Monday 30 November". */
      until: string;
      /** What goes back if it is not sent, "£54.00"; null: nothing was paid for it. */
      worth: string | null;
      /** Whether that holds the price of delivery; null: none was paid. */
      delivery: "included" | "stays" | null;
    }>
  | Readonly<{ kind: "send" | "refund" | "credit" | "none"; code: string | null }>
  | Readonly<{ kind: "over" }>;

export type SpareGiftPageProps = Readonly<{
  now: SpareGiftNow;
  giftName: string;
  family: string;
  /** Of the buyer. */
  email: string;
  /** Null: the list is closed. */
  listPath: string | null;
  path: string;
  homePath: string;
  problem: string | null;
}>;

export function SpareGiftPage(props: SpareGiftPageProps) {
  const { now, problem } = props;
  return (
    <div className={`wrap wrap-text ${styles.page} ${styles.apart}`}>
      {problem ? (
        <div className={styles.notices}>
          <RefusalNotice>
            <p>{problem}.</p>
          </RefusalNotice>
        </div>
      ) : null}
      {now.kind === "open" ? <Open {...props} now={now} /> : <Done {...props} now={now} />}
    </div>
  );
}

type OpenNow = Extract<SpareGiftNow, { kind: "open" }>;
type DoneNow = Exclude<SpareGiftNow, OpenNow>;

function Open({ now, giftName, family, path, homePath }: SpareGiftPageProps & Readonly<{ now: OpenNow }>) {
  const { until, worth } = now;
  return (
    <>
      <h1 className={`d-lg ${styles.title}`}>Two people bought the same gift</h1>
      <div className="stack">
        <p className="lead">
          Your payment for the {giftName} arrived after the 30 minutes for which we held it, and someone else
          has given it meanwhile. Yours has not been sent.
        </p>
        <p>
          Choose by {until}. If you do not choose by then, we refund you in full and send nothing. Neither{" "}
          {family} nor the other giver hears of this.
        </p>
      </div>
      <ul className={`${styles.rows} ${styles.around}`}>
        {worth === null ? null : (
          <Choice
            answer="credit"
            title="Change it for another gift"
            pendingLabel="Changing"
            path={path}
            isMain
          >
            You get a discount code for {worth}
            {deliveryText(now)} It works for 12 months, and what an order leaves stays on it.
          </Choice>
        )}
        <Choice answer="send" title="Send it all the same" pendingLabel="Saving" path={path}>
          {family} will have more than they asked for, and can return it to us. It may arrive later than we
          said when you ordered.
        </Choice>
        <Choice answer="refund" title="Refund me" pendingLabel="Refunding" path={path}>
          {worth === null
            ? "We do not send it. You paid nothing for it, so there is nothing to refund."
            : `We refund ${worth} to your original payment method`}
          {worth === null ? null : deliveryText(now)}
        </Choice>
      </ul>
      <p>
        <ButtonLink to={homePath} kind="quiet">
          View your order
        </ButtonLink>
      </p>
    </>
  );
}

function deliveryText({ delivery }: OpenNow): string {
  if (delivery === "included") return ", which includes what you paid for delivery.";
  return delivery === "stays" ? ". Delivery stays paid, because other gifts of your order are sent." : ".";
}

type ChoiceProps = Readonly<{
  answer: "credit" | "send" | "refund";
  title: string;
  pendingLabel: string;
  path: string;
  isMain?: boolean;
  children: ReactNode;
}>;

function Choice({ answer, title, pendingLabel, path, isMain = false, children }: ChoiceProps) {
  return (
    <li id={answer}>
      <p className={styles.choice}>{children}</p>
      <Form method="post" action={path}>
        <SubmitButton
          kind={isMain ? "solid" : "line"}
          intent={answer}
          label={title}
          pendingLabel={pendingLabel}
        />
      </Form>
    </li>
  );
}

function Done(props: SpareGiftPageProps & Readonly<{ now: DoneNow }>) {
  const { now, listPath, homePath } = props;
  const { title, text } = doneWords(props);
  const code = now.kind === "over" ? null : now.code;
  return (
    <>
      <h1 className={`d-lg ${styles.title}`}>{title}</h1>
      <div className="stack">
        {code ? <p className="d-sm">{code}</p> : null}
        <p className="lead">{text}</p>
      </div>
      <p className={`${styles.ways} ${styles.above}`}>
        {now.kind === "credit" ? (
          <ButtonLink to={listPath ?? paths.home()}>
            {listPath ? "Choose another gift" : "Go to the shop"}
          </ButtonLink>
        ) : null}
        <ButtonLink to={homePath} kind={now.kind === "credit" ? "quiet" : "line"}>
          View your order
        </ButtonLink>
      </p>
    </>
  );
}

type Words = Readonly<{ title: string; text: string }>;

function doneWords({ now, giftName, email }: SpareGiftPageProps & Readonly<{ now: DoneNow }>): Words {
  const refunding =
    "We are refunding you to your original payment method, and email you once our payment provider has accepted it.";
  switch (now.kind) {
    case "send":
      return {
        title: "We’ll send it all the same",
        text: `The ${giftName} goes out like any other gift. We email you when it is on its way.`,
      };
    case "refund":
      return { title: "We refund you", text: `We have not sent the ${giftName}. ${refunding}` };
    case "credit":
      return {
        title: now.code ? "Your discount code" : "We have not sent it",
        text: `We have not sent the ${giftName}. ${now.code ? `Enter this code in your basket, or at checkout when you give from a list. We have emailed it to ${email} too.` : ""}`,
      };
    case "none":
      return {
        title: "The time to choose is over",
        text: `We have not sent the ${giftName}. ${refunding}`,
      };
    case "over":
      return {
        title: "There is nothing left to choose",
        text: `The order with the ${giftName} has changed. Its page shows how it stands.`,
      };
  }
}
