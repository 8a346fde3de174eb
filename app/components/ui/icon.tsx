import type { ICON_NAMES } from "./component-options.ts";
import drawings from "./icons.svg?url";

export type IconName = (typeof ICON_NAMES)[number];

export type IconProps = Readonly<{
  name: IconName;
  /** 18, 24 or 32 px. */
  size?: "small" | "medium" | "large";
}>;

const SIZE_CLASS = { small: "icon icon--small", medium: "icon", large: "icon icon--large" } as const;

export function Icon({ name, size = "medium" }: IconProps) {
  return (
    <svg className={SIZE_CLASS[size]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
