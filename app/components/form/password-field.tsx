import { useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";

import { useHydrated } from "#app/hooks/use-hydrated.ts";

import control from "./control.module.css";
import { controlAttributes, Field, type FieldProps } from "./field.tsx";
import styles from "./password-field.module.css";

/** Longest password that a form takes, in characters; the rule itself is the server's. */
const TYPED_MAX = 1_000;

export type PasswordFieldProps = Omit<FieldProps, "optional"> &
  Readonly<{
    /** Tells the browser's password manager whether to fill in a password or to make one. */
    autoComplete: "current-password" | "new-password";
  }>;

/**
 * A password: pasted, filled in by a manager or typed. Where scripts run it can be shown; it is hidden again before
 * it is sent, so that no browser keeps it as ordinary text. What was typed is never shown again by the server.
 */
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
          className={control.control}
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

/** The server's answer comes without the password, and so does the page where a script puts the answer into it. */
function useEmptyAfterAnswer(input: RefObject<HTMLInputElement>): void {
  const isSending = useNavigation().state === "submitting";
  const wasSending = useRef(false);
  useEffect(() => {
    // At the very moment of the answer: whatever is typed after it stays.
    if (wasSending.current && !isSending && input.current) input.current.value = "";
    wasSending.current = isSending;
  }, [input, isSending]);
}
