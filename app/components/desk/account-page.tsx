import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead, Panel } from "./desk-back.tsx";
import { CodeField, type DeskAnswer, DeskErrors, DeskNotice, HiddenFields } from "./desk-form.tsx";
import { OwnPasskeys, type ShownPasskey } from "./own-passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

type Props = Readonly<{
  name: string;
  email: string;
  role: string;
  codesLeft: number;
  appSince: string | null;
  passkeys: ReadonlyArray<ShownPasskey>;
  device: string;
  canAddPasskey: boolean;
  done: string | null;
  isConfirmed: boolean;
  sessions: ReadonlyArray<Readonly<{ id: string; device: string; lastSeen: string; isOwn: boolean }>>;
  /** With new recovery codes, which are shown once. */
  answer: DeskAnswer & Readonly<{ recoveryCodes?: ReadonlyArray<string> }>;
}>;

export function AccountPage(account: Props) {
  const { recoveryCodes } = account.answer;
  if (recoveryCodes)
    return (
      <section className="panel">
        <RecoveryCodes
          codes={recoveryCodes}
          step="The earlier ones no longer work, and your other devices are logged out."
        />
      </section>
    );
  const { name, email, role } = account;
  return (
    <>
      <DeskHead title="Your account" sub={`${name}, ${email}, ${role}`} />
      {account.done ? <DeskNotice>{account.done}</DeskNotice> : null}
      <DeskErrors answer={account.answer} labels={{ code: "Code", sessionCode: "Code" }} />
      <div className="cols cols--even">
        <Sessions {...account} />
        <div className="stack">
          <Panel title="Password">
            <DeskLink href={deskPaths.ownPassword()}>Choose another password…</DeskLink>
          </Panel>
          <App appSince={account.appSince} />
          <OwnPasskeys {...account} />
          <Codes {...account} />
        </div>
      </div>
    </>
  );
}

/** The field for a code stands with the session that is to end, once its button was pressed. */
function Sessions({ sessions, isConfirmed, answer }: Pick<Props, "sessions" | "isConfirmed" | "answer">) {
  return (
    <Panel title="Where you are logged in">
      <ul className="plain">
        {sessions.map(({ id, device, lastSeen, isOwn }) => (
          <li key={id}>
            <span>
              <b>{device}</b>
              <SecondLine look="sm muted">{isOwn ? "This device" : `Last seen ${lastSeen}`}</SecondLine>
            </span>
            {isOwn ? null : (
              <form className="stack" method="post">
                <HiddenFields values={{ intent: "end-session", session: id }} />
                {answer.values["session"] === id ? (
                  <CodeField
                    answer={answer}
                    isConfirmed={isConfirmed}
                    why="It shows that it is you."
                    name="sessionCode"
                  />
                ) : null}
                <button className="btn btn--line">
                  Log out<span className="vh"> {device}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function App({ appSince }: Pick<Props, "appSince">) {
  return (
    <Panel title="Authenticator app">
      <p className="sm">
        {appSince
          ? `Set up ${appSince}.`
          : "You have none. With an app you can log in where your passkey is not at hand, or scripts are off."}
      </p>
      <DeskLink href={deskPaths.ownApp()}>{appSince ? "Replace or remove the app…" : "Add an app…"}</DeskLink>
    </Panel>
  );
}

function Codes({ codesLeft, isConfirmed, answer }: Pick<Props, "codesLeft" | "isConfirmed" | "answer">) {
  return (
    <Panel title="Recovery codes">
      <p className="sm">
        You have {codesLeft} left. Each lets you in once without your phone. New ones end the old, and log out
        your other devices.
      </p>
      <form className="stack" method="post">
        <input type="hidden" name="intent" value="recovery-codes" />
        <CodeField answer={answer} isConfirmed={isConfirmed} why="These codes open the desk." />
        <button className="btn btn--line">Make new recovery codes</button>
      </form>
    </Panel>
  );
}
