import { useEffect, useState } from "react";

import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";

import styles from "./words-field.module.css";

export type WordsAnswer = Readonly<{
  error: string | null;
  typed: string;
  /** The words as they will be written, when asked to show them, or null. */
  preview: string | null;
}>;

type WordsFieldProps = Readonly<{
  texts: Pick<PersonalisationTexts, "hint" | "show">;
  error: string | null | undefined;
  /** The same object until the server answers again. */
  answer: Pick<WordsAnswer, "typed" | "preview"> | null;
  path: string;
}>;

export function WordsField({ texts, error, answer, path }: WordsFieldProps) {
  /** The answer after which other words were typed. */
  const [outdated, setOutdated] = useState<unknown>();
  useEffect(() => {
    const field = document.getElementById("words");
    // Typed before the scripts came.
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue) setOutdated(answer);
  }, []);
  return (
    <>
      <TextField
        name="words"
        label="Words"
        hint={texts.hint}
        error={error ?? undefined}
        value={answer?.typed}
        autoComplete="off"
        onInput={() => setOutdated(answer)}
      />
      {answer?.preview && answer !== outdated ? (
        <p className={styles.wood} role="status">
          <span className="visually-hidden">Your words: </span>
          {answer.preview}
        </p>
      ) : null}
      <p className="cluster gap-1 gap-x-3">
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
        <span className="sm muted">{texts.show}</span>
      </p>
    </>
  );
}
