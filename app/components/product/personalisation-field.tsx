import { FieldError } from "#app/components/form/field.tsx";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";

import { WordsField } from "./words-field.tsx";
import styles from "./personalisation-field.module.css";

export type PersonalisationAnswer = Readonly<{
  choice: string;
  typed: string;
  error: Readonly<{ field: "choice" | "words"; message: string }> | null;
  preview: string | null;
}>;

type PersonalisationFieldProps = Readonly<{
  texts: PersonalisationTexts;
  answer: PersonalisationAnswer | null;
  path: string;
}>;

export function PersonalisationField({ texts, answer, path }: PersonalisationFieldProps) {
  const { name, note, price, noReturn } = texts;
  const error = answer?.error?.field === "choice" ? answer.error.message : null;
  const isChosen = (value: string) => answer?.choice === value;
  return (
    <fieldset className={styles.field} aria-describedby={error ? "personalisation-error" : undefined}>
      <legend>{name}</legend>
      <p className="sm muted">{note}</p>
      {error ? <FieldError id="personalisation-error" error={error} /> : null}
      <div className={styles.choices}>
        <label className={styles.choice}>
          <input
            type="radio"
            id="personalisation"
            name="personalisation"
            value="words"
            defaultChecked={isChosen("words")}
          />
          <b>With {name.toLowerCase()}</b> <span>{price}</span>
        </label>
        <div className={styles.words}>
          <WordsField
            texts={texts}
            error={answer?.error?.field === "words" ? answer.error.message : null}
            answer={answer}
            path={path}
          />
        </div>
        <label className={styles.choice}>
          <input type="radio" name="personalisation" value="plain" defaultChecked={isChosen("plain")} />
          <b>Plain</b>
        </label>
      </div>
      <p className="sm">{noReturn}</p>
    </fieldset>
  );
}
