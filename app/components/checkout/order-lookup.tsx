import { Form } from "@remix-run/react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

import styles from "./order-lookup.module.css";

/** A link from an e-mail that did not lead to its order: it has ended, or this browser did not keep its cookie. */
export type LinkTrouble = "over" | "unkept";

type OrderLookupProps = Readonly<{
  /** Its heading, which is the page's title too. */
  title: string;
  /** Where the form is sent. */
  action: string;
  trouble?: LinkTrouble | null;
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}>;

const TROUBLES: Readonly<Record<LinkTrouble, string>> = {
  over: "That link no longer works. Find your order here, or use the link in our latest email.",
  unkept:
    "Your browser did not keep the cookie that opens this order. Allow cookies for our shop, then open the link in our email again, or find your order here.",
};

/** For those who come from another browser: three things that only the buyer knows. */
export function OrderLookup({ title, action, trouble = null, errors, values }: OrderLookupProps) {
  const field = (name: string) => ({ name, value: values[name], error: errors[name] });
  return (
    <div className={`wrap wrap-text ${styles.page}`}>
      <div className="stack">
        <h1 className="d-lg">{title}</h1>
        <p className="lead">
          We have emailed you a confirmation. To see the order here, enter the details from that email.
        </p>
      </div>
      {trouble ? (
        <Notice kind="info">
          <p>{TROUBLES[trouble]}</p>
        </Notice>
      ) : null}
      <ErrorSummary errors={errors} />
      <Form method="post" action={action} className={styles.form} noValidate>
        <TextField
          {...field("number")}
          label="Order number"
          hint="8 digits, in the subject of our email"
          inputMode="numeric"
          autoComplete="off"
          width="medium"
        />
        <TextField {...field("email")} label="Email address" type="email" autoComplete="email" />
        <TextField
          {...field("postcode")}
          label="Postcode"
          hint="The delivery postcode, or the one you gave for collection"
          autoComplete="postal-code"
          width="short"
        />
        <div>
          <SubmitButton label="Find order" pendingLabel="Finding order" />
        </div>
      </Form>
    </div>
  );
}
