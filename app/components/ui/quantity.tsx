import { useEffect, useRef } from "react";

import { announce } from "#app/hooks/announce.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { Icon } from "./icon.tsx";
import styles from "./quantity.module.css";

export type QuantityProps = Readonly<{
  id?: string;
  name?: string;
  /** A number, or the invalid text that was typed. */
  value: number | string;
  errorId?: string | undefined;
  min?: number;
  max: number;
  label: string;
  /** `intent` values of the submit buttons. Without them scripts step the number. */
  intents?: Readonly<{ set: string; fewer: string; more: string }>;
  size?: "normal" | "large";
}>;

export function Quantity(props: QuantityProps) {
  const { name = "quantity", value, min = 1, max, label, intents, size = "normal" } = props;
  const end = reachedEnd(props);
  const input = useRef<HTMLInputElement>(null);

  // A new value from the server replaces the typed one; the first does not, which may be older than what was typed.
  const shown = useRef(value);
  useEffect(() => {
    if (input.current && shown.current !== value) input.current.value = String(value);
    shown.current = value;
  }, [value]);

  return (
    <span className={size === "large" ? `${styles.quantity} ${styles.large}` : styles.quantity}>
      {intents ? (
        // Enter presses the first submit button of a form.
        <button className="visually-hidden" tabIndex={-1} type="submit" name="intent" value={intents.set}>
          Update quantity
        </button>
      ) : null}
      <Step
        icon="minus"
        label={`Decrease: ${label}`}
        intent={intents?.fewer}
        isEnd={end.fewer}
        onStep={() => step(input.current, "stepDown")}
      />
      <input
        ref={input}
        id={props.id}
        type="number"
        inputMode="numeric"
        name={name}
        min={min}
        max={max}
        step={1}
        defaultValue={value}
        aria-label={label}
        {...errorAttributes(props)}
        required
      />
      <Step
        icon="plus"
        label={`Increase: ${label}`}
        intent={intents?.more}
        isEnd={end.more}
        onStep={() => step(input.current, "stepUp")}
      />
    </span>
  );
}

function step(input: HTMLInputElement | null, way: "stepDown" | "stepUp"): void {
  if (!input) return;
  input[way]();
  announce(`${input.ariaLabel ?? "Quantity"}: ${input.value}`);
}

/** With intents the server sets the ends; a script-stepped value has none. */
function reachedEnd({ value, min = 1, max, intents }: QuantityProps) {
  if (!intents) return { fewer: false, more: false };
  return { fewer: Number(value) <= min, more: Number(value) >= max };
}

function errorAttributes({ errorId }: QuantityProps) {
  return errorId === undefined ? {} : { "aria-invalid": true, "aria-describedby": errorId };
}

type StepProps = Readonly<{
  icon: "minus" | "plus";
  label: string;
  intent: string | undefined;
  isEnd: boolean;
  onStep: () => void;
}>;

function Step({ icon, label, intent, isEnd, onStep }: StepProps) {
  const isHydrated = useHydrated();
  if (intent !== undefined) {
    return (
      <button
        // Not `disabled` at an end, which would lose the focus.
        type={isEnd ? "button" : "submit"}
        {...(isEnd ? {} : { name: "intent", value: intent })}
        aria-disabled={isEnd || undefined}
        aria-label={label}
      >
        <Icon name={icon} size="small" />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={isHydrated ? undefined : styles.waiting}
      aria-label={label}
      onClick={onStep}
    >
      <Icon name={icon} size="small" />
    </button>
  );
}
