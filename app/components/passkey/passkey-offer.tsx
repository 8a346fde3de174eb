import type { ReactNode } from "react";

type Props = Readonly<{
  /** The address that says what to make or to sign. */
  options: string;
  purpose: "add" | "log-in" | "confirm";
  label: string;
  buttonClass: string;
  errorClass: string;
  children?: ReactNode;
  done?: string;
  otherwise: string;
}>;

/** Nothing is there to see without the script, and in browsers without passkeys. */
export function PasskeyOffer({
  options,
  purpose,
  label,
  buttonClass,
  errorClass,
  children,
  done,
  otherwise,
}: Props) {
  return (
    <passkey-offer
      hidden
      data-options={options}
      data-purpose={purpose}
      data-done={done}
      data-known="This device already has a passkey here."
      data-failed={`The passkey was not used. Try again, or ${otherwise}.`}
    >
      {children}
      <button type="button" className={buttonClass} data-start="">
        {label}
      </button>
      <p className={errorClass} role="alert" data-alert="" />
    </passkey-offer>
  );
}

type OfferAttributes = Readonly<{
  hidden: true;
  children: ReactNode;
  "data-options": string;
  "data-purpose": string;
  "data-done"?: string | undefined;
  "data-known"?: string;
  "data-failed": string;
}>;

declare module "react" {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the way in which React's types are extended
  namespace JSX {
    interface IntrinsicElements {
      "passkey-offer": OfferAttributes;
    }
  }
}
