import { DeskHead } from "#app/components/desk/desk-back.tsx";
import { type DeskAnswer, DeskErrors, DeskNotice, StepButton } from "#app/components/desk/desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { DeskFind, DeskViews, NothingFound, type ViewLink } from "#app/components/desk/list-parts.tsx";
import { EmptyList } from "#app/components/desk/shop/empty-list.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

export type ResourceCell = Readonly<{ text: string; href: string | null }>;

export type ResourceRow = Readonly<{
  key: string;
  /** What the page shows of it: a command is refused once that has changed. */
  mark: string;
  /** One for each column; the first names the row. */
  cells: ReadonlyArray<ResourceCell>;
  note: string;
  isProblem: boolean;
  /** Nothing for somebody who may not change it. */
  commands: ReadonlyArray<Readonly<{ name: string; label: string }>>;
}>;

/** What was done just now, by its row of the log. */
export type ResourceNotice = Readonly<{ name: string; text: string; undo: number | null }>;

export type ResourceListView = Readonly<{
  name: string;
  one: string;
  title: string;
  about: string;
  views: ReadonlyArray<ViewLink>;
  view: string;
  query: string;
  /** Of those that are found; null where all are shown. */
  count: number | null;
  find: string;
  empty: Readonly<{ title: string; text: string }>;
  columns: ReadonlyArray<string>;
  isMono: boolean;
  rows: ReadonlyArray<ResourceRow>;
  next: string | null;
  hasCommands: boolean;
  newHref: string | null;
  /** Of the file of all of them. */
  exportHref: string | null;
  notice: ResourceNotice | null;
}>;

type Props = ResourceListView & Readonly<{ answer: DeskAnswer }>;

export function ResourceListPage(page: Props) {
  const { name, one, title, about, views, view, query, newHref, exportHref, notice, answer } = page;
  const listHref = deskPaths.resource(name);
  return (
    <>
      {notice ? <StepNotice notice={notice} href={listHref} isMono={page.isMono} /> : null}
      <DeskErrors answer={answer} labels={{}} />
      <DeskHead title={title} sub={about}>
        {exportHref === null && newHref === null ? null : (
          <div className="acts">
            {exportHref === null ? null : <DeskLink href={exportHref}>Export…</DeskLink>}
            {newHref === null ? null : (
              <DeskLink href={newHref} look="plain">
                New {one}
              </DeskLink>
            )}
          </div>
        )}
      </DeskHead>
      {views.length > 1 ? (
        <DeskViews
          views={views}
          current={query === "" ? view : null}
          hrefOf={(key) => deskPaths.resource(name, key === views[0]?.key ? {} : { view: key })}
        />
      ) : null}
      <section className="panel panel--flush">
        <div className="filter fields">
          <DeskFind action={listHref} label={page.find} query={query} id="find" maxLength={200} />
        </div>
        <List {...page} />
      </section>
    </>
  );
}

type NoticeProps = Readonly<{ notice: ResourceNotice; href: string; isMono: boolean }>;

export function StepNotice({ notice: { name, text, undo }, href, isMono }: NoticeProps) {
  const button =
    undo === null ? null : (
      <StepButton action={href} values={{ step: undo }} intent="undo">
        Undo
      </StepButton>
    );
  return (
    <DeskNotice end={button}>
      <b className={isMono ? "mono breaks" : "breaks"}>{name}</b> {text}
    </DeskNotice>
  );
}

function List({ name, title, query, count, empty, columns, rows, next, hasCommands, isMono }: Props) {
  if (rows.length === 0 && query === "")
    return (
      <EmptyList title={empty.title} href={deskPaths.resource(name)} isInside>
        {empty.text}
      </EmptyList>
    );
  if (rows.length === 0)
    return (
      <NothingFound title="Nothing found" isInside>
        Nothing has “{query}” in it.
      </NothingFound>
    );
  const heads = hasCommands ? [...columns, { title: "Steps", isHidden: true }] : columns;
  const caption = query === "" ? title : `${title}${count === null ? "" : `: ${count}`} with “${query}”`;
  return (
    <>
      <DeskTable caption={caption} columns={heads}>
        {rows.map((row) => (
          <Row key={row.key + row.note} row={row} {...{ name, columns, hasCommands, isMono }} />
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </>
  );
}

type RowProps = Pick<Props, "name" | "columns" | "hasCommands" | "isMono"> & Readonly<{ row: ResourceRow }>;

function Row({ row, name, columns, hasCommands, isMono }: RowProps) {
  const { key, mark, cells, note, isProblem, commands } = row;
  const [first, ...others] = cells;
  const look = isMono ? "mono breaks" : "breaks";
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        {first?.href ? (
          <a className={`link ${look}`} href={first.href}>
            {first.text}
          </a>
        ) : (
          <b className={look}>{first?.text}</b>
        )}
        <br />
        <span className={isProblem ? "sm late breaks" : "xs muted"}>{note}</span>
      </DeskCell>
      {others.map(({ text, href }, at) => (
        <DeskCell key={columns[at + 1]} className="full" label={columns[at + 1]}>
          {href === null ? (
            <span className="breaks">{text}</span>
          ) : (
            <a className={`link ${look}`} href={href}>
              {text}
            </a>
          )}
        </DeskCell>
      ))}
      {hasCommands ? (
        <DeskCell className="full">
          {commands.map((command) => (
            <StepButton
              key={command.name}
              action={deskPaths.resource(name)}
              values={{ command: command.name, key, mark }}
              intent="command"
            >
              {command.label}
              <span className="vh"> {first?.text}</span>
            </StepButton>
          ))}
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}
