import { deskPaths } from "#app/desk-paths.ts";

import { CodeField, type DeskAnswer, DeskErrors, DeskField } from "./desk-form.tsx";
import { DeskBack, DeskHead } from "./desk-back.tsx";

type Props = Readonly<{ email: string; isConfirmed: boolean; answer: DeskAnswer }>;

const LABELS = { presentPassword: "Present password", password: "New password", code: "Code" };

export function OwnPasswordPage({ email, isConfirmed, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.account()}>Your account</DeskBack>
      <DeskHead
        title="Change your password"
        sub="Your other devices are logged out, and you get an email about it."
      />
      <DeskErrors answer={answer} labels={LABELS} />
      <form className="panel stack" method="post">
        {/* Password managers store the new password under it. */}
        <input
          className="vh"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <DeskField
          name="presentPassword"
          label={LABELS.presentPassword}
          type="password"
          autoComplete="current-password"
          answer={answer}
        />
        <DeskField
          name="password"
          label={LABELS.password}
          hint="At least 12 characters. Three or four words are a good choice."
          type="password"
          autoComplete="new-password"
          answer={answer}
        />
        <CodeField answer={answer} isConfirmed={isConfirmed} why="Your log-in changes by it." />
        <div className="acts">
          <button className="btn">Change password</button>
        </div>
      </form>
    </>
  );
}
