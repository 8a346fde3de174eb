import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { type DeskAnswer, DeskErrors, DeskNotice, DeskText, StepButton } from "./desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "./desk-back.tsx";
import type { ViewLink } from "./list-parts.tsx";
import { MessageList, type MessageRow, MessageViews } from "./messages-page.tsx";
import { StatusTag, type Tag } from "./orders-page.tsx";
import { DeskButton, DeskLink } from "./desk-parts.tsx";

export type MessagePageData = Readonly<{
  id: number;
  name: string;
  topic: string;
  came: string;
  tag: Tag;
  state: "waiting" | "answered" | "closed";
  /** Null where the words are not kept. */
  words: string | null;
  /** Of the writer; null where the role does not see it, or it is not kept. */
  email: string | null;
  isKnown: boolean;
  inbox: string;
  order: Readonly<{
    number: number;
    status: string;
    total: string;
    placed: string;
    /** False: the order was placed under another address than the message's. */
    isWriters: boolean;
    mayRefund: boolean;
  }> | null;
  draft: string;
  saved: ReadonlyArray<Readonly<{ id: number; title: string }>>;
  replyMax: number;
  key: string;
  /** Who answered or closed it, when, and what the form to take it back was made from. */
  settled: Readonly<{ text: string; shown: string }> | null;
  reply: Readonly<{
    text: string;
    standing: "planned" | "trying" | "failed" | "sent";
    /** When it goes out, is tried again, or went out. */
    when: string;
  }> | null;
}>;

export type MessageAnswer = DeskAnswer &
  Readonly<{
    /** A saved text that stands in the field now, in place of nothing or below what was typed. */
    inserted?: Readonly<{ title: string; isBelow: boolean }>;
  }>;

type Props = Readonly<{
  message: MessagePageData;
  views: ReadonlyArray<ViewLink>;
  others: ReadonlyArray<MessageRow>;
  done: string | null;
  answer: MessageAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  reopened: "The message is waiting for an answer again.",
  before: "Nothing has changed. It was like this already.",
};

export function MessagePage({ message, views, others, done, answer }: Props) {
  const { topic, name, came, tag, words, state, reply } = message;
  return (
    <>
      <DeskBack href={deskPaths.messages()}>Messages</DeskBack>
      <Notices {...{ message, done, answer }} />
      <DeskErrors answer={answer} labels={{ text: "Reply", saved: "Saved reply" }} />
      <DeskHead title={`${topic}, from ${name}`} />
      <MessageViews views={views} current={null} />
      <div className="cols">
        <section className="panel stack" aria-labelledby="message">
          <div className="acts between">
            <div>
              <h2 className="h2" id="message">
                {words === null ? "The text is in the mailbox" : "The message"}
              </h2>
              <p className="sm muted">{message.email ? `${came}, ${message.email}` : came}</p>
            </div>
            <StatusTag tag={tag} />
          </div>
          {words === null ? <InboxNote message={message} /> : <p className="quote pre">{words}</p>}
          <Writer message={message} />
          <NamedOrder message={message} />
          {reply ? <Reply reply={reply} /> : null}
          {state === "waiting" ? (
            <AnswerForm message={message} answer={answer} />
          ) : (
            <Settled message={message} unsent={answer.values["text"] ?? ""} />
          )}
        </section>
        {others.length === 0 ? null : (
          <Panel className="panel--flush" title="Other messages to answer" id="others">
            <MessageList messages={others} />
          </Panel>
        )}
      </div>
    </>
  );
}

function Notices({ message, done, answer }: Pick<Props, "message" | "done" | "answer">) {
  const { reply } = message;
  const text = DONE[done ?? ""];
  return (
    <>
      {text ? <DeskNotice>{text}</DeskNotice> : null}
      {reply?.standing === "planned" ? <PlannedReply message={message} when={reply.when} /> : null}
      {answer.inserted ? <Inserted {...answer.inserted} /> : null}
    </>
  );
}

function Writer({ message: { name, email, isKnown, words } }: Readonly<{ message: MessagePageData }>) {
  if (words === null) return null;
  return (
    <div>
      <p className="sm muted">
        {isKnown
          ? "A logged-in customer wrote this from their confirmed address."
          : `Nobody has confirmed that this address belongs to ${name}. Your reply goes to it.`}
      </p>
      {email ? (
        <a className="tap link" href={deskPaths.search({ q: email })}>
          Find orders of this address
        </a>
      ) : null}
    </div>
  );
}

function PlannedReply({ message: { settled }, when }: Readonly<{ message: MessagePageData; when: string }>) {
  return (
    <DeskNotice
      end={
        settled ? (
          <StepButton values={{ shown: settled.shown }} intent="reopen">
            Take the reply back
          </StepButton>
        ) : null
      }
    >
      The reply goes out at {when}. Until then you can take it back.
    </DeskNotice>
  );
}

function InboxNote({ message: { inbox } }: Readonly<{ message: MessagePageData }>) {
  return (
    <p>
      The shop does not keep the text of messages here. Read and answer this one in{" "}
      <a className="link" href={`mailto:${inbox}`}>
        {inbox}
      </a>
      , then mark it as answered.
    </p>
  );
}

