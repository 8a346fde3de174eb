import type { ReactNode } from "react";

import { Button, type ButtonProps } from "#app/components/ui/button.tsx";
import { useSubmitting } from "#app/hooks/use-submitting.ts";

export type SubmitButtonProps = Pick<ButtonProps, "kind" | "size" | "wide" | "disabled" | "form"> &
  Readonly<{
    label: ReactNode;
    /** By default "Saving". */
    pendingLabel?: string;
    intent?: string;
    fetcherState?: "idle" | "loading" | "submitting";
    /** Visually hidden text after the label: what "Remove" removes. */
    describe?: string;
  }>;

export function SubmitButton(props: SubmitButtonProps) {
  const { label, pendingLabel = "Saving", intent, fetcherState, describe, ...looks } = props;
  const isNavigating = useSubmitting(intent);
  const isPending = fetcherState === undefined ? isNavigating : fetcherState !== "idle";
  return (
    <Button
      {...looks}
      nativeType="submit"
      {...(intent === undefined ? {} : { name: "intent", value: intent })}
      // Not `disabled`, which would lose the focus.
      aria-disabled={isPending || undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault();
      }}
    >
      {isPending ? pendingLabel : label}
      {describe ? <span className="visually-hidden"> {describe}</span> : null}
    </Button>
  );
}
