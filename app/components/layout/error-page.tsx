import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { type LastOnline, useLastOnline } from "#app/hooks/last-online.ts";
import { sendPlainly } from "#app/hooks/plain-form.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";
import { useRootData } from "#app/hooks/use-root-data.ts";
import type { LostPage } from "#app/models/content/content.ts";
import { markup } from "#app/models/shared/safe-html.ts";
import styles from "./error-page.module.css";
import { NotFoundBody } from "./not-found-body.tsx";
import { ErrorLinks } from "./error-links.tsx";

type ErrorPageProps = Readonly<{
  status: number;
  /** Text of a 404, "Page Not Found: /p/giraffe", or of a 503 with a reason. */
  message: string;
  /** Of a 404. */
  products?: LostPage["products"];
  requestId: string | null;
  /** The form that failed, as scripts sent it. */
  form?: Request | undefined;
}>;

export function ErrorPage({ status, message, products = [], requestId, form }: ErrorPageProps) {
  if (status === 404) return <NotFoundBody message={message} products={products} />;
  const { heading, text } = wordsFor(status);
  const shownMessage = status === 503 ? message : "";
  return (
    <div className="wrap">
      <div className="centre page-room">
        <h1 className="d-xl">{heading}</h1>
        <p className="lead">{shownMessage || text}</p>
        {requestId && status >= 500 && !shownMessage ? <Reference id={requestId} status={status} /> : null}
        {isPassing(status) ? <TryAgain form={form} /> : null}
        <ErrorLinks reloads />
        <ReachUs />
      </div>
    </div>
  );
}

export function errorTitle(status: number): string {
  return status === 404 ? "Page not found" : wordsFor(status).heading;
}

function wordsFor(status: number): Words {
  return WORDS[status] ?? (status < 500 ? REFUSED : BROKEN);
}

function isPassing(status: number): boolean {
  return status === NO_ANSWER_STATUS || status === 429 || status >= 500;
}

/** By scripts only: without them the browser's own button sends a form again. */
function TryAgain({ form }: Pick<ErrorPageProps, "form">) {
  if (!useHydrated()) return null;
  return (
    // A submit button is held while there is no network.
    <Button
      nativeType="submit"
      onClick={() => {
        if (form) void sendPlainly(form);
        else location.reload();
      }}
    >
      Try again
    </Button>
  );
}

function Reference({ id, status }: Readonly<{ id: string; status: number }>): ReactNode {
  return (
    <p className="sm muted" data-request-id={id} data-status={status}>
      If you contact us about this, please quote <code className={styles.code}>{id}</code>.
    </p>
  );
}

/** Browsers word a failed fetch differently. A failed module may mean an update, unless it says `isOffline`. */
export function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  if ("isOffline" in error) return true;
  return !/ module/i.test(error.message) && /fetch|load failed/i.test(error.message);
}

type Words = Readonly<{ heading: string; text: string }>;

const BROKEN: Words = {
  heading: "Sorry, something went wrong",
  text: "This is our fault and we have recorded it. Your basket is safe. Try again in a minute.",
};
const REFUSED: Words = {
  heading: "That did not work",
  text: "We could not understand the request. Go back and try again.",
};
export const NO_ANSWER_STATUS = 0;

const WORDS: Readonly<Record<number, Words>> = {
  [NO_ANSWER_STATUS]: {
    heading: "No connection",
    text: "Check your internet connection, then try again.",
  },
  405: {
    heading: "That did not work",
    text: "You cannot send a form to this page. Go back and try again.",
  },
  410: { heading: "This link no longer works", text: "It may have expired or already been used." },
  429: {
    heading: "Please wait a moment",
    text: "There were too many requests at once. Please wait a minute, then try again.",
  },
  503: { heading: "Back in a moment", text: "The shop is very busy. Please try again in a minute." },
};

/** Without the shop's settings the server writes what it last knew; scripts leave those words as they came. */
function ReachUs() {
  const known = useRootData()?.store.contact;
  const last = useLastOnline();
  if (!known) {
    const html = import.meta.env.SSR && last ? wordsOf(last) : "";
    return <p suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <p>
      Or contact us: <a href={`tel:${known.phoneE164}`}>{known.phone}</a>,{" "}
      <a href={`mailto:${known.email}`}>{known.email}</a>
    </p>
  );
}

function wordsOf({ phone, phoneE164, email }: LastOnline): string {
  return markup`Or contact us: <a href="tel:${phoneE164}">${phone}</a>, <a href="mailto:${email}">${email}</a>`
    .text;
}
