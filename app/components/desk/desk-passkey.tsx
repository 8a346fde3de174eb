import type { ReactNode } from "react";

import { useRouteLoaderData } from "@remix-run/react";

import { PasskeyOffer } from "#app/components/passkey/passkey-offer.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import script from "#app/components/passkey/passkey-element.js?url";

type Props = Readonly<{
  purpose: "add" | "log-in" | "confirm";
  label: string;
  otherwise: string;
  done?: string;
  children?: ReactNode;
}>;

/** Without scripts it is not there. */
export function DeskPasskey(props: Props) {
  return (
    <>
      <PasskeyOffer
        {...props}
        options={deskPaths.passkey()}
        buttonClass="btn btn--line btn--wide"
        errorClass="error"
      />
      <script type="module" src={script} />
    </>
  );
}

type Layout = Readonly<{ secondSteps: Readonly<{ hasTotp: boolean; hasPasskey: boolean }> }>;

export function useSecondSteps(): Layout["secondSteps"] {
  const layout = useRouteLoaderData<Layout>("routes/desk/layout");
  return layout?.secondSteps ?? { hasTotp: true, hasPasskey: false };
}

export function PasskeyInsteadOfCode() {
  return (
    <DeskPasskey
      purpose="confirm"
      label="Use a passkey instead"
      otherwise="type a code"
      done="Confirmed with your passkey. It counts for 10 minutes."
    />
  );
}
