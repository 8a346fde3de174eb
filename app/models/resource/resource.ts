/**
 * What the owner handles, declared once: app/models/desk/resources. From it come its list and its form at the desk,
 * what may be done to it and by whom, its lines in the log and their undo (docs/resources.md).
 */
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Result } from "#app/models/shared/result.ts";
import type { DeskStep } from "#app/models/staff/role.ts";
import type { Store } from "#app/models/store/store.ts";

import type { DeclaredRow, ResourceFields, Texts } from "./field.ts";

export type RowQuery = Readonly<{
  view: string;
  /** Typed into "find"; empty: all. */
  text: string;
  /** The key of the row before the first. */
  after: string | null;
  limit: number;
  now: Date;
}>;

type Rows<R> = Readonly<{
  list(query: RowQuery): Promise<ReadonlyArray<R>>;
  /** Of those that `text` finds; null where it would cost too much. */
  count(query: Pick<RowQuery, "view" | "text" | "now">): Promise<number | null>;
  find(key: string): Promise<R | null>;
  /** Until the transaction ends nobody else changes it. */
  lock(key: string): Promise<void>;
}>;

export type ResourceView = Readonly<{
  key: string;
  title: string;
  /** What is said where it shows nothing. */
  empty: Readonly<{ title: string; text: string }>;
  /** Its rows are what somebody has to put right. */
  isProblem?: true;
}>;

type Change<Prepared> = Readonly<{
  now: Date;
  /** Whoever changes it; empty for the shop's own commands. */
  by: string;
  /** Of the form of a new one: what is sent twice adds one. */
  request: string;
  /** What `prepare` has read. */
  prepared: Prepared;
}>;

type Added = Readonly<{ key: string; isNew: boolean }>;

type Changing<Value> = Promise<Result<Value, ShopErrorCode>>;

/** What can be done to a row besides changing it, at the press of a button. */
export type ResourceCommand<R = Readonly<Record<string, unknown>>> = Readonly<{
  label: string;
  /** Behind the noun, in the name of the step in the log: "removed" makes "redirect-removed". */
  logged: string;
  /** In the log, before the name of the row. */
  log: string;
  /** Behind the name of the row, on the page after it. */
  done: string;
  /** Of what nobody can take back: it is offered on the page of the row alone, below these words. */
  warning?: Readonly<{ title: string; text: string }>;
  run(row: R, change: Change<unknown>): Changing<unknown>;
  /** "add": what it removed is added again. Another command takes it back by its name. Null: nothing does. */
  undo: string | null;
  /** Of which rows it is offered; left out: of all. */
  suits?(row: R): boolean;
}>;

/** "Remove". Undo adds the row again. */
export function removal<R>(one: string, run: ResourceCommand<R>["run"]): ResourceCommand<R> {
  return {
    ...{ label: "Remove", logged: "removed", log: `Removed the ${one}`, done: "is removed." },
    ...{ run, undo: "add" },
  };
}

/** The view of all rows, with what it says while there are none. */
export function allRows(text: string): ResourceView {
  return { key: "all", title: "All", empty: { title: "Nothing here", text } };
}

type ListedBy<R> = Readonly<{
  key(row: R): string;
  /** What commands name a row by, beside its key. */
  name?(row: R): string;
  /** What is searched. */
  text(row: R): string;
  isIn?(row: R, query: Pick<RowQuery, "view" | "now">): boolean;
}>;

/** Of a few that are read all at once, in the order that `all` has. */
export function listedRows<R>(
  all: () => Promise<ReadonlyArray<R>>,
  { key, name, text, isIn }: ListedBy<R>,
): Pick<Rows<R>, "list" | "count" | "find"> {
  let reading: Promise<ReadonlyArray<R>> | null = null;
  // A page asks for the count of each view and for the rows in one go: one reading answers all.
  const read = () => {
    queueMicrotask(() => {
      reading = null;
    });
    return (reading ??= all());
  };
  const found = async (query: Pick<RowQuery, "view" | "text" | "now">) => {
    const plain = query.text.toLowerCase();
    const isFound = (row: R) => text(row).toLowerCase().includes(plain);
    // What is looked for is found in every view.
    return (await read()).filter((row) => (query.text === "" ? (isIn?.(row, query) ?? true) : isFound(row)));
  };
  return {
    async list({ after, limit, ...query }) {
      const rows = await found(query);
      const start = after === null ? 0 : rows.findIndex((row) => key(row) === after) + 1;
      return rows.slice(start, start + limit);
    },
    count: async (query) => (await found(query)).length,
    async find(own) {
      const rows = await all();
      return rows.find((row) => key(row) === own) ?? rows.find((row) => name?.(row) === own) ?? null;
    },
  };
}

