import { Form, Link } from "@remix-run/react";

import { type AuthAnswer, AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import type { HomeContent } from "#app/models/content/home-content.ts";
import { TOPICS } from "#app/models/newsletter/subscription.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { paths } from "#app/paths.ts";

import { TopicBoxes } from "./topic-boxes.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type NewsletterPageProps = Readonly<{ words: HomeContent["newsletter"]; answer: AuthAnswer }>;

export function NewsletterPage({ words, answer }: NewsletterPageProps) {
  return (
    <AuthFrame title={words.heading} answer={answer} aside={<Promises smallPrint={words.small_print} />}>
      <Form method="post" action={paths.newsletter()} noValidate>
        <p className="lead">{words.text}</p>
        <HoneypotField name={HONEYPOT_FIELD} />
        <input type="hidden" name="from" value="page" />
        <EmailField {...fieldOf(answer, "email")} />
        <TopicBoxes
          legend="Email me about"
          ticked={TOPICS.filter((topic) => answer.values[topic] === "on")}
          error={answer.errors["topics"]}
        />
        <SubmitButton size="is-large" wide label={words.button} pendingLabel="Sending" />
      </Form>
    </AuthFrame>
  );
}

function Promises({ smallPrint }: Readonly<{ smallPrint: string }>) {
  return (
    <TitledSection className="tinted gap-5" id="letter-promise" title="What to expect">
      <p>{smallPrint}</p>
      <ul className="listed">
        <li>Every newsletter has a link to unsubscribe and a link to change your topics.</li>
        <li>If you do not confirm, we delete your email address within 30 days.</li>
        <li>If you unsubscribe, we keep only what we need to make sure we never email you again.</li>
      </ul>
      <p className="sm">
        Read our <Link to={paths.information("privacy")}>privacy notice</Link>.
      </p>
    </TitledSection>
  );
}
