import type { ReactNode } from "react";

import logo from "#app/components/layout/logo.svg?url";

import { deskPaths } from "#app/desk-paths.ts";

export function DeskLoginFrame({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className="door">
      <header className="top-b">
        <a className="brand" href={deskPaths.login()}>
          <img src={logo} alt="Hollybough" width="165" height="28" />
          <span className="note">desk</span>
        </a>
      </header>
      <main id="main">
        <div className="box">{children}</div>
      </main>
      <footer className="top-b xs muted">
        Only for people who work here. <a href="/">Shopping? The shop is this way.</a>
      </footer>
    </div>
  );
}
