import { Form } from "@remix-run/react";

import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";

import cardStyles from "./card.module.css";

export type ContinuePageProps = Readonly<{
  form: string;
  back: string;
  fields: Readonly<Record<string, string>>;
  name: string;
  words: ReadonlyArray<string>;
  note: Note | null;
}>;

export function ContinuePage({ form, back, fields, name, words, note }: ContinuePageProps) {
  return (
    <div className="wrap">
      <div className="column gap-6 measure page-top">
        <h1 className="d-lg">Continue where you stopped</h1>
        <NoteNotice note={note} />
        <div className={cardStyles.card}>
          <h2 className="d-xs">{name}</h2>
          <p>You were logged out before we received this, so nothing has happened yet.</p>
          {words.map((text) => (
            <p key={text} className="muted pre-line">
              {text}
            </p>
          ))}
        </div>
        <Form method="post" action={form} className="cluster gap-3" reloadDocument>
          {Object.entries(fields).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <SubmitButton label="Send now" pendingLabel="Sending" />
          <ButtonLink to={back} kind="quiet">
            Cancel
          </ButtonLink>
        </Form>
      </div>
    </div>
  );
}
