import { Form, Link } from "@remix-run/react";

import { type AuthAnswer, AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { type Topic, TOPICS } from "#app/models/newsletter/subscription.ts";
import { paths } from "#app/paths.ts";

import styles from "./newsletter.module.css";
import { TopicBoxes } from "./topic-boxes.tsx";

type PreferencesPageProps = Readonly<{
  /** What they read about now; null for who is not on the list. */
  topics: ReadonlyArray<Topic> | null;
  /** "h•••@example.com". */
  address: string | null;
  isSaved: boolean;
  answer: AuthAnswer;
}>;

const TITLE = "What we write to you about";

/** The letters' settings: what they are about, and the way out. */
export function PreferencesPage({ topics, address, isSaved, answer }: PreferencesPageProps) {
  if (topics === null) return <NotOnTheList />;
  const isTyped = "intent" in answer.values;
  const ticked = isTyped ? TOPICS.filter((topic) => answer.values[topic] === "on") : topics;
  const note = isSaved ? ({ tone: "success", text: "Your choice is saved." } as const) : null;
  return (
    <AuthFrame title={TITLE} answer={answer} note={note}>
      <Form method="post" action={paths.newsletterPreferences()} noValidate>
        <p className="lead">For {address}.</p>
        <TopicBoxes legend="Write to me about" ticked={ticked} error={answer.errors["topics"]} />
        <SubmitButton intent="save" label="Save" pendingLabel="Saving" />
      </Form>
      <Form method="post" action={paths.newsletterPreferences()} className={styles.leave}>
        <p>No letters at all? It takes effect at once. Messages about your orders go on.</p>
        <SubmitButton intent="leave" kind="line" label="Stop the letters" pendingLabel="Stopping" />
      </Form>
    </AuthFrame>
  );
}

function NotOnTheList() {
  return (
    <AuthFrame title={TITLE}>
      <div className="stack">
        <p className="lead">
          This link leads to no address on our list: it is incomplete, or the letters were ended.
        </p>
        <p>
          To have letters from us, <Link to={paths.newsletter()}>leave your address</Link>. Customers find
          this choice in <Link to={paths.login({ redirectTo: paths.accountDetails() })}>their account</Link>,
          too.
        </p>
      </div>
    </AuthFrame>
  );
}
