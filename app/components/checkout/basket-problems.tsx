import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { BasketProblems } from "#app/models/checkout/basket-problems.ts";
import { paths } from "#app/paths.ts";

import { CHECKOUT_FORM } from "./checkout-form.tsx";

type ProblemsProps = Readonly<{ problems: BasketProblems }>;

/** Names each item that cannot be ordered as it is, before anything is. */
export function BasketProblemsNotice({ problems }: ProblemsProps) {
  return (
    <RefusalNotice action={<BasketFixes problems={problems} />}>
      <p>
        <b>Change your basket before you pay.</b>
      </p>
      <ul>
        {problems.lines.map(({ lineId, name, text }) => (
          <li key={lineId}>
            {name}: {text}
          </li>
        ))}
      </ul>
      {problems.totalText ? <p>{problems.totalText}</p> : null}
    </RefusalNotice>
  );
}

/** Works inside and outside the form of the checkout, which keeps what was typed. */
export function BasketFixes({ problems: { totalText, isMoreThanUnsold } }: ProblemsProps) {
  return (
    <>
      {totalText ? (
        <SubmitButton
          form={CHECKOUT_FORM}
          kind="line"
          intent="remove-unsold"
          label="Remove what we no longer sell"
          pendingLabel="Removing"
        />
      ) : null}
      {isMoreThanUnsold ? (
        <ButtonLink to={paths.cart()} kind="line">
          Change your basket
        </ButtonLink>
      ) : null}
    </>
  );
}
