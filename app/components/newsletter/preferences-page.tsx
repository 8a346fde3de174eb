import { Form, Link } from "@remix-run/react";

import { type AuthAnswer, AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { type NewsletterTopic, TOPICS } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";

import { TopicBoxes } from "./topic-boxes.tsx";

type PreferencesPageProps = Readonly<{
  /** Null without a subscription. */
  topics: ReadonlyArray<NewsletterTopic> | null;
  /** Ticked as well, though not saved. */
  further: ReadonlyArray<NewsletterTopic>;
  /** "h•••@example.com". */
  address: string | null;
  isSaved: boolean;
  answer: AuthAnswer;
}>;

const TITLE = "Your newsletter topics";

export function PreferencesPage({ topics, further, address, isSaved, answer }: PreferencesPageProps) {
  if (topics === null) return <NotOnTheList />;
  const isTyped = "intent" in answer.values;
  const ticked = isTyped ? TOPICS.filter((topic) => answer.values[topic] === "on") : [...topics, ...further];
  const note = isSaved ? ({ tone: "success", text: "Your preferences have been saved." } as const) : null;
  return (
    <AuthFrame title={TITLE} answer={answer} note={note}>
      <Form method="post" action={paths.newsletterPreferences()} noValidate>
        <p className="lead">Preferences for {address}</p>
        <TopicBoxes legend="Email me about" ticked={ticked} error={answer.errors["topics"]} />
        <SubmitButton intent="save" label="Save preferences" />
      </Form>
      <Form method="post" action={paths.newsletterPreferences()} className="section-line above-8">
        <p>
          Want none of these? Unsubscribe and we’ll stop at once. You’ll still get emails about your orders.
        </p>
        <SubmitButton intent="leave" kind="line" label="Unsubscribe" pendingLabel="Unsubscribing" />
      </Form>
    </AuthFrame>
  );
}

function NotOnTheList() {
  return (
    <AuthFrame title={TITLE}>
      <div className="stack">
        <p className="lead">
          This link does not match an email address on our list. It may be incomplete, or you may have
          unsubscribed.
        </p>
        <p>
          To get our newsletter, <Link to={paths.newsletter()}>sign up</Link>. If you have an account, you can
          also choose your topics in{" "}
          <Link to={paths.login({ redirectTo: paths.accountDetails() })}>your account</Link>.
        </p>
      </div>
    </AuthFrame>
  );
}
