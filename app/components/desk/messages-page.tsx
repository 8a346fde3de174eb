import { deskPaths } from "#app/desk-paths.ts";

import { DeskNotice } from "./desk-form.tsx";
import { ListFoot } from "./desk-table.tsx";
import { StatusTag, type Tag } from "./orders-page.tsx";
import { EmptyList } from "./shop/empty-list.tsx";

export type MessageRow = Readonly<{
  id: number;
  name: string;
  topic: string;
  /** Null where they are not kept. */
  excerpt: string | null;
  /** "26 November 2026 at 12:10". */
  came: string;
  tag: Tag;
  /** Null while it waits. */
  settled: string | null;
}>;

export type MessageViewLink = Readonly<{ key: string; title: string; count: number }>;

type Props = Readonly<{
  view: string;
  views: ReadonlyArray<MessageViewLink>;
  messages: ReadonlyArray<MessageRow>;
  next: string | null;
  keepsWords: boolean;
  done: string | null;
}>;

const DONE: Readonly<Record<string, string>> = {
  answered: "The message is marked as answered. Its page, under “Answered”, takes that back.",
  closed: "The message is closed. Its page, under “Answered”, takes that back.",
  before: "Nothing has changed: it was like this before.",
};

export function MessagesPage({ view, views, messages, next, keepsWords, done }: Props) {
  return (
    <>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <div className="head">
        <h1 className="h1">Messages</h1>
        <a className="btn btn--line" href={deskPaths.savedReplies()}>
          Saved replies
        </a>
      </div>
      <MessageViews views={views} current={view} />
      {messages.length === 0 ? (
        <EmptyList href={deskPaths.messages()}>
          {view === "done"
            ? "No message is answered or closed yet. They move here once they are."
            : "No message waits for an answer. What people write on “Contact us” shows up here."}
        </EmptyList>
      ) : (
        <section className="panel panel--flush" aria-label="Messages">
          <MessageList messages={messages} current={null} />
          <p className="foot-r">{periodText(keepsWords)}</p>
          <ListFoot next={next} />
        </section>
      )}
    </>
  );
}

export function MessageViews({
  views,
  current,
}: Readonly<{ views: ReadonlyArray<MessageViewLink>; current: string | null }>) {
  return (
    <nav className="views" aria-label="Views">
      {views.map(({ key, title, count }) => (
        <a
          key={key}
          href={deskPaths.messages({ view: key })}
          aria-current={key === current ? "page" : undefined}
        >
          {title} <span className="n">{count}</span>
        </a>
      ))}
    </nav>
  );
}

export function MessageList({
  messages,
  current,
}: Readonly<{ messages: ReadonlyArray<MessageRow>; current: number | null }>) {
  return (
    <ul className="message-list">
      {messages.map(({ id, name, topic, excerpt, came, tag, settled }) => (
        <li key={id}>
          <a href={deskPaths.message(id)} aria-current={id === current ? "true" : undefined}>
            <span className="message-head">
              <b>{name}</b>
              <StatusTag tag={tag} />
            </span>
            <span className="sm">
              {topic}, {came}
            </span>
            {excerpt === null ? null : <span className="sm muted">{excerpt}</span>}
            {settled === null ? null : <span className="sm muted">{settled}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function periodText(keepsWords: boolean): string {
  return keepsWords
    ? "A message is deleted 90 days after the answer. That there was one stays in the log."
    : "The words are in the mailboxes. Messages are listed here for 30 days.";
}
