import { deskPaths } from "#app/desk-paths.ts";

import { DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { StatusTag, type Tag } from "#app/components/desk/orders-page.tsx";

export type PageRow = Readonly<{
  /** "article/3"; null where the page is not edited here. */
  id: string | null;
  title: string;
  /** Where shoppers find it. */
  address: string;
  tags: ReadonlyArray<Tag>;
  changed: string;
}>;

type Props = Readonly<{
  groups: ReadonlyArray<Readonly<{ kind: string; title: string; pages: ReadonlyArray<PageRow> }>>;
  /** The server that has the content, or null where it is edited here. */
  source: string | null;
  mayEdit: boolean;
  done: string | null;
}>;

export function DeskPagesPage({ groups, source, mayEdit, done }: Props) {
  return (
    <>
      {done === "discard" ? (
        <DeskNotice>The page is discarded. Nobody on the shop had seen it.</DeskNotice>
      ) : null}
      <div className="head">
        <div>
          <h1 className="h1">Pages</h1>
          <p className="sub">The journal, and what the shop says about delivery, returns and itself.</p>
        </div>
        {mayEdit ? (
          <div className="acts">
            <a className="btn btn--line" href={deskPaths.newPage("information")}>
              New information page
            </a>
            <a className="btn" href={deskPaths.newPage("article")}>
              New article
            </a>
          </div>
        ) : null}
      </div>
      {source === null ? null : (
        <DeskNotice tone="info">
          These come from {source} and are changed there. The desk shows what the shop has read.
        </DeskNotice>
      )}
      <nav className="views" aria-label="Kinds of pages">
        {groups.map(({ kind, title, pages }) => (
          <a key={kind} href={`#${kind}`}>
            {title} <span className="n">{pages.length}</span>
          </a>
        ))}
      </nav>
      {groups.map(({ kind, title, pages }) => (
        <section key={kind} className="panel panel--flush" id={kind} aria-labelledby={`${kind}-title`}>
          <h2 className="h2 panel-title" id={`${kind}-title`}>
            {title}
          </h2>
          <DeskTable caption={title} columns={["Page", "State", "Last change"]}>
            {pages.map((page) => (
              <Row key={page.address + page.title} page={page} />
            ))}
          </DeskTable>
        </section>
      ))}
    </>
  );
}

function Row({ page: { id, title, address, tags, changed } }: Readonly<{ page: PageRow }>) {
  return (
    <DeskRow>
      <DeskCell className="full">
        {id === null ? (
          <a className="go" href={address}>
            {title}
          </a>
        ) : (
          <a className="go" href={deskPaths.pageOf(id)}>
            {title}
          </a>
        )}
        <br />
        <span className="xs muted mono breaks">{address}</span>
      </DeskCell>
      <DeskCell className="full">
        <span className="acts">
          {tags.map((tag) => (
            <StatusTag key={tag.text} tag={tag} />
          ))}
        </span>
      </DeskCell>
      <DeskCell className="full">
        <span className="sm muted">{changed}</span>
      </DeskCell>
    </DeskRow>
  );
}
