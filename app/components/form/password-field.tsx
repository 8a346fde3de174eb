import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";

import { useHydrated } from "#app/hooks/use-hydrated.ts";

import { controlAttributes, Field, type FieldProps } from "./field.tsx";
import styles from "./password-field.module.css";

/** In characters. The server holds the password policy. */
const TYPED_MAX = 1_000;

export type PasswordFieldProps = Omit<FieldProps, "optional"> &
  Readonly<{
    autoComplete: "current-password" | "new-password";
  }>;

/** Scripts let it be shown; it is hidden again before sending, so that browsers do not save it as text. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  useEmptyAfterAnswer(input);
  const id = field.id ?? field.name;
  return (
    <Field {...field}>
      <span className={styles.password}>
        <input
          {...controlAttributes(field)}
          ref={input}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={TYPED_MAX}
          className="input"
        />
        {isHydrated ? (
          <button
            type="button"
            className={styles.toggle}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide" : "Show"}
            <span className="visually-hidden"> {field.label.toLowerCase()}</span>
          </button>
        ) : null}
      </span>
      <span className="visually-hidden" role="status">
        {isShown ? "Your password is visible" : ""}
      </span>
    </Field>
  );
}

function useEmptyAfterAnswer(input: RefObject<HTMLInputElement>): void {
  const isSending = useNavigation().state === "submitting";
  const wasSending = useRef(false);
  useEffect(() => {
    // At once, so that text typed afterwards stays.
    if (wasSending.current && !isSending && input.current) input.current.value = "";
    wasSending.current = isSending;
  }, [input, isSending]);
}
