import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { useLostFocus } from "#app/components/layout/use-lost-focus.ts";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";

export function GiftListNotices({ answer, note }: Readonly<{ answer: AuthAnswer; note: Note | null }>) {
  return (
    <div className="notices">
      {note ? <Done note={note} /> : null}
      <Problem text={answer.problem && `${answer.problem}.`} />
      <ErrorSummary errors={answer.errors} />
    </div>
  );
}

function Done({ note }: Readonly<{ note: Note }>) {
  // The focused button may have gone with what the note is about.
  useLostFocus({ isAnswer: true });
  return <NoteNotice note={note} />;
}
