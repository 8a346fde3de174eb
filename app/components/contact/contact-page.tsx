import { useRef } from "react";
import { Form } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { Prose } from "#app/components/content/prose.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { FieldGrid, fieldOf, FieldSpan } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import { Problem } from "#app/components/form/refusal-notice.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useFormAutosave } from "#app/hooks/use-form-autosave.ts";
import { usePersistedDetails } from "#app/hooks/use-persisted-details.ts";
import {
  CONTACT_FIELDS,
  CONTACT_MESSAGE_MAX,
  CONTACT_ORDER_NUMBER_MAX,
  CONTACT_TOPICS,
} from "#app/models/content/contact.ts";
import type { ProseSections } from "#app/models/content/content.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { NAME_MAX } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import { CONTACT_DRAFT } from "./contact-draft.ts";

type ContactPageProps = Readonly<{
  title: string;
  answeredWithin: string;
  text: ProseSections;
  ways: ContactWays;
  writer: ContactWriter | null;
  /** To begin with, unless there is a draft. */
  message: string;
  answer: AuthAnswer;
}>;

export function ContactPage({ title, answeredWithin, text, ways, ...form }: ContactPageProps) {
  const { answer } = form;
  const page = useRef<HTMLDivElement>(null);
  usePersistedDetails(page);
  return (
    <div ref={page}>
      <div className="split above-6">
        <section className="column gap-6 measure">
          <h1 className="d-xl">{title}</h1>
          <p className="lead above-4 below-8">We’ll reply within {answeredWithin}.</p>
          <Problem text={answer.problem} />
          <ErrorSummary errors={answer.errors} />
          <ContactForm {...form} />
        </section>
        <ContactAside {...ways} />
      </div>
      <section className="above-12 measure" aria-label="Other ways to contact us">
        {text.before ? <Prose html={text.before} /> : null}
        <div className="above-6 below-6">
          {text.sections.map(({ id, title: heading, html }) => (
            <Details
              key={heading}
              summary={<h2 id={id ?? undefined} dangerouslySetInnerHTML={{ __html: heading }} />}
            >
              <Prose html={html} />
            </Details>
          ))}
        </div>
        {text.after ? <Prose html={text.after} /> : null}
      </section>
    </div>
  );
}

const TOPICS = [
  { value: "", label: "Choose a topic" },
  ...CONTACT_TOPICS.map(({ value, label }) => ({ value, label })),
];

type ContactWriter = Readonly<{ name: string; email: string }>;

type ContactFormProps = Pick<ContactPageProps, "writer" | "message" | "answer">;

function ContactForm({ writer, message, answer: { errors, values } }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isAnswered = Object.keys(values).length > 0;
  useFormAutosave(form, {
    name: CONTACT_DRAFT,
    writer: writer?.email ?? "",
    fields: CONTACT_FIELDS,
    isRestored: !isAnswered,
  });
  const answer: AuthAnswer = { errors, problem: null, values: isAnswered ? values : { ...writer, message } };
  return (
    <Form method="post" action={paths.contact()} ref={form} className="field-column starts" noValidate>
      <HoneypotField name={HONEYPOT_FIELD} />
      <OwnerField />
      <FieldGrid>
        <TextField {...fieldOf(answer, "name")} label="Your name" autoComplete="name" maxLength={NAME_MAX} />
        <EmailField {...fieldOf(answer, "email")} />
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

const DOG = { file: "products/pull-along-dog-1.jpg", alt: "", width: 1200, height: 1200 };

type ContactWays = Readonly<{
  phone: string;
  phoneE164: string;
  email: string;
  hours: ReadonlyArray<string>;
  address: ReadonlyArray<string>;
}>;

function ContactAside({ phone, phoneE164, email, hours, address }: ContactWays) {
  return (
    <aside className="tinted" aria-labelledby="talk">
      <div className="stack">
        <h2 className="d-md" id="talk">
          Or talk to us
        </h2>
        <div>
          <a className="link" href={`tel:${phoneE164}`}>
            {phone}
          </a>
          {hours.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
        <p>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </div>
      <address>
        {address.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
      <ShopImage image={DOG} sizes="(min-width: 1024px) 20rem, 60vw" melt="tint" />
    </aside>
  );
}
