import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { type WordsAnswer, WordsField } from "#app/components/product/words-field.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import type { PersonalisationTexts } from "#app/models/catalogue/personalisation.ts";

import { BackToOrder } from "./back-to-order.tsx";

type WordsPageProps = Readonly<{
  number: number;
  name: string;
  text: string;
  /** What the buyer may still do with it; null: nothing is special about it, or the shop writes no more on it. */
  madeForYou: string | null;
  /** Null: the shop writes nothing on it any more. */
  texts: Pick<PersonalisationTexts, "hint" | "show"> | null;
  path: string;
  homePath: string;
  answer: WordsAnswer | null;
}>;

export function WordsPage(props: WordsPageProps) {
  const { number, name, text, madeForYou, texts, path, homePath, answer } = props;
  return (
    <div className="wrap wrap-text page-room">
      <div className="stack">
        <h1 className="d-lg">Change the words</h1>
        <p className="lead">
          Order {number}, {name}: “{text}”
        </p>
        <p>{madeForYou ?? "You can no longer change the words here. Please contact us and we’ll help."}</p>
      </div>
      {texts === null ? (
        <BackToOrder homePath={homePath} />
      ) : (
        <Form method="post" action={path} className="column gap-6 above-8">
          <WordsField
            texts={texts}
            error={answer?.error}
            answer={answer ?? { typed: text, preview: null }}
            path={path}
          />
          <div className="cluster gap-3">
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
