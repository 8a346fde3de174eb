import type { ReactNode } from "react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

import styles from "./auth-frame.module.css";

export type AuthErrors = Readonly<Record<string, string>>;

/** What one of these forms was answered: words for fields, or one problem that is no field's fault. */
export type AuthAnswer = Readonly<{
  errors: AuthErrors;
  problem: string | null;
  /** As typed; passwords are never among them. */
  values: Readonly<Record<string, string>>;
}>;

export const NO_ANSWER: AuthAnswer = { errors: {}, problem: null, values: {} };

type AuthFrameProps = Readonly<{
  title: string;
  answer?: AuthAnswer;
  note?: Note | null;
  /** The column beside it. */
  aside?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}>;

/** Every page on the way into an account: heading, what went wrong, the form, and something friendly beside it. */
export function AuthFrame({ title, answer = NO_ANSWER, note, aside, narrow, children }: AuthFrameProps) {
  return (
    <div className="wrap">
      <div className={styles.frame}>
        <section className={narrow ? `${styles.main} ${styles.narrow}` : styles.main}>
          <h1 className={`d-lg ${styles.title}`}>{title}</h1>
          <div className={styles.notices}>
            <NoteNotice note={note ?? null} />
            {answer.problem ? (
              <Notice kind="error" role="alert">
                <p>{answer.problem}</p>
              </Notice>
            ) : null}
            <ErrorSummary errors={answer.errors} />
          </div>
          {children}
        </section>
        {aside}
      </div>
    </div>
  );
}

/** `name`, what was typed into it and what is wrong with it. */
export function fieldOf({ errors, values }: AuthAnswer, name: string) {
  return { name, value: values[name], error: errors[name] };
}
