import type { ReactElement } from "react";

import styles from "./icon.module.css";

/** Drawings on a grid of 24 px with lines of 1.5 px. */
const DRAWINGS = {
  account: (
    <>
      <circle cx="12" cy="8.25" r="3.75" />
      <path d="M4.75 20c.6-3.9 3.6-5.75 7.25-5.75s6.65 1.85 7.25 5.75" />
    </>
  ),
  age: (
    <>
      <path d="M5.25 3.5v17M5.25 5.5h4M5.25 9h2.5M5.25 12.5h4M5.25 16h2.5M5.25 19.5h4" />
      <circle cx="15.75" cy="9.25" r="2.5" />
      <path d="M12 20v-2.75a3.75 3.75 0 0 1 7.5 0V20" />
    </>
  ),
  arrow: <path d="M4.5 12h15M13.75 6.25 19.5 12l-5.75 5.75" />,
  basket: (
    <>
      <path d="M3.75 9.75h16.5l-1.6 8.6a2 2 0 0 1-1.97 1.65H7.32a2 2 0 0 1-1.97-1.65z" />
      <path d="m7.5 9.5 3.25-5.25M16.5 9.5l-3.25-5.25M9.25 13.25v3.25M12 13.25v3.25M14.75 13.25v3.25" />
    </>
  ),
  bell: <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.75H5zM10 20.5h4" />,
  bin: <path d="M5 7h14M9.5 7V4.5h5V7M7 7l.75 12.5h8.5L17 7M10.25 10.5v5.5M13.75 10.5v5.5" />,
  box: <path d="M4 8 12 4l8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5" />,
  check: <path d="m5 12.5 4.75 4.75L19 7.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.25" />
      <path d="M12 7.25V12l3.25 2" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  down: <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />,
  edit: <path d="m4.5 19.5.9-4L16 4.9l3.1 3.1L8.5 18.6z" />,
  filter: (
    <>
      <path d="M4 7.5h9M17.5 7.5H20M4 16.5h2.5M11 16.5h9" />
      <circle cx="15.25" cy="7.5" r="2.1" />
      <circle cx="8.75" cy="16.5" r="2.1" />
    </>
  ),
  gift: (
    <>
      <path d="M4.25 11.5h15.5v8.25H4.25zM3.5 7.75h17v3.75h-17zM12 7.75v12" />
      <path d="M12 7.75C9.5 7.75 7.75 7 7.75 5.4c0-1 .75-1.65 1.7-1.65C11.2 3.75 12 5.5 12 7.75zM12 7.75c2.5 0 4.25-.75 4.25-2.35 0-1-.75-1.65-1.7-1.65C12.8 3.75 12 5.5 12 7.75z" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.25" />
      <path d="M12 11.25v5M12 8v.05" />
    </>
  ),
  leaf: (
    <>
      <path d="M4.5 19.5 15 9" />
      <path d="M6.75 17.25c-.9-.6-1.2-2-.9-3.5-1-.7-1.2-2-.6-3.4.9.1 1.9-.5 2.6-2 .9.5 2.1.1 3.1-1.4.9.5 2.1.1 3.1-1.1 1.4.4 3.3.2 5.2-.85-.6 1.9-.8 3.7-.1 5.1-1.2 1-1.6 2.2-1 3.2-1.4 1-1.8 2.2-1.3 3-1.4.9-2.1 1.9-2 2.7-1.4.6-2.8.4-3.5-.5-1.6.4-3.4.1-4.6-1.25z" />
    </>
  ),
  left: <path d="M14.5 6.5 9 12l5.5 5.5" />,
  lock: <path d="M5.75 10.75h12.5v9H5.75zM8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5" />,
  mail: (
    <>
      <path d="M3.75 5.75h16.5v12.5H3.75z" />
      <path d="m4 6.5 8 6.5 8-6.5" />
    </>
  ),
  menu: <path d="M4 7.5h16M4 12h16M4 16.5h16" />,
  minus: <path d="M5.5 12h13" />,
  offline: (
    <path d="M4 4l16 16M8.5 15.5a5 5 0 0 1 5.6-1M5.25 12.25a9.6 9.6 0 0 1 4-2.4M18.75 12.25a9.6 9.6 0 0 0-5.3-2.7M2.5 9a14 14 0 0 1 4-2.6M21.5 9A14 14 0 0 0 11 5.1M12 18.75v.05" />
  ),
  phone: (
    <path d="M7.5 3.75 10 8.5 8 10.5c1 2.5 3 4.5 5.5 5.5l2-2 4.75 2.5c-.25 2.5-1.5 3.75-3.75 3.75C9.5 20.25 3.75 14.5 3.75 7.5c0-2.25 1.25-3.5 3.75-3.75z" />
  ),
  pin: (
    <>
      <path d="M12 20.75s6.75-5.6 6.75-11A6.75 6.75 0 0 0 5.25 9.75c0 5.4 6.75 11 6.75 11z" />
      <circle cx="12" cy="9.75" r="2.4" />
    </>
  ),
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  print: <path d="M7 8.5V4h10v4.5M7 16.5H4V8.5h16v8h-3M7 13.5h10V20H7z" />,
  return: (
    <>
      <path d="M8 5 4.25 8.75 8 12.5" />
      <path d="M4.5 8.75h9.75a5 5 0 0 1 0 10H8.5" />
    </>
  ),
  right: <path d="m9.5 6.5 5.5 5.5-5.5 5.5" />,
  ruler: <path d="M3.25 15.5 15.5 3.25l5.25 5.25L8.5 20.75zM7 11.75l2 2M9.75 9l3 3M12.5 6.25l2 2" />,
  search: (
    <>
      <circle cx="10.75" cy="10.75" r="6" />
      <path d="m15.25 15.25 4.5 4.5" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.5 5 6v5.25c0 4.4 2.9 7.6 7 9.25 4.1-1.65 7-4.85 7-9.25V6z" />
      <path d="m9 11.75 2.25 2.25L15 10.25" />
    </>
  ),
  star: <path d="m12 4 2.45 5 5.5.8-4 3.9.95 5.5L12 16.6l-4.9 2.6.95-5.5-4-3.9 5.5-.8z" />,
  truck: (
    <>
      <path d="M2.75 6.25h11v10.5h-11zM13.75 10h3.9l3.6 3.4v3.35h-7.5" />
      <circle cx="7" cy="17.5" r="1.9" />
      <circle cx="17" cy="17.5" r="1.9" />
    </>
  ),
  warn: (
    <>
      <path d="M12 4.25 21 19.5H3z" />
      <path d="M12 10v4.5M12 17v.05" />
    </>
  ),
  wrench: (
    <path d="M19.5 7.25 16.25 10.5l-2.75-2.75L16.75 4.5a4.75 4.75 0 0 0-6.1 6.1l-6.1 6.1a1.95 1.95 0 0 0 2.75 2.75l6.1-6.1a4.75 4.75 0 0 0 6.1-6.1z" />
  ),
  zoom: (
    <>
      <circle cx="10.75" cy="10.75" r="6" />
      <path d="m15.25 15.25 4.5 4.5M10.75 8.25v5M8.25 10.75h5" />
    </>
  ),
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof DRAWINGS;

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
      {DRAWINGS[name]}
    </svg>
  );
}

/** Every name, for the style guide. */
export const ICON_NAMES = Object.keys(DRAWINGS) as ReadonlyArray<IconName>;
