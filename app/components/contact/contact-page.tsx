import { useRef } from "react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { Prose } from "#app/components/content/prose.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { usePersistedDetails } from "#app/hooks/use-persisted-details.ts";
import type { ProseSections } from "#app/models/content/content.ts";

import { ContactAside, type ContactWays } from "./contact-aside.tsx";
import { ContactForm, type ContactWriter } from "./contact-form.tsx";
import styles from "./contact.module.css";

export type ContactPageProps = Readonly<{
  title: string;
  /** "one working day". */
  answeredWithin: string;
  text: ProseSections;
  ways: ContactWays;
  writer: ContactWriter | null;
  answer: AuthAnswer;
}>;

export function ContactPage({ title, answeredWithin, text, ways, writer, answer }: ContactPageProps) {
  const page = useRef<HTMLDivElement>(null);
  usePersistedDetails(page);
  return (
    <div ref={page}>
      <div className={styles.split}>
        <section className={styles.main}>
          <h1 className="d-xl">{title}</h1>
          <p className={`lead ${styles.lead}`}>We’ll reply within {answeredWithin}.</p>
          {answer.problem ? (
            <Notice kind="error" role="alert">
              <p>{answer.problem}</p>
            </Notice>
          ) : null}
          <ErrorSummary errors={answer.errors} />
          <ContactForm writer={writer} answer={answer} />
        </section>
        <ContactAside {...ways} />
      </div>
      <section className={styles.more} aria-label="Other ways to contact us">
        {text.before ? <Prose html={text.before} /> : null}
        <div className={styles.sections}>
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
