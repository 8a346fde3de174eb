import { deskPaths } from "#app/desk-paths.ts";

import {
  CodeField,
  type DeskAnswer,
  DeskErrors,
  DeskField,
  DeskNotice,
  More,
  HiddenFields,
} from "./desk-form.tsx";
import { DeskBack, DeskHead } from "./desk-back.tsx";
import { RoleChoice } from "./staff-page.tsx";
import { DeskButton } from "./desk-parts.tsx";

type Props = Readonly<{
  name: string;
  email: string;
  role: string;
  version: number;
  hasLeft: boolean;
  isLoggedOut: boolean;
  /** As one would type it, in the shop's currency. */
  limit: string;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function StaffMemberPage(member: Props) {
  const { name, email, hasLeft, isLoggedOut, answer } = member;
  return (
    <>
      <DeskBack href={deskPaths.staff()}>Staff</DeskBack>
      {isLoggedOut ? <DeskNotice>{name} is logged out on every device.</DeskNotice> : null}
      <DeskHead title={name} sub={email} />
      <DeskErrors
        answer={answer}
        labels={{ role: "Role", limit: "Refunds a day", name: "Name", code: "Code" }}
      />
      {hasLeft ? (
        <p className="panel">{name} has left. A new invitation brings the account back.</p>
      ) : (
        <div className="cols cols--even">
          <ChangeForm {...member} />
          <OtherSteps {...member} />
        </div>
      )}
    </>
  );
}

function ChangeForm({ role, version, limit, isConfirmed, answer }: Props) {
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">Role</h2>
      <HiddenFields values={{ intent: "change", version }} />
      <RoleChoice chosen={answer.values["role"] ?? role} />
      <DeskField
        name="limit"
        label="Refunds a day"
        hint="The most that a packer may give back in a day by refunds, cancelled orders and accepted returns, in the shop’s own currency. Orders in another are refunded by owners. 0 means never."
        inputMode="decimal"
        value={limit}
        answer={answer}
        maxLength={20}
      />
      <CodeField answer={answer} isConfirmed={isConfirmed} why="A role opens parts of the desk." />
      <p className="sm muted">A new role logs them out everywhere.</p>
      <button className="btn">Save</button>
    </form>
  );
}

function OtherSteps({ name, isConfirmed, answer }: Props) {
  return (
    <section className="panel stack">
      <form className="stack-s" method="post">
        <h2 className="h2">Devices</h2>
        <p className="sm">For a phone that was lost, for instance. {name} can log in again.</p>
        <DeskButton intent="log-out">Log out on every device</DeskButton>
      </form>
      <More title="Other steps" isOpen={answer.errors["name"] !== undefined}>
        <form className="stack" method="post">
          <input type="hidden" name="intent" value="end" />
          <p className="sm">
            {name} can then no longer log in. What they did stays in the log. You can invite them again.
          </p>
          <DeskField name="name" label={`Type the name: ${name}`} answer={answer} maxLength={120} />
          {isConfirmed ? null : (
            <p className="sm muted">Type a code in the form above first: save the role as it is.</p>
          )}
          <button className="btn btn--danger" disabled={!isConfirmed}>
            End the account
          </button>
        </form>
      </More>
    </section>
  );
}
