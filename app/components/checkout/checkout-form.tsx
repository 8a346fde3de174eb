import { Form, useSubmit } from "@remix-run/react";
import { type ReactNode, useRef } from "react";

import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import type { CheckoutView } from "#app/models/checkout/view.ts";

import styles from "./checkout-page.module.css";

type CheckoutFormProps = Readonly<{
  action: string;
  view: CheckoutView;
  honeypotName: string;
  children: (actions: Readonly<{ reprice: () => void; showDates: () => void }>) => ReactNode;
}>;

/** The id of the form, for its buttons that stand elsewhere on the page. */
export const CHECKOUT_FORM = "checkout-form";

/** Without scripts a button updates the prices; with scripts each change does. */
export function CheckoutForm({ action, view, honeypotName, children }: CheckoutFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const send = (intent: "update" | "dates") => {
    if (!form.current) return;
    const data = new FormData(form.current);
    data.set("intent", intent);
    // A code is applied when a button is pressed, not while it is typed.
    data.delete("coupon");
    submit(data, { method: "post", action, preventScrollReset: true, replace: true });
  };
  const { total } = view.totals;
  return (
    <Form
      id={CHECKOUT_FORM}
      method="post"
      action={action}
      ref={form}
      className={styles.form}
      noValidate
      preventScrollReset
    >
      <input type="hidden" name="attempt" value={view.attemptId} />
      <input type="hidden" name="cartVersion" value={view.cartVersion} />
      <input type="hidden" name="agreedTotal" value={total.minor} />
      <input type="hidden" name="agreedCurrency" value={total.currency} />
      <input type="hidden" name="confirmedDelivery" value={view.confirmedDelivery} />
      <OwnerField />
      <HoneypotField name={honeypotName} />
      {children({ reprice: () => send("update"), showDates: () => send("dates") })}
    </Form>
  );
}
