import { deskPaths } from "#app/desk-paths.ts";

import {
  CodeField,
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  DeskText,
  HiddenFields,
} from "./desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "./desk-table.tsx";
import { StatusTag, type Tag } from "./orders-page.tsx";
import { DeskButton, DeskLink } from "./desk-parts.tsx";

type Props = Readonly<{
  id: string;
  /** Words for "a customer" where the role does not see names. */
  name: string;
  firstName: string;
  /** Null where the role does not see it. */
  email: string | null;
  isVerified: boolean;
  since: string;
  newsletter: string | null;
  isSubscribed: boolean;
  sessions: number;
  orders: ReadonlyArray<Readonly<{ number: number; tag: Tag; placed: string; total: string }>>;
  reviews: ReadonlyArray<Readonly<{ id: number; text: string; when: string }>>;
  /** `order` is null for a note on the customer. */
  notes: ReadonlyArray<
    Readonly<{ id: number; order: number | null; by: string; body: string; when: string }>
  >;
  addresses: ReadonlyArray<
    Readonly<{ id: string; lines: ReadonlyArray<string>; phone: string; use: string | null }>
  >;
  noteKey: string;
  may: Readonly<Record<"note" | "help" | "export" | "remove", boolean>>;
  done: string | null;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  "password-link": "The link for a new password is on its way. It goes to the address of the account.",
  "log-out": "Logged out in every browser.",
  note: "The note is written. The team sees it here.",
  before: "Nothing has changed: it was like this before.",
  unsubscribe: "The newsletter is ended for this address.",
};

export function CustomerPage(page: Props) {
  const { name, isVerified, newsletter, done, answer } = page;
  return (
    <>
      <DeskBack href={deskPaths.customers()}>Customers</DeskBack>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={{ body: "Note for the team" }} />
      <DeskHead
        title={name}
        tags={
          <>
            <span className={isVerified ? "tag tag--ok" : "tag"}>
              Account, address {isVerified ? "confirmed" : "not confirmed"}
            </span>
            {newsletter ? <span className="tag">Newsletter: {newsletter}</span> : null}
          </>
        }
      >
        <WriteTo {...page} />
      </DeskHead>
      <div className="cols">
        <div>
          <Orders {...page} />
          <Opinions {...page} />
          <Notes {...page} />
        </div>
        <div>
          <Who {...page} />
          <Addresses {...page} />
          {page.may.help ? <Help {...page} /> : null}
          {page.may.export || page.may.remove ? <PersonalData {...page} /> : null}
        </div>
      </div>
    </>
  );
}

function Orders({ name, orders }: Props) {
  return (
    <section className="panel panel--flush">
      {orders.length === 0 ? (
        <p className="void note">No orders yet.</p>
      ) : (
        <DeskTable
          caption={`Orders of ${name}`}
          columns={["Order", "Status", "Placed", { title: "Total", isRight: true }]}
        >
          {orders.map(({ number, tag, placed, total }) => (
            <DeskRow key={number}>
              <DeskCell isHead className="first" href={deskPaths.order(number)}>
                {number}
              </DeskCell>
              <DeskCell className="side">
                <StatusTag tag={tag} />
              </DeskCell>
              <DeskCell className="sm">{placed}</DeskCell>
              <DeskCell className="side3 r">
                <b className="num">{total}</b>
              </DeskCell>
            </DeskRow>
          ))}
        </DeskTable>
      )}
    </section>
  );
}

