import { Form } from "@remix-run/react";
import { useRef } from "react";

import { type AuthAnswer, fieldOf } from "#app/components/auth/auth-frame.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { FieldGrid, FieldSpan } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { useFormAutosave } from "#app/hooks/use-form-autosave.ts";
import {
  CONTACT_FIELDS,
  CONTACT_MESSAGE_MAX,
  CONTACT_ORDER_NUMBER_MAX,
  CONTACT_TOPICS,
} from "#app/models/content/contact.ts";
import { EMAIL_MAX } from "#app/models/email/address.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import { CONTACT_DRAFT } from "./contact-draft.ts";
import styles from "./contact.module.css";

const TOPICS = [
  { value: "", label: "Choose a topic" },
  ...CONTACT_TOPICS.map(({ value, label }) => ({ value, label })),
];

/** A logged-in customer. */
export type ContactWriter = Readonly<{ name: string; email: string }>;

export type ContactFormProps = Readonly<{ writer: ContactWriter | null; answer: AuthAnswer }>;

export function ContactForm({ writer, answer: { errors, values } }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isAnswered = Object.keys(values).length > 0;
  useFormAutosave(form, {
    name: CONTACT_DRAFT,
    writer: writer?.email ?? "",
    fields: CONTACT_FIELDS,
    isRestored: !isAnswered,
  });
  const answer: AuthAnswer = { errors, problem: null, values: isAnswered ? values : { ...writer } };
  return (
    <Form method="post" action={paths.contact()} ref={form} className={styles.form} noValidate>
      <HoneypotField name={HONEYPOT_FIELD} />
      <FieldGrid>
        <TextField {...fieldOf(answer, "name")} label="Your name" autoComplete="name" maxLength={NAME_MAX} />
        <TextField
          {...fieldOf(answer, "email")}
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
        />
        <SelectField {...fieldOf(answer, "topic")} label="What is it about?" options={TOPICS} />
        <TextField
          {...fieldOf(answer, "orderNumber")}
          label="Order number"
          optional
          autoComplete="off"
          maxLength={CONTACT_ORDER_NUMBER_MAX}
        />
        <FieldSpan>
          <CountedTextArea
            {...fieldOf(answer, "message")}
            label="Message"
            rows={8}
            maxLength={CONTACT_MESSAGE_MAX}
          />
        </FieldSpan>
      </FieldGrid>
      <p className="sm muted">Do not include card details or passwords. We use your details only to reply.</p>
      <SubmitButton size="is-large" label="Send message" pendingLabel="Sending" />
    </Form>
  );
}
