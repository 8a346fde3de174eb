import { DeskHead } from "#app/components/desk/desk-back.tsx";
import { type DeskAnswer, DeskErrors, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { StatusTags, type Tag } from "#app/components/desk/orders-page.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskLink, SecondLine } from "#app/components/desk/desk-parts.tsx";

export type PageRow = Readonly<{
  /** "article/3"; null where the page is not edited here. */
  id: string | null;
  title: string;
  address: string;
  tags: ReadonlyArray<Tag>;
  changed: string;
  heading?: string;
  moves?: Readonly<{ up: boolean; down: boolean }>;
}>;

type Props = Readonly<{
  groups: ReadonlyArray<Readonly<{ kind: string; title: string; pages: ReadonlyArray<PageRow> }>>;
  /** The server that has the content, or null where it is edited here. */
  source: string | null;
  orderMark: string | null;
  mayEdit: boolean;
  done: string | null;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  discard: "Page discarded. Shoppers had never seen it.",
  moved: "Moved. The shop lists the pages in this order now.",
  before: "Everything was like this before.",
};

export function DeskPagesPage({ groups, source, orderMark, mayEdit, done, answer }: Props) {
  const mark = mayEdit ? orderMark : null;
  return (
    <>
      {done && DONE[done] ? <DeskNotice>{DONE[done]}</DeskNotice> : null}
      <DeskErrors answer={answer} labels={{}} />
      <DeskHead title="Pages" sub="The journal, and what the shop says about delivery, returns and itself.">
        {mayEdit ? (
          <div className="acts">
            <DeskLink href={deskPaths.newPage("information")}>New information page</DeskLink>
            <DeskLink href={deskPaths.newPage("article")} look="plain">
              New article
            </DeskLink>
          </div>
        ) : null}
      </DeskHead>
      {source === null ? null : (
        <DeskNotice tone="info">
          These come from {source} and are changed there. The desk shows what the shop has read.
        </DeskNotice>
      )}
      <nav className="views views--wrap" aria-label="Kinds of pages">
        {groups.map(({ kind, title, pages }) => (
          <a key={kind} href={`#${kind}`}>
            {title} <span className="n">{pages.length}</span>
          </a>
        ))}
      </nav>
      {groups.map(({ kind, title, pages }) => (
        <section key={kind} className="panel panel--flush" id={kind} aria-labelledby={`${kind}-title`}>
          <h2 className="h2" id={`${kind}-title`}>
            {title}
          </h2>
          {kind === "information" && mark !== null ? (
            <form method="post" action={deskPaths.pages()}>
              <input type="hidden" name="was" value={mark} />
              <PageTable caption={title} pages={pages} mayMove />
            </form>
          ) : (
            <PageTable caption={title} pages={pages} />
          )}
        </section>
      ))}
    </>
  );
}

type TableProps = Readonly<{ caption: string; pages: ReadonlyArray<PageRow>; mayMove?: boolean }>;

function PageTable({ caption, pages, mayMove = false }: TableProps) {
  const columns = ["Page", "State", "Last change", ...(mayMove ? ["Order"] : [])];
  return (
    <DeskTable caption={caption} columns={columns}>
      {pages.map((page) => (
        <Row key={page.address + page.title} page={page} mayMove={mayMove} />
      ))}
    </DeskTable>
  );
}

/** The key is the last part of the id. */
function Moves({ page: { id, title, moves } }: Readonly<{ page: PageRow }>) {
  const key = id?.split("/").at(-1) ?? "";
  return (
    <span className="moves">
      {(["up", "down"] as const).map((move) =>
        moves?.[move] ? (
          <button key={move} className={`iconb ${move}`} name="move" value={`${move} ${key}`}>
            <Icon name={move} />
            <span className="vh">
              Move {title} {move}
            </span>
          </button>
        ) : null,
      )}
    </span>
  );
}

function Row({ page, mayMove }: Readonly<{ page: PageRow; mayMove: boolean }>) {
  const { id, title, address, tags, changed, heading } = page;
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        {id === null ? (
          <a className="go" href={address}>
            {title}
          </a>
        ) : (
          <a className="go" href={deskPaths.pageOf(id)}>
            {title}
          </a>
        )}
        <SecondLine look="xs muted mono breaks">{address}</SecondLine>
        {heading ? (
          <>
            <SecondLine>Under {heading}</SecondLine>
          </>
        ) : null}
      </DeskCell>
      <DeskCell className="full">
        <span className="acts">
          <StatusTags tags={tags} />
        </span>
      </DeskCell>
      <DeskCell className="full sm muted">{changed}</DeskCell>
      {mayMove ? (
        <DeskCell className="full">
          <Moves page={page} />
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}
