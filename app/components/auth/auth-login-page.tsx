import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";

import { fieldOf } from "#app/components/form/field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { paths } from "#app/paths.ts";

import { type AuthAnswer, AuthFrame } from "./auth-frame.tsx";
import styles from "./auth-frame.module.css";

const IMAGE = { width: 1200, height: 1200, alt: "" } as const;

type LoginPageProps = Readonly<{
  answer: AuthAnswer;
  note: Note | null;
  /** A path of this shop, or null for the account page. */
  redirectTo: string | null;
  /** Where to go on without an account, or null. */
  without: string | null;
  image: string;
  passkeyScript: string | null;
}>;

export function AuthLoginPage(props: LoginPageProps) {
  const { answer, note, redirectTo, passkeyScript } = props;
  const { error } = fieldOf(answer, "password");
  return (
    <AuthFrame title="Log in" answer={answer} note={note} aside={<NewHere {...props} />}>
      <Form method="post" action={paths.login({ redirectTo })} noValidate>
        {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
        <EmailField {...fieldOf(answer, "email")} autoComplete="username" />
        <PasswordField name="password" label="Password" error={error} autoComplete="current-password" />
        <p className={`sm ${styles.links}`}>
          <Link to={paths.forgotPassword()}>Forgotten your password?</Link>
        </p>
        <SubmitButton size="is-large" wide label="Log in" pendingLabel="Logging in" />
      </Form>
      {passkeyScript ? <PasskeyLogin script={passkeyScript} redirectTo={redirectTo} /> : null}
    </AuthFrame>
  );
}

function PasskeyLogin({ script, redirectTo }: Readonly<{ script: string; redirectTo: string | null }>) {
  useEffect(() => {
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: script }));
  }, [script]);
  return (
    <passkey-offer
      hidden
      data-options="/login/passkey"
      data-purpose="log-in"
      data-failed="The passkey was not used. Try again, or log in with your password."
    >
      <form method="post" action="/login?passkey" className="stack">
        {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
        <Button nativeType="submit" kind="line" wide data-start="">
          Log in with a passkey
        </Button>
        <p role="alert" data-alert="" />
      </form>
    </passkey-offer>
  );
}

function NewHere({ redirectTo, without, image }: Pick<LoginPageProps, "redirectTo" | "without" | "image">) {
  return (
    <section className={`tinted sage ${styles.hello}`} aria-labelledby="new-here">
      <div className="stack">
        <h2 className="d-md" id="new-here">
          New here?
        </h2>
        <p>
          You can buy without an account. With one, you can track your orders, save your addresses and buy
          again more quickly.
        </p>
        <ButtonLink kind="line" to={paths.register({ redirectTo })}>
          Create an account
        </ButtonLink>
        {without ? (
          <p>
            <Link to={without}>Continue without logging in</Link>
          </p>
        ) : null}
      </div>
      <ShopImage
        image={{ file: image, ...IMAGE }}
        sizes="(min-width: 1100px) 320px, (min-width: 740px) 29vw, 62vw"
        melt="tint"
      />
    </section>
  );
}
