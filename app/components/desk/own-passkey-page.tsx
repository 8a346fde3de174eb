import { deskPaths } from "#app/desk-paths.ts";
import { PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";

import { CodeField, type DeskAnswer, DeskErrors, DeskField } from "./desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "./desk-back.tsx";
import { type ShownPasskey, timesOf } from "./own-passkeys.tsx";

type Props = Readonly<{ passkey: ShownPasskey; isConfirmed: boolean; answer: DeskAnswer }>;

export function OwnPasskeyPage({ passkey, isConfirmed, answer }: Props) {
  return (
    <>
      <DeskBack href={deskPaths.account()}>Your account</DeskBack>
      <DeskHead title={passkey.name} sub={timesOf(passkey)} />
      <DeskErrors answer={answer} labels={{ name: "Name", code: "Code" }} />
      <div className="cols cols--even">
        <Panel title="Name">
          <form className="stack" method="post">
            <input type="hidden" name="intent" value="rename" />
            <DeskField
              name="name"
              label="Name"
              value={passkey.name}
              maxLength={PASSKEY_NAME_MAX}
              answer={answer}
            />
            <button className="btn btn--line">Save the name</button>
          </form>
        </Panel>
        <Panel title="Remove">
          <p className="sm">
            It no longer opens the desk, and your other devices are logged out. Remove it from the device or
            the password manager too.
          </p>
          <form className="stack" method="post">
            <input type="hidden" name="intent" value="remove" />
            <CodeField answer={answer} isConfirmed={isConfirmed} why="Your log-in changes by it." />
            <button className="btn btn--line">Remove this passkey</button>
          </form>
        </Panel>
      </div>
    </>
  );
}
