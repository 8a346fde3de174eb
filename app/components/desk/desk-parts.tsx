import type { ReactNode } from "react";

type Looks = Readonly<{ look?: "line" | "plain" | "big" | "quiet" | "danger"; isWide?: boolean }>;

function classOf({ look = "line", isWide = false }: Looks): string {
  const own = look === "plain" ? "btn" : `btn btn--${look}`;
  return isWide ? `${own} btn--wide` : own;
}

type LinkProps = Looks & Readonly<{ href: string; children: ReactNode }>;

/** A link that looks like a button. */
export function DeskLink({ href, children, ...looks }: LinkProps) {
  return (
    <a className={classOf(looks)} href={href}>
      {children}
    </a>
  );
}

type ButtonProps = Looks & Readonly<{ intent: string; formNoValidate?: boolean; children: ReactNode }>;

/** A button that says which step of its form is meant. */
export function DeskButton({ intent, formNoValidate, children, ...looks }: ButtonProps) {
  return (
    <button className={classOf(looks)} name="intent" value={intent} formNoValidate={formNoValidate}>
      {children}
    </button>
  );
}

type LineProps = Readonly<{ look?: string; children: ReactNode }>;

/** Below what a cell or an item says first, and smaller. */
export function SecondLine({ look = "xs muted", children }: LineProps) {
  return (
    <>
      <br />
      <span className={look}>{children}</span>
    </>
  );
}

type PickProps = Readonly<{ name: string; isChosen?: boolean; children: ReactNode }>;

/** Chooses the row that it stands in; `children` say which one. */
export function PickBox({ name, isChosen, children }: PickProps) {
  return (
    <label className="pick">
      <input type="checkbox" name={name} value="on" defaultChecked={isChosen} />
      <span className="vh">{children}</span>
    </label>
  );
}

/** Sent as "on"; not at all where it is not ticked. */
export function TickBox({ name, isChosen, children }: PickProps) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isChosen} />
      <span>{children}</span>
    </label>
  );
}
