import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes } from "react";

import { Icon, type IconName } from "./icon.tsx";
import type { BUTTON_KINDS, BUTTON_SIZES } from "./component-options.ts";

export type ButtonSize = (typeof BUTTON_SIZES)[number];
export type ButtonKind = (typeof BUTTON_KINDS)[number];

const SIZE_CLASS = {
  "": "",
  "is-extra-small": "btn--tiny",
  "is-small": "btn--small",
  "is-medium": "",
  "is-large": "btn--big",
} satisfies Record<ButtonSize, string>;

type Looks = Readonly<{ kind?: ButtonKind; size?: ButtonSize; wide?: boolean }>;

type NativeButton = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type" | "className">;

export type ButtonProps = Looks & NativeButton & Readonly<{ nativeType?: "button" | "submit" }>;

export function Button({ kind, size, wide, nativeType = "button", ...rest }: ButtonProps) {
  return <button {...rest} type={nativeType} className={buttonClass({ kind, size, wide })} />;
}

export type ButtonLinkProps = Looks & Omit<LinkProps, "className">;

export function ButtonLink({ kind, size, wide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ kind, size, wide })} />;
}

/** A link with an arrow after its words. */
export function ArrowLink({ children, ...link }: Omit<LinkProps, "className">) {
  return (
    <Link {...link} className="link link-arrow">
      {children}
      <Icon name="arrow" size="small" />
    </Link>
  );
}

export type IconButtonProps = NativeButton &
  Readonly<{ label: string; icon: IconName; nativeType?: "button" | "submit" }>;

/** 44 px round. */
export function IconButton({ label, icon, nativeType = "button", ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={nativeType} className="iconb" aria-label={label}>
      <Icon name={icon} />
    </button>
  );
}

function buttonClass({ kind = "solid", size = "", wide = false }: Looks): string {
  const look = kind === "solid" ? "" : `btn--${kind}`;
  return ["btn", look, SIZE_CLASS[size], wide ? "btn--wide" : ""].filter(Boolean).join(" ");
}
