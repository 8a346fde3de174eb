import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { type WordsAnswer, WordsField } from "#app/components/product/words-field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";

import styles from "./order.module.css";

type WordsPageProps = Readonly<{
  number: number;
  name: string;
  text: string;
  noReturn: string | null;
  /** Null: the shop writes nothing on it any more. */
  texts: Pick<PersonalisationTexts, "hint" | "show"> | null;
  isInWork: boolean;
  path: string;
  homePath: string;
  answer: WordsAnswer | null;
}>;

export function WordsPage(props: WordsPageProps) {
  const { number, name, text, noReturn, texts, isInWork, path, homePath, answer } = props;
  return (
    <div className={`wrap wrap-text ${styles.page}`}>
      <div className="stack">
        <h1 className="d-lg">Change the words</h1>
        <p className="lead">
          Order {number}, {name}: “{text}”
        </p>
        <p>{introduction(isInWork, texts !== null)}</p>
        {noReturn ? <p className="sm muted">{noReturn}</p> : null}
      </div>
      {texts === null ? (
        <p className={styles.form}>
          <ButtonLink to={homePath} kind="line">
            Back to the order
          </ButtonLink>
        </p>
      ) : (
        <Form method="post" action={path} className={styles.form}>
          <WordsField
            texts={texts}
            error={answer?.error}
            answer={answer ?? { typed: text, preview: null }}
            path={path}
          />
          <div className={styles.actions}>
            <SubmitButton intent="change-words" label="Change the words" pendingLabel="Changing" />
            <ButtonLink to={homePath} kind="quiet">
              Leave them as they are
            </ButtonLink>
          </div>
        </Form>
      )}
    </div>
  );
}

function introduction(isInWork: boolean, isOffered: boolean): string {
  if (isInWork) return "We are already making it, so the words can no longer be changed.";
  if (!isOffered)
    return "The words cannot be changed here any more. Please write to us, and we will see to it.";
  return "You can change them until we begin to make it.";
}
