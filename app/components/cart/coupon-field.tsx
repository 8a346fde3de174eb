import { useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { announce } from "#app/hooks/announce.ts";
import type { CouponState } from "#app/models/coupon/coupon.ts";
import { paths } from "#app/paths.ts";

import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer } from "./cart-answer.ts";

/** In characters. */
const CODE_MAX = 40;
/** Query parameter that fills the field (requirement coupon-1). */
const CODE_PARAMETER = "coupon";

type CouponFieldProps = Readonly<{ coupon: CouponState | null; answer: CartAnswer | null }>;

export function CouponField({ coupon, answer }: CouponFieldProps) {
  const fetcher = useBasketFetcher();
  const form = useRef<HTMLFormElement>(null);
  const [parameters] = useSearchParams();
  const result = fetcher.data ?? answer;
  const refusal = result?.ok === false && result.coupon !== null ? result : null;
  useEffect(() => {
    if (refusal) announce(`${refusal.message}.`);
  }, [refusal]);
  // The field that sent the code has left the page: what came in its place is read.
  useEffect(() => {
    if (fetcher.state === "idle" && fetcher.data?.ok && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>("[role=status]")?.focus();
  }, [fetcher.state, fetcher.data, coupon?.code]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={paths.cart()}
      preventScrollReset
      className="above-5"
      id="coupon-form"
    >
      <CouponControls
        coupon={coupon}
        value={refusal?.coupon ?? parameters.get(CODE_PARAMETER) ?? ""}
        error={refusal ? `${refusal.message}.` : undefined}
        fetcherState={fetcher.state}
      />
    </fetcher.Form>
  );
}

type CouponControlsProps = Readonly<{
  coupon: CouponState | null;
  /** What was typed. */
  value: string | undefined;
  error: string | undefined;
  /** Left out where the whole page sends the form. */
  fetcherState?: "idle" | "loading" | "submitting";
}>;

/** The field for a discount code, or the code with its button "Remove"; stands in a form. */
export function CouponControls({ coupon, value, error, fetcherState }: CouponControlsProps) {
  if (coupon === null)
    return (
      <div className="field-row stays">
        <TextField
          name="coupon"
          label="Discount code"
          optional
          value={value}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_MAX}
        />
        <SubmitButton
          kind="line"
          intent="apply-coupon"
          label="Apply"
          describe="the discount code"
          pendingLabel="Applying"
          fetcherState={fetcherState}
        />
      </div>
    );
  return (
    <div className="field-row stays">
      <State coupon={coupon} />
      <SubmitButton
        kind="quiet"
        intent="remove-coupon"
        label="Remove"
        describe={`the discount code ${coupon.code}`}
        pendingLabel="Removing"
        fetcherState={fetcherState}
      />
    </div>
  );
}

function State({ coupon }: Readonly<{ coupon: CouponState }>) {
  const { code, works, text } = coupon;
  return (
    <p className={`sm icon-text tops ${works ? "holly" : "berry"}`} role="status" tabIndex={-1}>
      <Icon name={works ? "check" : "info"} size="small" />
      <span>
        <b>{code}</b> {text}
      </span>
    </p>
  );
}
