/** What components can be told to look like. Only the style guide loads the lists; the components take their types. */

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

/** Requirement components-6; "" is the default. */
export const BUTTON_SIZES = ["", "is-extra-small", "is-small", "is-medium", "is-large"] as const;

export const BUTTON_KINDS = ["solid", "line", "milk", "quiet", "danger"] as const;

export const NOTICE_KINDS = ["success", "info", "warn", "error"] as const;
