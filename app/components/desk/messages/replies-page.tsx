import {
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskText,
  StepButton,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { EmptyList } from "#app/components/desk/shop/empty-list.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import {
  FIRST_NAME_MARK,
  SAVED_REPLY_LABELS,
  SAVED_TEXT_MAX,
  SAVED_TITLE_MAX,
} from "#app/models/content/saved-reply.ts";

export type SavedReplyRow = Readonly<{ id: number; title: string; excerpt: string; changed: string }>;

type ListProps = Readonly<{
  replies: ReadonlyArray<SavedReplyRow>;
  removed: Readonly<{ id: number; title: string }> | null;
  done: string | null;
  newKey: string;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  added: "Reply saved. You can choose it on the page of every message.",
  save: "Reply saved.",
  "put-back": "The reply is back on the list.",
  before: "Nothing has changed. It was like this already.",
};

export function SavedRepliesPage({ replies, removed, done, newKey, answer }: ListProps) {
  return (
    <>
      <DeskBack href={deskPaths.messages()}>Messages</DeskBack>
      {removed ? <Removed {...removed} /> : null}
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={SAVED_REPLY_LABELS} />
      <DeskHead
        title="Saved replies"
        sub="Replies that you can reuse. Choose one on the page of a message."
      />
      <div className="cols">
        <section className="panel panel--flush" aria-label="Saved replies">
          {replies.length === 0 ? (
            <EmptyList href={deskPaths.savedReplies()} isInside>
              Save the answers you give most often, such as how long a repair takes.
            </EmptyList>
          ) : (
            <ul className="lines message-list">
              {replies.map(({ id, title, excerpt, changed }) => (
                <li key={id}>
                  <a href={deskPaths.savedReply(id)}>
                    <b>{title}</b>
                    <span className="sm">{excerpt}</span>
                    <span className="sm muted">{changed}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <form className="panel stack" method="post" action={deskPaths.savedReplies()}>
          <h2 className="h2">New reply</h2>
          <input type="hidden" name="key" value={answer.values["key"] ?? newKey} />
          <Fields answer={answer} />
          <button className="btn btn--big" name="intent" value="add">
            Save reply
          </button>
        </form>
      </div>
    </>
  );
}

function Removed({ id, title }: Readonly<{ id: number; title: string }>) {
  return (
    <DeskNotice
      end={
        <StepButton action={deskPaths.savedReplies()} values={{ removed: id }} intent="put-back">
          Put it back
        </StepButton>
      }
    >
      “{title}” removed. You can put it back for a day.
    </DeskNotice>
  );
}

function Fields({
  answer,
  value = { title: "", text: "" },
}: Readonly<{ answer: DeskAnswer; value?: Readonly<{ title: string; text: string }> }>) {
  return (
    <>
      <DeskField
        name="title"
        label={SAVED_REPLY_LABELS.title}
        hint="Customers never see it"
        answer={answer}
        value={value.title}
        maxLength={SAVED_TITLE_MAX}
        autoComplete="off"
      />
      <DeskText
        name="text"
        label={SAVED_REPLY_LABELS.text}
        hint={`The desk adds the greeting and your name. ${FIRST_NAME_MARK} becomes the customer’s first name. For a greeting of your own, start with a line such as “Hello ${FIRST_NAME_MARK},”`}
        answer={answer}
        value={value.text}
        rows={9}
        maxLength={SAVED_TEXT_MAX}
      />
    </>
  );
}

export type SavedReplyAnswer = DeskAnswer &
  Readonly<{
    /** Fields that somebody else has changed meanwhile, with what they are now. */
    theirs?: Readonly<Record<string, string>>;
  }>;

type Props = Readonly<{
  reply: Readonly<{ id: number; title: string; text: string; changed: string }>;
  marks: Readonly<Record<string, string>>;
  answer: SavedReplyAnswer;
}>;

export function SavedReplyPage({ reply, marks, answer }: Props) {
  const { theirs = {} } = answer;
  return (
    <>
      <DeskBack href={deskPaths.savedReplies()}>Saved replies</DeskBack>
      <DeskErrors answer={answer} labels={SAVED_REPLY_LABELS} />
      <DeskHead title={reply.title} sub={reply.changed} />
      <form className="panel stack" method="post">
        {Object.entries(marks).map(([name, mark]) => (
          <input key={name} type="hidden" name={name} value={answer.values[name] ?? mark} />
        ))}
        <Fields answer={answer} value={reply} />
        {Object.entries(theirs).map(([field, text]) => (
          <div className="field" key={field}>
            <label className="label" htmlFor={`theirs-${field}`}>
              What is saved now: {SAVED_REPLY_LABELS[field as keyof typeof SAVED_REPLY_LABELS].toLowerCase()}
            </label>
            <textarea className="textarea" id={`theirs-${field}`} rows={6} readOnly defaultValue={text} />
          </div>
        ))}
        <div className="acts">
          <button className="btn btn--big" name="intent" value="save">
            Save reply
          </button>
          <button className="btn btn--line" name="intent" value="remove">
            Remove
          </button>
        </div>
      </form>
    </>
  );
}
