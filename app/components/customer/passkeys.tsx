import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";

import { fieldOf } from "#app/components/form/field.tsx";
import { OwnerField } from "#app/components/form/owner-field.tsx";
import { PasswordField } from "#app/components/form/password-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { paths } from "#app/paths.ts";

export type CustomerPasskey = Readonly<{
  id: string;
  name: string;
  times: string;
}>;

export type NewPasskeyOffer = Readonly<{
  script: string;
  device: string;
  nameMax: number;
}>;

type Props = Readonly<{
  passkeys: ReadonlyArray<CustomerPasskey>;
  passkeyShown: string | null;
  passkeyOffer: NewPasskeyOffer | null;
  errors: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}>;

export function Passkeys({ passkeys, passkeyShown, passkeyOffer, errors, values }: Props) {
  const open = values["passkeyId"] ?? passkeyShown;
  return (
    <>
      <p className="sm">
        A passkey is your fingerprint, your face or the PIN of a device in place of your password. Your
        password still works.
      </p>
      {passkeys.length > 0 ? (
        <ul className="ruled">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="cluster ends gap-1 gap-x-4">
              <span>
                <b>{passkey.name}</b>
                <br />
                <span className="sm muted">{passkey.times}</span>
              </span>
              {passkey.id === open ? (
                <ChangePasskey {...{ passkey, errors, values }} />
              ) : (
                <Link
                  to={`${paths.accountDetails()}?passkey=${passkey.id}#passkeys`}
                  preventScrollReset
                  className="sm"
                >
                  Change<span className="visually-hidden"> {passkey.name}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {passkeyOffer ? <AddPasskey {...passkeyOffer} errors={errors} /> : null}
    </>
  );
}

function ChangePasskey({
  passkey,
  errors,
  values,
}: Pick<Props, "errors" | "values"> & Readonly<{ passkey: CustomerPasskey }>) {
  return (
    <div className="column gap-5">
      <Form method="post" action={paths.accountDetails()} className="column gap-5 starts" noValidate>
        <OwnerField />
        <input type="hidden" name="passkeyId" value={passkey.id} />
        <TextField
          {...fieldOf({ errors, values }, "passkeyNewName")}
          label="Name of the passkey"
          value={values["passkeyNewName"] ?? passkey.name}
        />
        <SubmitButton intent="rename-passkey" kind="line" label="Save the name" />
      </Form>
      <Form method="post" action={paths.accountDetails()} className="column gap-5 starts" noValidate>
        <input type="hidden" name="passkeyId" value={passkey.id} />
        <PasswordField
          name="passkeyPassword"
          label="Your password"
          autoComplete="current-password"
          error={errors["passkeyPassword"]}
        />
        <SubmitButton
          intent="remove-passkey"
          kind="danger"
          label="Remove this passkey"
          pendingLabel="Removing"
        />
      </Form>
    </div>
  );
}

/** Hidden until its script has found that the browser has passkeys. It is loaded once React runs, and only here. */
function AddPasskey({ script, device, nameMax, errors }: NewPasskeyOffer & Pick<Props, "errors">) {
  useEffect(() => {
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: script }));
  }, [script]);
  return (
    <passkey-offer
      hidden
      data-options="/login/passkey"
      data-purpose="add"
      data-known="This device already has a passkey here."
      data-failed="No passkey was added. Try again, or go on with your password."
    >
      <form method="post" action={paths.accountDetails()} className="column gap-5 starts">
        <OwnerField />
        <input type="hidden" name="intent" value="add-passkey" />
        <TextField
          name="passkeyName"
          label="Name of the new passkey"
          hint="So that you know which device it is"
          value={device}
          maxLength={nameMax}
          error={errors["passkeyName"]}
        />
        <PasswordField name="passkeyOwnPassword" label="Your password" autoComplete="current-password" />
        <Button nativeType="submit" kind="line" data-start="">
          Add a passkey
        </Button>
        <p role="alert" data-alert="" />
      </form>
    </passkey-offer>
  );
}
