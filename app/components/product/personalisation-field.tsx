import type { FormEvent } from "react";

import { FieldError } from "#app/components/form/field.tsx";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";

import { WordsField } from "./words-field.tsx";
import styles from "./personalisation-field.module.css";

type Problem = Readonly<{ field: "choice" | "words"; message: string }>;

export type PersonalisationAnswer = Readonly<{
  choice: string;
  typed: string;
  error: Problem | null;
  preview: string | null;
}>;

type PersonalisationFieldProps = Readonly<{
  texts: PersonalisationTexts;
  answer: PersonalisationAnswer | null;
  path: string;
}>;

export function PersonalisationField({ texts, answer, path }: PersonalisationFieldProps) {
  const { name, note, price, madeForYou } = texts;
  const { field, message }: Partial<Problem> = answer?.error ?? {};
  const error = field === "choice" && message;
  const isWords = answer?.choice === "words";
  return (
    <fieldset
      className="panel small-panel column gap-2"
      aria-describedby={error ? "personalisation-error" : undefined}
    >
      <legend className={styles.legend}>{name}</legend>
      <p className="sm muted">{note}</p>
      {error ? <FieldError id="personalisation-error" error={error} /> : null}
      <div className={styles.choices} onChange={leaveOutWords}>
        <label className={styles.choice}>
          <input
            className="tickbox"
            data-refused={error ? "" : undefined}
            type="radio"
            id="personalisation"
            name="personalisation"
            value="words"
            defaultChecked={isWords}
          />
          <b>With {name.toLowerCase()}</b> <span>{price}</span>
        </label>
        <div className={styles.words}>
          <WordsField texts={texts} error={field === "words" ? message : null} answer={answer} path={path} />
        </div>
        <label className={styles.choice}>
          <input
            className="tickbox"
            type="radio"
            name="personalisation"
            value="plain"
            defaultChecked={!isWords}
          />
          <b>Plain</b>
        </label>
      </div>
      <p className="sm">{madeForYou}</p>
    </fieldset>
  );
}

/** Words that were typed are not sent along with "plain". */
function leaveOutWords({ target }: FormEvent<HTMLElement>): void {
  const { name, value } = target as HTMLInputElement;
  const field = document.getElementById("words");
  if (name === "personalisation") (field as HTMLInputElement).disabled = value === "plain";
}
