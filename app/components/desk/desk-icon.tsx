/** Icons of the desk: 24 px grid, drawn in the page, so that no page of the shop brings them. */
const DRAWINGS = {
  shelf: "M4 4.5v15M20 4.5v15M4 9.5h16M4 17h16M7 9.5V6h4v3.5M12.5 17v-4.5h5V17",
  tag: "M4.25 4.25h7.5l8 8-7.5 7.5-8-8zM8.25 8.25v.05",
  star: "m12 4 2.45 5 5.5.8-4 3.9.95 5.5L12 16.6l-4.9 2.6.95-5.5-4-3.9 5.5-.8z",
  ticket: "M3.75 7.25h16.5v3.25a1.75 1.75 0 0 0 0 3v3.25H3.75v-3.25a1.75 1.75 0 0 0 0-3zM14 7.5v9",
  people:
    "M5.75 8.5a3.25 3.25 0 1 0 6.5 0 3.25 3.25 0 1 0-6.5 0M3 19.5c.5-3.5 2.9-5.25 6-5.25s5.5 1.75 6 5.25M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.8c2 .7 3.2 2.3 3.5 4.7",
  mail: "M3.75 5.75h16.5v12.5H3.75zM4 6.5l8 6.5 8-6.5",
  today: "M4 5.75h16v14H4zM4 10h16M8.25 3.5v4M15.75 3.5v4",
  box: "M4 8 12 4l8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5",
  return: "M8 5 4.25 8.75 8 12.5M4.5 8.75h9.75a5 5 0 0 1 0 10H8.5",
  key: "M4.5 15.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10.5 13l8-8M15 8.5l2.5 2.5M17.5 6l2 2",
  pulse: "M3.5 12.5h3.75L9.75 6l4.5 12 2.5-5.5h3.75",
  signpost: "M12 3.75v16.5M5 5.75h11l2.75 2.5L16 10.75H5zM19 12.25H9.5L7 14.5l2.5 2.25H19z",
  megaphone: "M4 10v4.5h3.5l9 4.25V5.75l-9 4.25zM7.5 14.5l1.25 5.25h2.5l-.9-4M19.5 10.25v4",
  gift: "M4 9.5h16v3H4zM5.25 12.5h13.5v7.25H5.25zM12 9.5v10.25M12 9.5c-2-4.5-6.5-4-5.5-1.5.4 1 2.5 1.5 5.5 1.5 3 0 5.1-.5 5.5-1.5 1-2.5-3.5-3-5.5 1.5",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.25 6.5h.5M4.25 12h.5M4.25 17.5h.5",
  menu: "M4 7.5h16M4 12h16M4 16.5h16",
  search: "M4.75 10.75a6 6 0 1 0 12 0 6 6 0 1 0-12 0M15.25 15.25l4.5 4.5",
  left: "M14.5 6.5 9 12l5.5 5.5",
  right: "M9.5 6.5 15 12l-5.5 5.5",
  down: "M6.5 9.5 12 15l5.5-5.5",
  check: "M5 12.5l4.75 4.75L19 7.5",
  warn: "M12 4.25 21 19.5H3zM12 10v4.5M12 17v.05",
  print: "M7 8.5V4h10v4.5M7 16.5H4V8.5h16v8h-3M7 13.5h10V20H7z",
  truck:
    "M2.75 6.25h11v10.5h-11zM13.75 10h3.9l3.6 3.4v3.35h-7.5M5.1 17.5a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0M15.1 17.5a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0",
  scan: "M4 8V4.5h3.5M16.5 4.5H20V8M20 16v3.5h-3.5M7.5 19.5H4V16M7 8.5v7M10 8.5v7M12.5 8.5v7M15 8.5v7M17 8.5v7",
  person:
    "M8.75 8.5a3.25 3.25 0 1 0 6.5 0 3.25 3.25 0 1 0-6.5 0M5.5 19.5c.5-3.5 3-5.25 6.5-5.25s6 1.75 6.5 5.25",
} as const;

export type DeskIconName = keyof typeof DRAWINGS;

/** Hidden from screen readers. */
export function DeskIcon({ name }: Readonly<{ name: DeskIconName }>) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