function Opinions({ reviews }: Props) {
  if (reviews.length === 0) return null;
  return (
    <Panel title="Reviews">
      <ul className="plain">
        {reviews.map(({ id, text, when }) => (
          <li key={id}>
            <a className="link tap" href={deskPaths.reviews({ id })}>
              {text}
            </a>
            <span className="sm muted">{when}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Notes({ notes, may, noteKey, answer }: Props) {
  if (notes.length === 0 && !may.note) return null;
  return (
    <Panel className="stack-s" title="Notes of the team">
      {notes.length === 0 ? null : (
        <ul className="plain">
          {notes.map(({ id, order, by, body, when }) => (
            <li key={`${order ?? "customer"} ${id}`}>
              <span className="pre">{body}</span>
              <span className="xs muted">
                {by}, {when}
                {order === null ? null : (
                  <>
                    , on <a href={deskPaths.order(order)}>order {order}</a>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {may.note ? (
        <form className="stack-s" method="post">
          <HiddenFields values={{ intent: "note", key: noteKey }} />
          <DeskText
            name="body"
            label="Note for the team"
            hint="Customers never see it here, but they get it if they ask for their data"
            answer={answer}
            rows={3}
            maxLength={1000}
          />
          <button className="btn btn--line">Add note</button>
        </form>
      ) : null}
    </Panel>
  );
}

function WriteTo({ email, firstName }: Props) {
  return email ? <DeskLink href={`mailto:${email}`}>Write to {firstName || email}</DeskLink> : null;
}

function Addresses({ addresses }: Props) {
  if (addresses.length === 0) return null;
  return (
    <Panel className="stack-s" title="Saved addresses">
      <ul className="stack-s">
        {addresses.map(({ id, lines, phone, use }) => (
          <li key={id}>
            <p>
              {lines.map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}
              {phone ? <span>{phone}</span> : null}
            </p>
            {use ? <p className="xs muted">{use}</p> : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Who({ email, since, sessions }: Props) {
  return (
    <Panel title="Who">
      <dl className="dl sm">
        {email ? (
          <>
            <dt>Email</dt>
            <dd className="breaks">
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </>
        ) : null}
        <dt>Since</dt>
        <dd>{since}</dd>
        <dt>Logged in</dt>
        <dd>{sessions === 0 ? "Nowhere" : `In ${sessions} ${sessions === 1 ? "browser" : "browsers"}`}</dd>
      </dl>
    </Panel>
  );
}

function Help({ firstName, isSubscribed }: Props) {
  return (
    <form className="panel stack-s" method="post">
      <h2 className="h2">Can’t log in?</h2>
      <DeskButton intent="password-link" isWide>
        Send a password link
      </DeskButton>
      <DeskButton intent="log-out" isWide>
        Log {firstName || "them"} out everywhere
      </DeskButton>
      {isSubscribed ? (
        <DeskButton intent="unsubscribe" isWide>
          Unsubscribe
        </DeskButton>
      ) : null}
    </form>
  );
}

function PersonalData({ id, may }: Props) {
  return (
    <Panel className="stack-s" title="Personal data">
      <p className="sm muted">Asked by email? Check who it is first.</p>
      {may.export ? (
        <DeskLink href={deskPaths.customerData(id)} isWide>
          Export their data…
        </DeskLink>
      ) : null}
      {may.remove ? (
        <DeskLink href={deskPaths.removeCustomer(id)} look="danger" isWide>
          Delete the account…
        </DeskLink>
      ) : null}
    </Panel>
  );
}

type StepProps = Readonly<{ id: string; name: string; isConfirmed: boolean; answer: DeskAnswer }>;

function StepHead({ id, name, title }: Readonly<{ id: string; name: string; title: string }>) {
  return (
    <>
      <DeskBack href={deskPaths.customer(id)}>{name}</DeskBack>
      <DeskHead title={title} />
    </>
  );
}

/** Asks for a code; then the file can be downloaded for ten minutes. */
export function CustomerDataPage({ id, name, isConfirmed, answer }: StepProps) {
  return (
    <>
      <StepHead id={id} name={name} title={`Export the data of ${name}`} />
      <DeskErrors answer={answer} labels={{ code: "Code" }} />
      <form
        className="panel stack"
        method="post"
        action={isConfirmed ? deskPaths.customerFile(id) : undefined}
      >
        <p>
          The file has everything that we store about {name}: account, orders, reviews, gift lists,
          newsletter, and the notes of the team. Send it only to the address of the account.
        </p>
        <CodeField answer={answer} isConfirmed={isConfirmed} why="The file has personal data." />
        <button className="btn btn--big">{isConfirmed ? "Download the file" : "Go on"}</button>
      </form>
    </>
  );
}

export function CustomerDeletePage({ id, name, isConfirmed, answer }: StepProps) {
  return (
    <>
      <StepHead id={id} name={name} title="Delete the account" />
      <DeskErrors answer={answer} labels={{ name: "Name", code: "Code" }} />
      <form className="panel stack" method="post">
        <p>
          The account, its addresses, lists, reviews and newsletter go at once and cannot be brought back.
          Finished orders stay without a name for as long as the law asks; orders under way are still
          delivered.
        </p>
        <DeskField name="name" label={`Type the name: ${name}`} answer={answer} maxLength={200} />
        <CodeField answer={answer} isConfirmed={isConfirmed} why="This cannot be taken back." />
        <div className="acts">
          <button className="btn btn--danger">Delete the account</button>
          <DeskLink href={deskPaths.customer(id)} look="quiet">
            Keep it
          </DeskLink>
        </div>
      </form>
    </>
  );
}