function NamedOrder({ message: { order } }: Readonly<{ message: MessagePageData }>) {
  if (!order) return null;
  const { number, status, total, placed, isWriters, mayRefund } = order;
  return (
    <div className={`notice notice--${isWriters ? "info" : "warn"}`}>
      <Icon name="box" />
      <p>
        <a className="link" href={deskPaths.order(number)}>
          Order {number}
        </a>
        : {status}, {placed}, {total}.
        {isWriters
          ? null
          : " It was placed under another email address. Do not say anything about it until you know who is writing."}
      </p>
      {mayRefund ? <DeskLink href={deskPaths.refund(number)}>Refund…</DeskLink> : null}
    </div>
  );
}

const STANDINGS = {
  trying: (when: string) =>
    `The email service has not accepted the reply yet. The shop tries again at ${when}.`,
  failed: () => "The reply could not be sent. Take it back to send it again.",
  sent: (when: string) => `The reply went out on ${when}.`,
} as const;

function Reply({
  reply: { text, standing, when },
}: Readonly<{ reply: NonNullable<MessagePageData["reply"]> }>) {
  return (
    <>
      <h3 className="label">Our reply</h3>
      <p className="quote pre">{text}</p>
      {standing === "planned" ? null : (
        <p className={standing === "failed" ? "sm late" : "sm muted"}>{STANDINGS[standing](when)}</p>
      )}
    </>
  );
}

type SettledProps = Readonly<{
  message: MessagePageData;
  /** What was typed while somebody else was faster; empty for nothing. */
  unsent: string;
}>;

function Settled({ message: { settled, reply, state }, unsent }: SettledProps) {
  if (!settled) return null;
  const canReopen = !reply || reply.standing === "failed";
  return (
    <form className="stack" method="post">
      {unsent === "" ? null : (
        <div className="field">
          <label className="label" htmlFor="text">
            What you typed. It was not sent
          </label>
          <textarea className="textarea" id="text" rows={6} readOnly defaultValue={unsent} />
        </div>
      )}
      <p className="sm">{settled.text}</p>
      <input type="hidden" name="shown" value={settled.shown} />
      {canReopen ? (
        <div className="acts">
          <DeskButton intent="reopen">
            {reply ? "Take the reply back" : state === "closed" ? "Open it again" : "Mark as not answered"}
          </DeskButton>
        </div>
      ) : null}
    </form>
  );
}

function Inserted({ title, isBelow }: Readonly<{ title: string; isBelow: boolean }>) {
  return (
    <DeskNotice>
      {isBelow
        ? `“${title}” is below what you typed. Nothing has been sent yet.`
        : `“${title}” is in the reply. Nothing has been sent yet.`}
    </DeskNotice>
  );
}

function SavedTexts({ message: { saved }, answer }: Pick<Props, "message" | "answer">) {
  const error = answer.errors["saved"];
  if (saved.length === 0) return null;
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="label" htmlFor="saved">
        Saved reply
      </label>
      <span className="hint" id="saved-hint">
        It is added to what you typed.{" "}
        <a className="link" href={deskPaths.resource("replies")}>
          Saved replies
        </a>
      </span>
      <span className="with-button">
        <select
          className="select"
          id="saved"
          name="saved"
          defaultValue={answer.values["saved"] ?? ""}
          aria-invalid={error ? true : undefined}
          aria-describedby="saved-hint"
        >
          <option value="">Choose a saved reply</option>
          {saved.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        <DeskButton intent="insert">Add to the reply</DeskButton>
      </span>
    </div>
  );
}

function AnswerForm({ message, answer }: Pick<Props, "message" | "answer">) {
  return message.words === null ? (
    <form method="post">
      <div className="acts">
        <DeskButton intent="answered" look="big">
          Mark as answered
        </DeskButton>
        <DeskButton intent="closed">Close without replying</DeskButton>
      </div>
    </form>
  ) : (
    <form className="stack" method="post">
      <input type="hidden" name="key" value={message.key} />
      <SavedTexts message={message} answer={answer} />
      <DeskText
        name="text"
        label="Reply"
        answer={answer}
        value={message.draft}
        rows={9}
        maxLength={message.replyMax}
      />
      <div className="acts">
        <DeskButton intent="reply" look="big">
          Send reply
        </DeskButton>
      </div>
      <p className="xs muted">
        The reply goes out as an email from {message.inbox} in 2 minutes. Until then you can take it back.
      </p>
      {message.saved.length === 0 ? (
        <a className="tap link" href={deskPaths.resource("replies")}>
          Save a reply to reuse
        </a>
      ) : null}
      <OtherSteps />
    </form>
  );
}

const OTHER_STEPS = [
  {
    intent: "answered",
    label: "Mark as answered",
    hint: "You have answered by phone or from your own mailbox.",
  },
  { intent: "closed", label: "Close without replying", hint: "It needs no answer, such as spam." },
] as const;

function OtherSteps() {
  return (
    <div className="stack-s">
      {OTHER_STEPS.map(({ intent, label, hint }) => (
        <p key={intent} className="acts">
          <DeskButton intent={intent}>{label}</DeskButton>
          <span className="sm muted">{hint}</span>
        </p>
      ))}
    </div>
  );
}
