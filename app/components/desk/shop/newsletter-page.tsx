import { DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { DeskFind, NothingFound } from "#app/components/desk/list-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { EmptyList } from "./empty-list.tsx";

export type SubscriberRow = Readonly<{
  id: string;
  email: string;
  topics: string;
  place: string;
  confirmed: string | null;
}>;

type Props = Readonly<{
  query: string;
  counts: Readonly<Record<"subscribed" | "pending" | "unsubscribed", number>>;
  done: string | null;
  subscribers: ReadonlyArray<SubscriberRow>;
  next: string | null;
  mayExport: boolean;
}>;

export function SubscribersPage({ query, counts, done, subscribers, next, mayExport }: Props) {
  const { subscribed, pending, unsubscribed } = counts;
  return (
    <>
      {done === "unsubscribed" ? (
        <DeskNotice>The address has been unsubscribed. The shop no longer keeps it.</DeskNotice>
      ) : null}
      <DeskHead
        title="Newsletter"
        sub={`${subscribed} subscribed, ${pending} awaiting confirmation, ${unsubscribed} unsubscribed.`}
      >
        {mayExport ? (
          <div className="acts">
            <a className="btn btn--line" href={deskPaths.exportOf("newsletter", { names: "on" })}>
              Export…
            </a>
          </div>
        ) : null}
      </DeskHead>
      <section className="panel panel--flush">
        <div className="filter fields">
          <DeskFind
            action={deskPaths.newsletter()}
            label="A part of an email address"
            query={query}
            maxLength={120}
          />
        </div>
        {subscribers.length === 0 ? (
          <NoSubscribers query={query} />
        ) : (
          <SubscriberTable subscribers={subscribers} next={next} />
        )}
      </section>
    </>
  );
}

function NoSubscribers({ query }: Pick<Props, "query">) {
  if (query === "")
    return (
      <EmptyList title="Nobody here" href={deskPaths.newsletter()} isInside>
        Subscribers show here once they have confirmed their address.
      </EmptyList>
    );
  return (
    <NothingFound title="Nobody found" isInside>
      No subscriber has “{query}” in the address. Addresses of people who have left are not kept.
    </NothingFound>
  );
}

function SubscriberTable({ subscribers, next }: Pick<Props, "subscribers" | "next">) {
  return (
    <>
      <DeskTable
        caption="Subscribers, those who confirmed last first"
        columns={["Who", "Confirmed", "What for", "Where they agreed"]}
      >
        {subscribers.map(({ id, email, topics, place, confirmed }) => (
          <DeskRow key={id}>
            <DeskCell isHead className="full">
              <a className="link breaks" href={deskPaths.subscriber(id)}>
                {email}
              </a>
            </DeskCell>
            <DeskCell className="sm" label="Confirmed">
              {confirmed ?? "Before it was noted"}
            </DeskCell>
            <DeskCell className="full sm" label="What for">
              {topics}
            </DeskCell>
            <DeskCell className="full sm" label="Agreed">
              {place}
            </DeskCell>
          </DeskRow>
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </>
  );
}

function Back() {
  return <DeskBack href={deskPaths.newsletter()}>Newsletter</DeskBack>;
}

type OneProps = Readonly<{
  email: string;
  topics: string;
  place: string;
  /** The version of the words, such as "footer-2". */
  wording: string;
  /** "26 November 2026 at 12:10", as the other time. */
  agreed: string;
  confirmed: string | null;
}>;

export function SubscriberPage({ email, topics, place, wording, agreed, confirmed }: OneProps) {
  return (
    <>
      <Back />
      <DeskHead title={<span className="breaks">{email}</span>} />
      <div className="cols">
        <Panel title="What they agreed to">
          <dl className="dl">
            <dt>What for</dt>
            <dd>{topics}</dd>
            <dt>Agreed</dt>
            <dd>
              {agreed}, {place}
            </dd>
            <dt>Words they saw</dt>
            <dd>
              version <span className="mono">{wording}</span>
            </dd>
            <dt>Confirmed</dt>
            <dd>{confirmed ?? "Before it was noted"}</dd>
          </dl>
        </Panel>
        <form className="panel stack-s" method="post">
          <h2 className="h2">Asked to leave?</h2>
          <p className="sm">
            The address is deleted at once; what stays is a code that stops the shop from writing to it. Only
            its owner can subscribe again.
          </p>
          <button className="btn btn--line btn--wide">Unsubscribe</button>
        </form>
      </div>
    </>
  );
}
