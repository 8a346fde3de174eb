import { Form } from "@remix-run/react";

import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { workBegun } from "#app/models/platform/made-for-you.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import { listText } from "#app/models/shared/text.ts";

type PreorderPageProps = Readonly<{
  number: number;
  names: ReadonlyArray<string>;
  /** What is said of it, or null. */
  text: string | null;
  /** What was said before its day moved; null if it has not, or its buyer waits. */
  before: string | null;
  /** The day that the buyer can wait for. */
  sendBy: string;
  canCancel: boolean;
  refund: Money;
  path: string;
  homePath: string;
  problem: string | null;
}>;

export function PreorderPage(props: PreorderPageProps) {
  const { number, names, text, before, sendBy, canCancel, refund, path, homePath, problem } = props;
  const locale = useLocale();
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">{before ? "The day of your pre-order has moved" : "Cancel your pre-order?"}</h1>
        <Problem text={problem && `${problem}.`} />
        <p className="lead">
          {listText(names)}, order {number}
        </p>
        {before ? <p>We had told you: “{before}”</p> : null}
        {text ? <p>{text}</p> : null}
        <p>
          {canCancel
            ? `If you cancel it, we’ll ${refund.minor > 0 ? `refund ${formatMoney(refund, locale)} to your original payment method and ` : ""}confirm by email.`
            : `${workBegun()}, so you can no longer cancel it.`}
        </p>
      </div>
      <Form method="post" action={path} className="column gap-6 above-8">
        <input type="hidden" name="sendBy" value={sendBy} />
        <div className="cluster gap-3">
          {before ? <SubmitButton intent="wait" label="Wait for it" /> : null}
          {canCancel ? (
            <SubmitButton intent="cancel" kind="danger" label="Cancel pre-order" pendingLabel="Cancelling" />
          ) : null}
          <ButtonLink to={homePath} kind="quiet">
            {before ? "Back to the order" : "Keep pre-order"}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
