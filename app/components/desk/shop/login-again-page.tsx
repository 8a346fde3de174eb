import { type DeskAnswer, DeskErrors, LoginCodeField, LoginFields } from "#app/components/desk/desk-form.tsx";
import { DeskPasskey } from "#app/components/desk/desk-passkey.tsx";
import { DeskLoginFrame } from "#app/components/desk/desk-login-frame.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

export type LoginAgainData = Readonly<{
  form: string;
  /** What was typed into it, by field, as JSON. */
  typed: string;
  step: "password" | "code" | "send";
  hasTotp: boolean;
  hasPasskey: boolean;
}>;

type Props = LoginAgainData & Readonly<{ answer: DeskAnswer }>;

export function LoginAgainPage(props: Props) {
  const { step, answer } = props;
  if (step === "send") return <SendAgain {...props} />;
  return (
    <DeskLoginFrame>
      <h1 className="d-md">{step === "password" ? "You have been logged out" : "Second step"}</h1>
      <p className="sub">
        Nothing has been saved yet. What you typed is still here: log in, then send it again.
      </p>
      <DeskErrors answer={answer} labels={{ email: "Email address", password: "Password", code: "Code" }} />
      {step === "password" ? <PasswordStep {...props} /> : <CodeStep {...props} />}
    </DeskLoginFrame>
  );
}

function PasswordStep({ form, typed, answer }: Props) {
  return (
    <form className="stack" method="post" action={deskPaths.loginAgain(form, "password")}>
      <input type="hidden" name="typed" value={typed} />
      <LoginFields answer={answer} />
      <button className="btn btn--big btn--wide">Continue</button>
    </form>
  );
}

function CodeStep({ form, typed, answer, hasTotp, hasPasskey }: Props) {
  return (
    <form className="stack" method="post" action={deskPaths.loginAgain(form, "code")}>
      <input type="hidden" name="typed" value={typed} />
      <LoginCodeField answer={answer} hasTotp={hasTotp} />
      <button className="btn btn--big btn--wide">Log in</button>
      {hasPasskey ? (
        <DeskPasskey purpose="log-in" label="Log in with a passkey" otherwise="type a code" />
      ) : null}
    </form>
  );
}

function SendAgain({ form, typed }: Props) {
  const fields = Object.entries(JSON.parse(typed) as Readonly<Record<string, string>>);
  const words = fields.filter(([, value]) => isReadable(value));
  return (
    <DeskLoginFrame>
      <h1 className="d-md">Your words are back</h1>
      <p className="sub">
        You are logged in. Nothing has been saved yet: send them again, or go to the page.
      </p>
      {words.length > 0 ? (
        <ul className="plain">
          {words.map(([name, value]) => (
            <li key={name}>{value}</li>
          ))}
        </ul>
      ) : null}
      <form className="stack" method="post" action={form}>
        {fields.map(([name, value]) => (
          <textarea key={name} name={name} defaultValue={value} hidden />
        ))}
        <button className="btn btn--big btn--wide">Send them again</button>
        <DeskLink href={form} isWide>
          Leave it, and go to the page
        </DeskLink>
      </form>
    </DeskLoginFrame>
  );
}

/** What a person wrote, not what the form noted: words, amounts, numbers of parcels. */
function isReadable(value: string): boolean {
  return /\s|\d/.test(value) && !/^[[{]|^[a-z]+_|^\d{4}-\d\d-\d\dT/.test(value);
}
