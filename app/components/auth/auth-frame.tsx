import type { ReactNode } from "react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";

import styles from "./auth-frame.module.css";

export type AuthErrors = Readonly<Record<string, string>>;

export type AuthAnswer = Readonly<{
  errors: AuthErrors;
  problem: string | null;
  /** Without passwords. */
  values: Readonly<Record<string, string>>;
}>;

export const NO_ANSWER: AuthAnswer = { errors: {}, problem: null, values: {} };

type AuthFrameProps = Readonly<{
  title: string;
  answer?: AuthAnswer;
  note?: Note | null;
  aside?: ReactNode;
  children: ReactNode;
}>;

export function AuthFrame({ title, answer = NO_ANSWER, note, aside, children }: AuthFrameProps) {
  return (
    <div className="wrap">
      <div className="beside page-room">
        <section className={`narrow ${styles.main}`}>
          <h1 className="d-lg below-7">{title}</h1>
          <div className="notices">
            <NoteNotice note={note ?? null} />
            <Problem text={answer.problem} />
            <ErrorSummary errors={answer.errors} />
          </div>
          {children}
        </section>
        {aside}
      </div>
    </div>
  );
}
