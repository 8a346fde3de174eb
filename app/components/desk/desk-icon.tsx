import { Icon, type IconName } from "#app/components/ui/icon.tsx";

/** Those that the shop has not, on its grid of 24 px; drawn in the page, so that no page of the shop brings them. */
const DRAWINGS = {
  shelf: "M4 4.5v15M20 4.5v15M4 9.5h16M4 17h16M7 9.5V6h4v3.5M12.5 17v-4.5h5V17",
  tag: "M4.25 4.25h7.5l8 8-7.5 7.5-8-8zM8.25 8.25v.05",
  badge: "M6.5 9a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0M8.5 13.5 7 20.5l5-2.75 5 2.75-1.5-7",
  tree: "M4.5 4.5h6v5h-6zM13.5 9.5h6v5h-6zM13.5 16h6v5h-6zM7.5 9.5v9h6M7.5 12h6",
  ticket: "M3.75 7.25h16.5v3.25a1.75 1.75 0 0 0 0 3v3.25H3.75v-3.25a1.75 1.75 0 0 0 0-3zM14 7.5v9",
  people:
    "M5.75 8.5a3.25 3.25 0 1 0 6.5 0 3.25 3.25 0 1 0-6.5 0M3 19.5c.5-3.5 2.9-5.25 6-5.25s5.5 1.75 6 5.25M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.8c2 .7 3.2 2.3 3.5 4.7",
  today: "M4 5.75h16v14H4zM4 10h16M8.25 3.5v4M15.75 3.5v4",
  key: "M4.5 15.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M10.5 13l8-8M15 8.5l2.5 2.5M17.5 6l2 2",
  chart: "M4 19.5h16M7 16.5v-5M12 16.5V6M17 16.5V9",
  pulse: "M3.5 12.5h3.75L9.75 6l4.5 12 2.5-5.5h3.75",
  signpost: "M12 3.75v16.5M5 5.75h11l2.75 2.5L16 10.75H5zM19 12.25H9.5L7 14.5l2.5 2.25H19z",
  megaphone: "M4 10v4.5h3.5l9 4.25V5.75l-9 4.25zM7.5 14.5l1.25 5.25h2.5l-.9-4M19.5 10.25v4",
  file: "M6 3.75h8.5l4.5 4.5v12H6zM14.5 3.75v4.5H19M9 12.5h7M9 16.25h7",
  page: "M4.5 4.75h15v14.5h-15zM8 8.5h8M8 12h8M8 15.5h5",
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.25 6.5h.5M4.25 12h.5M4.25 17.5h.5",
  scan: "M4 8V4.5h3.5M16.5 4.5H20V8M20 16v3.5h-3.5M7.5 19.5H4V16M7 8.5v7M10 8.5v7M12.5 8.5v7M15 8.5v7M17 8.5v7",
  gear: "M9.25 12a2.75 2.75 0 1 0 5.5 0 2.75 2.75 0 1 0-5.5 0M12 4v3M12 17v3M4 12h3M17 12h3M6.35 6.35l2.1 2.1M15.55 15.55l2.1 2.1M17.65 6.35l-2.1 2.1M8.45 15.55l-2.1 2.1",
} as const;

export type DeskIconName = IconName | keyof typeof DRAWINGS;

export function DeskIcon({ name }: Readonly<{ name: DeskIconName }>) {
  if (!isOfDesk(name)) return <Icon name={name} />;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}

function isOfDesk(name: DeskIconName): name is keyof typeof DRAWINGS {
  return name in DRAWINGS;
}
