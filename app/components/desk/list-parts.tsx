import type { ReactNode } from "react";

/** No count where it is not known, or not said. */
export type ViewLink = Readonly<{ key: string; title: string; count?: number | null }>;

export type ViewsProps = Readonly<{
  views: ReadonlyArray<ViewLink>;
  current: string | null;
  hrefOf: (key: string) => string;
  label?: string;
  isWrapped?: boolean;
}>;

export function DeskViews({ views, current, hrefOf, label = "Views", isWrapped = false }: ViewsProps) {
  return (
    <nav className={isWrapped ? "views views--wrap" : "views"} aria-label={label}>
      {views.map(({ key, title, count = null }) => (
        <a key={key} href={hrefOf(key)} aria-current={key === current ? "page" : undefined}>
          {title} {count === null ? null : <span className="n">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

type FindProps = Readonly<{
  action: string;
  label: string;
  query: string;
  maxLength: number;
  id?: string;
  hasFocus?: boolean;
  autoComplete?: "off";
  /** Fields that are not typed. */
  children?: ReactNode;
}>;

export function DeskFind({ action, label, query, id = "who", hasFocus, children, ...input }: FindProps) {
  return (
    <form className="field" action={action}>
      {children}
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="with-button">
        <input
          {...input}
          className="input"
          id={id}
          name="q"
          type="search"
          defaultValue={query}
          {...{ autoFocus: hasFocus }}
        />
        <button className="btn btn--line">Find</button>
      </span>
    </form>
  );
}

type NothingProps = Readonly<{ title?: string; isInside?: boolean; children: ReactNode }>;

export function NothingFound({ title = "Nothing here", isInside = false, children }: NothingProps) {
  return (
    <section className={isInside ? "void" : "panel void"}>
      <h2 className="d-md">{title}</h2>
      <p className="note">{children}</p>
    </section>
  );
}
