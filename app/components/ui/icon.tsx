import drawings from "./icons.svg?url";
import styles from "./icon.module.css";

/** Symbols of icons.svg: 24 px grid, lines of 1.5 px. */
export const ICON_NAMES = [
  "account",
  "age",
  "arrow",
  "basket",
  "bell",
  "bin",
  "box",
  "columns",
  "check",
  "clock",
  "close",
  "down",
  "edit",
  "filter",
  "gift",
  "heart",
  "info",
  "leaf",
  "left",
  "lock",
  "mail",
  "menu",
  "minus",
  "offline",
  "phone",
  "pin",
  "plus",
  "print",
  "return",
  "right",
  "ruler",
  "search",
  "shield",
  "star",
  "truck",
  "up",
  "warn",
  "wrench",
  "zoom",
] as const;

export type IconName = (typeof ICON_NAMES)[number];

export type IconProps = Readonly<{
  name: IconName;
  /** 18, 24 or 32 px. */
  size?: "small" | "medium" | "large";
}>;

export function Icon({ name, size = "medium" }: IconProps) {
  return (
    <svg
      className={`${styles.icon} ${styles[size]}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
