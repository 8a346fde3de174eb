import drawings from "./icons.svg?url";
import styles from "./icon.module.css";

/** The drawings of icons.svg, on a grid of 24 px with lines of 1.5 px: one file for all pages, in none of them. */
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

/** A line drawing beside text. It is hidden from screen readers: the text says it. */
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
