import { Form } from "@remix-run/react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import { needsPostcode, postcodeName } from "#app/models/shared/postcode.ts";

/** An email link that failed: expired, or the browser refused its cookie. */
export type LinkProblem = "expired" | "no-cookie";

type OrderLookupProps = Readonly<{
  title: string;
  /** What comes after the order is found; missing: it is shown. */
  lead?: string;
  action: string;
  submitLabel?: string;
  problem?: LinkProblem | null;
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}>;

const LEAD = "We have emailed you a confirmation. To see the order here, enter the details from that email.";

const PROBLEMS: Readonly<Record<LinkProblem, string>> = {
  expired: "That link no longer works. Find your order here, or use the link in our latest email.",
  "no-cookie":
    "Your browser did not keep the cookie that opens this order. Allow cookies for our shop, then open the link in our email again, or find your order here.",
};

export function OrderLookup(props: OrderLookupProps) {
  const { title, lead = LEAD, action, submitLabel = "Find order", problem = null, errors, values } = props;
  const { home } = useStore().places;
  const { label, inSentence } = postcodeName(home);
  const field = (name: string) => ({ name, value: values[name], error: errors[name] });
  return (
    <div className="wrap wrap-text column gap-8 page-room">
      <div className="stack">
        <h1 className="d-lg">{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {problem ? (
        <Notice kind="info">
          <p>{PROBLEMS[problem]}</p>
        </Notice>
      ) : null}
      <ErrorSummary errors={errors} />
      <Form method="post" action={action} className="field-column" noValidate>
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
          label={needsPostcode(home) ? label : `${label}, or town without one`}
          hint={`The delivery ${inSentence}, or the one you gave for collection`}
          autoComplete="postal-code"
          width="short"
        />
        <div>
          <SubmitButton label={submitLabel} pendingLabel="Finding order" />
        </div>
      </Form>
    </div>
  );
}
