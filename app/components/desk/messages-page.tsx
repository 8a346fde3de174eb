import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { DeskNotice } from "./desk-form.tsx";
import { ListFoot } from "./desk-table.tsx";
import { DeskViews, type ViewLink, type ViewsProps } from "./list-parts.tsx";
import { StatusTag, type Tag } from "./orders-page.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import { DeskLink } from "./desk-parts.tsx";

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

type Props = Readonly<{
  view: string;
  views: ReadonlyArray<ViewLink>;
  messages: ReadonlyArray<MessageRow>;
  next: string | null;
  keepsWords: boolean;
  mayChoose: boolean;
  done: string | null;
}>;

const DONE: Readonly<Record<string, string>> = {
  answered: "Message marked as answered. To undo this, open it under “Answered”.",
  closed: "Message closed. To undo this, open it under “Answered”.",
  before: "Nothing has changed. It was like this already.",
};

export function MessagesPage({ view, views, messages, next, keepsWords, mayChoose, done }: Props) {
  return (
    <>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskHead title="Messages">
        <DeskLink href={deskPaths.resource("replies")}>Saved replies</DeskLink>
      </DeskHead>
      <MessageViews views={views} current={view} />
      {messages.length === 0 ? (
        <EmptyList href={deskPaths.messages()}>
          {view === "done"
            ? "Messages move here once you have answered or closed them."
            : "No message is waiting for an answer. Messages from the “Contact us” page appear here."}
        </EmptyList>
      ) : (
        <section className="panel panel--flush" aria-label="Messages">
          <MessageList messages={messages} />
          <p className="foot-r">
            {periodText(keepsWords)}{" "}
            {mayChoose ? <a href={deskPaths.settings("contact")}>Change this in the settings</a> : null}
          </p>
          <ListFoot next={next} />
        </section>
      )}
    </>
  );
}

export function MessageViews({ views, current }: Pick<ViewsProps, "views" | "current">) {
  return (
    <DeskViews
      views={views}
      current={current}
      hrefOf={(key) => deskPaths.messages({ view: key })}
      isWrapped
    />
  );
}

export function MessageList({ messages }: Readonly<{ messages: ReadonlyArray<MessageRow> }>) {
  return (
    <ul className="lines message-list">
      {messages.map(({ id, name, topic, excerpt, came, tag, settled }) => (
        <li key={id}>
          <a href={deskPaths.message(id)}>
            <span className="acts between">
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
    ? "The shop deletes a message 90 days after it is answered. The log still shows that there was one."
    : "The text of each message is in the mailbox. Messages are listed here for 30 days.";
}