/** What is computed of a row, beside its fields. */
type ComputedColumn<R> = Readonly<{ label: string; text(row: R, store: Store): string }>;
type Column<F, R> = (keyof F & string) | ComputedColumn<R>;

export type MenuGroup = "goods" | "customers" | "texts" | "settings";
type MenuIcon = "badge" | "list" | "lock" | "megaphone" | "signpost" | "tag" | "ticket" | "tree" | "truck";

/** `R`: what a row has beside its fields, such as when it was made. */
export type Resource<
  F extends ResourceFields = ResourceFields,
  R extends DeclaredRow<F> = DeclaredRow<F>,
  Prepared = unknown,
> = Readonly<{
  /** Its address at the desk: "redirects". */
  name: string;
  /** What its lines in the log are about; no other has it. It is stored, so it stays. */
  kind: string;
  /** In sentences: "saved reply". */
  one: string;
  title: string;
  about: string;
  /** Its place in the desk's menu. Left out: another page leads to it. */
  menu?: Readonly<{ group: MenuGroup; icon: MenuIcon }>;
  see: DeskStep;
  edit: DeskStep;
  fields: F;
  /** The field that names a row in addresses and in the log. */
  key: keyof F & string;
  /** The field by which people know a row. */
  called: keyof F & string;
  rows: Rows<R>;
  list: Readonly<{
    columns: ReadonlyArray<Column<F, R>>;
    views: readonly [ResourceView, ...ReadonlyArray<ResourceView>];
    /** The label of "find". */
    find: string;
    /** Small, below the first column. */
    note(row: R, store: Store, now: Date): string;
    /** Where the text of a column leads. */
    hrefs?: Readonly<Partial<Record<keyof F, (row: R) => string>>>;
  }>;
  /** On the page of a row, what it says beside its form. */
  facts?: ReadonlyArray<Column<F, R>>;
  /** Read before the transaction of a change begins: what takes long. */
  prepare?(): Promise<Prepared>;
  /** What no field can say alone, by field. */
  check?(row: DeclaredRow<F>): Promise<Texts>;
  /** Refuse before anything is written. A row that is put back has its key. Left out: the desk adds none. */
  add?(row: DeclaredRow<F>, change: Change<Prepared>): Changing<Added>;
  /** Answers with the key. Left out: what is there is only shown. */
  change?(row: DeclaredRow<F>, before: R, change: Change<Prepared>): Changing<string>;
  commands: Readonly<Record<string, ResourceCommand<R>>>;
  /** The fields that refusals are about, where their `detail` names none; of others the whole form is. */
  refusals?: Readonly<Partial<Record<ShopErrorCode, keyof F & string>>>;
}>;

/** Gives `row` its type everywhere in a declaration. */
export function resource<F extends ResourceFields, R extends DeclaredRow<F>, Prepared>(
  declared: Resource<F, R, Prepared>,
): Resource {
  return declared as unknown as Resource;
}

/** What a list says in a column, and a page among its facts. */
export function columnText(
  { fields }: Resource,
  column: string | ComputedColumn<Readonly<Record<string, unknown>>>,
): Readonly<{ label: string; text(row: Readonly<Record<string, unknown>>, store: Store): string }> {
  if (typeof column !== "string") return column;
  const field = fields[column];
  return { label: field?.label ?? column, text: (row, store) => field?.shown(row[column], store) ?? "" };
}

/** By the key where nobody can tell a row otherwise. */
export function nameOf({ called, key }: Resource, row: Readonly<Record<string, unknown>>): string {
  return String(row[called] ?? row[key]);
}

/** Null for a name that is not declared, such as "constructor". */
export function commandNamed({ commands }: Resource, name: string): ResourceCommand | null {
  return Object.hasOwn(commands, name) ? (commands[name] ?? null) : null;
}

/** By the name of its step in the log: "redirect-removed". */
export function commandLogged({ kind, commands }: Resource, action: string): ResourceCommand | null {
  return Object.values(commands).find(({ logged }) => action === `${kind}-${logged}`) ?? null;
}
