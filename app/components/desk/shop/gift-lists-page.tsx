import {
  CodeField,
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  StepButton,
} from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { DeskFind, NothingFound } from "#app/components/desk/list-parts.tsx";
import { StatusTag, type Tag } from "#app/components/desk/orders-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { EmptyList } from "./empty-list.tsx";
import { DeskButton, SecondLine } from "#app/components/desk/desk-parts.tsx";

type FoundList = Readonly<{
  id: string;
  name: string;
  family: string;
  email: string;
  event: string;
  tag: Tag;
}>;

type FindProps = Readonly<{
  query: string;
  /** The code is of a link that the family has replaced. */
  isFormer: boolean;
  lists: ReadonlyArray<FoundList>;
}>;

export function FindGiftListPage({ query, isFormer, lists }: FindProps) {
  return (
    <>
      <DeskHead title="Gift lists" sub="For families and givers who write to you." />
      <section className="panel panel--flush">
        <div className="filter fields">
          <DeskFind
            action={deskPaths.giftLists()}
            label="Code of the list, name, or whole email address"
            query={query}
            maxLength={120}
            autoComplete="off"
          />
        </div>
        {lists.length === 0 ? (
          <NothingFound title={query === "" ? "Which list?" : "No list found"} isInside>
            {emptyText(query, isFormer)}
          </NothingFound>
        ) : (
          <FoundTable query={query} lists={lists} />
        )}
      </section>
    </>
  );
}

function emptyText(query: string, isFormer: boolean): string {
  if (query === "") return "The code is on the family’s card, such as 7K4P-9QWX.";
  if (isFormer) return "That code belonged to an earlier link of the list, which the family has replaced.";
  return `Nothing was found for “${query}”. Searched were codes, names of lists and families, and email addresses.`;
}

function FoundTable({ query, lists }: Pick<FindProps, "query" | "lists">) {
  return (
    <DeskTable
      caption={`Gift lists for “${query}”, the newest first`}
      columns={["List", "Family", "For", "State"]}
    >
      {lists.map(({ id, name, family, email, event, tag }) => (
        <DeskRow key={id}>
          <DeskCell isHead className="first">
            <a className="link" href={deskPaths.giftList(id)}>
              {name}
            </a>
          </DeskCell>
          <DeskCell className="full">
            {family}
            <SecondLine look="xs muted breaks">{email}</SecondLine>
          </DeskCell>
          <DeskCell className="sm">{event}</DeskCell>
          <DeskCell className="side3">
            <StatusTag tag={tag} />
          </DeskCell>
        </DeskRow>
      ))}
    </DeskTable>
  );
}

type Claim = Readonly<{
  id: string;
  gift: string;
  units: number;
  /** The number of the order that paid for it, or null. */
  order: number | null;
  giver: string;
  email: string;
  /** "Reserved until 30 November 2026 at 23:59" */
  how: string;
  mark: string;
  isPaidFor: boolean;
}>;

type ListProps = FoundList &
  Readonly<{
    code: string | null;
    closes: string;
    requestedEmail: string | null;
    keepsSurprise: boolean;
    gifts: ReadonlyArray<
      Readonly<{ id: string; name: string; variantLabel: string | null; quantity: number; claimed: number }>
    >;
    claims: ReadonlyArray<Claim>;
    mayMove: boolean;
    isConfirmed: boolean;
    done: string | null;
    answer: DeskAnswer;
  }>;

const DONE: Readonly<Record<string, string>> = {
  freed: "The gift is free again.",
  moved: "The link is on its way. The list moves when its button is pressed.",
};

export function HelpFamilyPage(page: ListProps) {
  const { name, tag, keepsSurprise, done, answer, mayMove } = page;
  return (
    <>
      <DeskBack href={deskPaths.giftLists()}>Gift lists</DeskBack>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={{ email: "New email address", code: "Code" }} />
      <DeskHead title={name} tags={<StatusTag tag={tag} />} />
      {keepsSurprise ? (
        <DeskNotice tone="info">
          This family wants to be surprised. Do not tell them what has been given, or that something has.
        </DeskNotice>
      ) : null}
      <div className="cols">
        <div>
          <Claims {...page} />
          <Gifts {...page} />
        </div>
        <div>
          <Family {...page} />
          {mayMove ? <Move {...page} /> : null}
        </div>
      </div>
    </>
  );
}

function Claims({ claims }: Pick<ListProps, "claims">) {
  if (claims.length === 0)
    return (
      <EmptyList title="Nothing is claimed" href={deskPaths.giftLists()}>
        What somebody reserves, buys here or says they bought elsewhere shows up here.
      </EmptyList>
    );
  return (
    <Panel className="panel--flush" title="Who gives what" id="claims">
      <DeskTable caption="Claims" columns={["Gift", "Giver", { title: "Steps", isHidden: true }]}>
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} />
        ))}
      </DeskTable>
    </Panel>
  );
}

function ClaimRow({ claim }: Readonly<{ claim: Claim }>) {
  const { id, gift, units, order, giver, email, how, mark, isPaidFor } = claim;
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        <b>
          {units} × {gift}
        </b>
        <SecondLine look="sm muted">{how}</SecondLine>
      </DeskCell>
      <DeskCell className="full">
        {giver}
        <SecondLine look="xs muted breaks">{email}</SecondLine>
      </DeskCell>
      <DeskCell className="full">
        {isPaidFor ? (
          order === null ? null : (
            <a className="link" href={deskPaths.order(order)}>
              Order {order}
            </a>
          )
        ) : (
          <StepButton values={{ claim: id, shown: mark }} intent="free">
            Free it
            <span className="vh">
              {" "}
              {gift}, {giver}
            </span>
          </StepButton>
        )}
      </DeskCell>
    </DeskRow>
  );
}

function Gifts({ gifts }: Pick<ListProps, "gifts">) {
  if (gifts.length === 0) return null;
  return (
    <Panel title="Gifts on the list">
      <ul className="plain">
        {gifts.map(({ id, name, variantLabel, quantity, claimed }) => (
          <li key={id}>
            <span>
              {name}
              {variantLabel === null ? null : <span className="sm muted"> {variantLabel}</span>}
            </span>
            <span className="sm num">
              {claimed} of {quantity} claimed
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Family({ family, email, event, code, closes, requestedEmail }: ListProps) {
  return (
    <Panel title="Family">
      <dl className="dl sm">
        <dt>Name</dt>
        <dd>{family}</dd>
        <dt>Email</dt>
        <dd className="breaks">
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>For</dt>
        <dd>{event}</dd>
        <dt>Code</dt>
        <dd className="mono">{code ?? "None before the address is confirmed"}</dd>
        <dt>Closes</dt>
        <dd>{closes}</dd>
        {requestedEmail === null ? null : (
          <>
            <dt>Moves to</dt>
            <dd className="breaks">{requestedEmail}, once the button in the email is pressed</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Move({ email, requestedEmail, isConfirmed, answer }: ListProps) {
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">Lost the mailbox?</h2>
      <p className="sm">
        Make sure that it is their list first. The new address gets a link, the present one a notice; nothing
        changes until the link’s button is pressed, and the present address can undo it for 72 hours.
      </p>
      <input type="hidden" name="present" value={email} />
      <input type="hidden" name="requested" value={requestedEmail ?? ""} />
      <DeskField
        name="email"
        label="New email address"
        type="email"
        answer={answer}
        maxLength={254}
        autoComplete="off"
      />
      <CodeField answer={answer} isConfirmed={isConfirmed} why="Whoever has the list sees its address." />
      <DeskButton intent="move">Send the link</DeskButton>
    </form>
  );
}
