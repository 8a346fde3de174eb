import type { ReactNode } from "react";

import logo from "#app/components/layout/logo.svg?url";
import { SkipLink } from "#app/components/layout/skip-link.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { roleInSentence } from "#app/models/staff/role.ts";

import additions from "./desk-additions.js?url";
import { DeskIcon, type DeskIconName } from "./desk-icon.tsx";

const OFFLINE = "You are offline. What you typed stays on this page: send it when you are online again.";

export type DeskEntry = Readonly<{
  href: string;
  label: string;
  icon: DeskIconName;
  /** How many wait there. */
  count?: number;
  /** What is counted: "low or sold out". */
  counted?: string;
  isLate?: boolean;
  isShort?: boolean;
}>;

export type DeskNavigation = Readonly<{
  entries: ReadonlyArray<DeskEntry>;
  name: string;
  role: string;
  current: string | null;
  /** What the shop's country calls a postcode, in a sentence. */
  postcode: string;
  /** What is in the search field: the words of the page of what was found. */
  searched: string;
}>;

export function DeskFrame({
  navigation,
  children,
}: Readonly<{ navigation: DeskNavigation; children: ReactNode }>) {
  const { entries, current, role } = navigation;
  return (
    <>
      <SkipLink />
      <div className="desk">
        <nav className="rail" aria-label="Desk">
          <a className="brand" href={deskPaths.today()}>
            <img src={logo} alt="Hollybough" width="153" height="26" />
            <span className="note">desk</span>
          </a>
          {entries.map((entry) => (
            <RailLink key={entry.href} entry={entry} isCurrent={entry.href === current} />
          ))}
          <p className="foot xs muted">You see what {roleInSentence(role)} sees.</p>
        </nav>
        <DeskBar navigation={navigation} />
        <main className="main" id="main">
          <p className="notice notice--warn offline" role="status" data-offline={OFFLINE} />
          {children}
          <LogOut className="foot-out no-print" />
        </main>
      </div>
      <nav className="tabs-b" aria-label="Desk, short">
        {entries
          .filter(({ isShort }) => isShort)
          .map((entry) => (
            <a key={entry.href} href={entry.href} aria-current={entry.href === current ? "page" : undefined}>
              <DeskIcon name={entry.icon} />
              {entry.label}
              <EntryCount entry={entry} className="n" />
            </a>
          ))}
        <a href={deskPaths.menu()} aria-current={current === deskPaths.menu() ? "page" : undefined}>
          <Icon name="menu" />
          Menu
        </a>
      </nav>
      <script type="module" src={additions} />
    </>
  );
}

function RailLink({ entry, isCurrent }: Readonly<{ entry: DeskEntry; isCurrent: boolean }>) {
  return (
    <a className="i" href={entry.href} aria-current={isCurrent ? "page" : undefined}>
      <DeskIcon name={entry.icon} />
      {entry.label}
      <EntryCount entry={entry} className="n" hasDot />
    </a>
  );
}

type CountProps = Readonly<{ entry: DeskEntry; className: string; hasDot?: boolean }>;

/** A screen reader says what is counted: "Stock, 17 low or sold out". */
export function EntryCount({
  entry: { count, counted, isLate = false },
  className,
  hasDot = false,
}: CountProps) {
  if (!count) return null;
  return (
    <span className={className}>
      {hasDot && isLate ? <span className="dot" /> : null}
      <span className="vh">, </span>
      {count}
      <span className="vh">
        {[counted && ` ${counted}`, isLate && ", some are late"].filter(Boolean).join("")}
      </span>
    </span>
  );
}

function DeskBar({ navigation }: Readonly<{ navigation: DeskNavigation }>) {
  const { name, role, postcode, searched } = navigation;
  return (
    <header className="bar">
      <form className="find" role="search" action={deskPaths.search()}>
        <label className="vh" htmlFor="q">
          Find an order
        </label>
        <Icon name="search" />
        <input
          className="input"
          id="q"
          name="q"
          type="search"
          maxLength={80}
          defaultValue={searched}
          placeholder={`Order, name, email, ${postcode}`}
        />
        <button className="btn btn--line">Find</button>
      </form>
      <div className="acts end">
        <a className="btn btn--quiet laptop-only" href="/">
          View the shop
        </a>
        <LogOut className="laptop-only" />
        <a className="iconb me b sm" href={deskPaths.account()}>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className="vh">
            {name}, {role}: your account
          </span>
        </a>
      </div>
    </header>
  );
}

/** At the top of a laptop, at the foot of a phone. */
function LogOut({ className }: Readonly<{ className: string }>) {
  return (
    <form className={className} method="post" action={deskPaths.logout()}>
      <button className="btn btn--quiet">Log out</button>
    </form>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => (word ?? "").slice(0, 1).toUpperCase())
    .join("");
}
