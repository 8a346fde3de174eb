import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";

import styles from "./words-field.module.css";

export type WordsAnswer = Readonly<{
  error: string | null;
  typed: string;
  /** The words as they will be written, when asked to show them, or null. */
  preview: string | null;
}>;

type WordsFieldProps = Readonly<{
  hint: string;
  answer: WordsAnswer | null;
  path: string;
}>;

export function WordsField({ hint, answer, path }: WordsFieldProps) {
  const preview = answer?.preview;
  return (
    <>
      <TextField
        name="words"
        label="Words"
        hint={hint}
        error={answer?.error ?? undefined}
        value={answer?.typed}
        autoComplete="off"
      />
      {preview ? (
        <p className={styles.wood} role="status">
          <span className="visually-hidden">Your words: </span>
          {preview}
        </p>
      ) : null}
      <p className={styles.show}>
        <Button
          nativeType="submit"
          kind="line"
          size="is-small"
          name="intent"
          value="show-words"
          formAction={path}
        >
          Show my words
        </Button>{" "}
        <span className="sm muted">We write exactly what you see here</span>
      </p>
    </>
  );
}
