import type { ReactNode } from "react";

import { Button, type ButtonProps } from "#app/components/ui/button.tsx";
import { useSubmitting } from "#app/hooks/use-submitting.ts";

export type SubmitButtonProps = Pick<ButtonProps, "kind" | "size" | "wide" | "disabled" | "form"> &
  Readonly<{
    label: ReactNode;
    /** What it says while the form is on its way: "Adding…". */
    pendingLabel: string;
    /** Sent as `intent`. */
    intent?: string;
    /** State of the fetcher that carries the form; without one the page's own navigation counts. */
    fetcherState?: "idle" | "loading" | "submitting";
    /** Hidden words after the label: the name of the thing that "Remove" removes. */
    describe?: string;
  }>;

/** Sends a form and says that it is doing so. Without a script it is a plain submit button. */
export function SubmitButton(props: SubmitButtonProps) {
  const { label, pendingLabel, intent, fetcherState, describe, ...looks } = props;
  const isNavigating = useSubmitting(intent);
  const isPending = fetcherState === undefined ? isNavigating : fetcherState !== "idle";
  return (
    <Button
      {...looks}
      nativeType="submit"
      {...(intent === undefined ? {} : { name: "intent", value: intent })}
      // Not `disabled`: that would throw the keyboard's focus away.
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
