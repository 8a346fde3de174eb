import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import type { ReorderAvailability } from "#app/models/order/customer-order.ts";
import { paths } from "#app/paths.ts";

export type Again = Readonly<{
  text: string;
  isPossible: boolean;
  states: ReadonlyArray<ReorderAvailability>;
  done: string | null;
}>;

export function BoughtAgainNotice({ text }: Readonly<{ text: string }>) {
  return (
    <div className="no-print below-4">
      <Notice
        role="status"
        action={
          <ButtonLink to={paths.cart()} kind="line">
            View basket
          </ButtonLink>
        }
      >
        <p>{text}</p>
      </Notice>
    </div>
  );
}

export function BuyAgain({ path, again }: Readonly<{ path: string; again: Again }>) {
  return (
    <Form method="post" action={path} className="no-print cluster gap-x-4 section-line above-4">
      {again.isPossible ? (
        <SubmitButton intent="order-again" kind="line" label="Buy again" pendingLabel="Adding" />
      ) : null}
      <p className="muted">{again.text}</p>
    </Form>
  );
}
