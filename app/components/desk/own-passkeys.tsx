import { deskPaths } from "#app/desk-paths.ts";
import { PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";

import { Panel } from "./desk-back.tsx";
import { CodeField, type DeskAnswer, DeskField } from "./desk-form.tsx";
import { DeskPasskey } from "./desk-passkey.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

export type ShownPasskey = Readonly<{
  id: string;
  name: string;
  isBackedUp: boolean;
  made: string;
  /** Null: never. */
  used: string | null;
}>;

type Props = Readonly<{
  passkeys: ReadonlyArray<ShownPasskey>;
  device: string;
  canAddPasskey: boolean;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function OwnPasskeys({ passkeys, canAddPasskey, ...add }: Props) {
  return (
    <Panel title="Passkeys">
      <p className="sm">
        A passkey is your fingerprint, your face or the PIN of a device in place of a code. Each is in one
        device, or in your password manager.
      </p>
      {passkeys.length > 0 ? (
        <ul className="plain">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <b>{passkey.name}</b>
                <SecondLine look="sm muted">{timesOf(passkey)}</SecondLine>
              </span>
              <DeskLink href={deskPaths.ownPasskey(passkey.id)}>
                Change<span className="vh"> {passkey.name}</span>
              </DeskLink>
            </li>
          ))}
        </ul>
      ) : null}
      {canAddPasskey ? <AddPasskey {...add} /> : null}
    </Panel>
  );
}

export function timesOf({ made, used, isBackedUp }: ShownPasskey): string {
  const use = used ? `Last used ${used}` : "Not used yet";
  return `${use}. Added ${made}${isBackedUp ? ", copied to your other devices" : ""}`;
}

function AddPasskey({ device, isConfirmed, answer }: Pick<Props, "device" | "isConfirmed" | "answer">) {
  return (
    <form className="stack" method="post">
      <input type="hidden" name="intent" value="add-passkey" />
      <DeskPasskey purpose="add" label="Add a passkey" otherwise="use your authenticator app">
        <DeskField
          name="passkeyName"
          label="Name of the new passkey"
          hint="So that you know which device it is"
          value={device}
          maxLength={PASSKEY_NAME_MAX}
          answer={answer}
        />
        <CodeField
          name="passkeyCode"
          answer={answer}
          isConfirmed={isConfirmed}
          why="A passkey opens the desk."
        />
      </DeskPasskey>
      <noscript>
        <p className="sm muted">To add a passkey, switch JavaScript on in your browser.</p>
      </noscript>
    </form>
  );
}
