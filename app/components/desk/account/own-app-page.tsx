import { CodeField, type DeskAnswer, DeskErrors, DeskField } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import type { QrCodeProps } from "#app/components/ui/qr-code.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { AppKey } from "./app-key.tsx";

type Props = Readonly<{
  since: string | null;
  setup: Readonly<{ secret: string; qr: QrCodeProps["qr"] }> | null;
  hasPasskey: boolean;
  isConfirmed: boolean;
  answer: DeskAnswer;
}>;

export function OwnAppPage(page: Props) {
  const { since, answer } = page;
  return (
    <>
      <DeskBack href={deskPaths.account()}>Your account</DeskBack>
      <DeskHead title="Your authenticator app" sub={since ? `Set up ${since}` : "You have none yet"} />
      <DeskErrors answer={answer} labels={{ code: "Code", removalCode: "Code" }} />
      {page.setup ? <Setup {...page} setup={page.setup} /> : <Choices {...page} />}
    </>
  );
}

function Setup({ since, setup, answer }: Props & Readonly<{ setup: NonNullable<Props["setup"]> }>) {
  return (
    <Panel className="stack" title="Scan this with the app">
      <p className="sm">
        Then type the six digits it shows. Your other devices are logged out, and you get an email about it.
        {since ? " Until then the earlier app goes on to work." : ""}
      </p>
      <AppKey {...setup} />
      <form className="stack" method="post">
        <input type="hidden" name="intent" value="confirm" />
        <DeskField
          name="code"
          label="Code"
          hint="From the new app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          className="mono"
          answer={answer}
        />
        <button className="btn">Finish the set-up</button>
      </form>
      <form method="post">
        <input type="hidden" name="intent" value="cancel" />
        <button className="btn btn--line">Cancel</button>
      </form>
    </Panel>
  );
}

function Choices({ since, hasPasskey, isConfirmed, answer }: Props) {
  return (
    <div className="cols cols--even">
      <Panel className="stack" title={since ? "Replace" : "Add an app"}>
        <p className="sm">
          {since
            ? "For a new phone, say. The earlier app goes on to work until the first code of the new one."
            : "An app on your phone shows six digits that change every half minute. Its codes do in place of your passkey, also without JavaScript."}
        </p>
        <form className="stack" method="post">
          <input type="hidden" name="intent" value="start" />
          <CodeField answer={answer} isConfirmed={isConfirmed} why="An app opens the desk." />
          <button className="btn">{since ? "Show a new QR code" : "Show the QR code"}</button>
        </form>
      </Panel>
      {since ? <Remove {...{ hasPasskey, isConfirmed, answer }} /> : null}
    </div>
  );
}

function Remove({ hasPasskey, isConfirmed, answer }: Pick<Props, "hasPasskey" | "isConfirmed" | "answer">) {
  if (!hasPasskey)
    return (
      <Panel className="stack" title="Remove">
        <p className="sm">
          This is your only second step. Add a passkey at your account first, then you can remove the app.
        </p>
      </Panel>
    );
  return (
    <Panel className="stack" title="Remove">
      <p className="sm">
        Its codes no longer open the desk, and your other devices are logged out. Without JavaScript you then
        log in with a recovery code only.
      </p>
      <form className="stack" method="post">
        <input type="hidden" name="intent" value="remove" />
        <CodeField
          name="removalCode"
          answer={answer}
          isConfirmed={isConfirmed}
          why="Your log-in changes by it."
        />
        <button className="btn btn--line">Remove the app</button>
      </form>
    </Panel>
  );
}
