/** The colours that the owner chooses, and the tokens of app/styles/tokens.css that follow from them. */
export type ThemePart = "action" | "sale" | "page" | "text";

/** Each such as "#1f4b3c". */
export type Theme = Readonly<Record<ThemePart, string>>;

/** As in the stylesheet. */
export const USUAL_THEME: Theme = {
  action: "#1f4b3c",
  sale: "#a5382a",
  page: "#f6f3ee",
  text: "#252729",
};

/** As in the stylesheet: what follows from the parts. */
const USUAL_TOKENS = {
  milk: "#fdfcf9",
  oat: "#ece6dc",
  line: "#ddd6ca",
  edge: "#837b6e",
  "ink-2": "#55544f",
  "ink-3": "#6b6963",
  "holly-deep": "#17372c",
  "holly-tint": "#e0e8de",
  "on-holly": "#fdfcf9",
  "berry-deep": "#84291d",
  "berry-tint": "#f7e4dd",
};

/** The darkest ground of text that no theme changes: of the heads of lists. */
const PALE_PANEL = "#d5cab4";

const TEXT_CONTRAST = 4.5;
/** Of the edges of fields (WCAG 2.2, 1.4.11). */
const EDGE_CONTRAST = 3;

/** By name, without the leading dashes. What is usual stays exactly as in the stylesheet. */
export function themeTokens(theme: Theme): Readonly<Record<string, string>> {
  const { action, sale, page, text } = theme;
  const isOwn = (...parts: ReadonlyArray<ThemePart>) =>
    parts.some((part) => theme[part] !== USUAL_THEME[part]);
  const tokens = {
    ...{ holly: action, berry: sale, paper: page, ink: text },
    ...USUAL_TOKENS,
    ...(isOwn("page", "text") ? surfaces(page, text) : {}),
    ...(isOwn("action") ? { "holly-deep": mixed(action, BLACK, 0.25) } : {}),
    ...(isOwn("sale") ? { "berry-deep": mixed(sale, BLACK, 0.25) } : {}),
    ...(isOwn("action", "page") ? { "holly-tint": tint(page, action) } : {}),
    ...(isOwn("sale", "page") ? { "berry-tint": tint(page, sale) } : {}),
  };
  const isMilkClearer = contrast(tokens.milk, action) >= contrast(text, action);
  return { ...tokens, "on-holly": isMilkClearer ? tokens.milk : text };
}

const BLACK = "#000000";
const WHITE = "#ffffff";

function surfaces(page: string, text: string) {
  const oat = mixed(page, text, 0.06);
  const quiet = { to: page, on: oat, least: TEXT_CONTRAST };
  return {
    ...{ oat, milk: mixed(page, WHITE, 0.7) },
    line: mixed(page, text, 0.14),
    edge: softened(text, { ...quiet, share: 0.42, least: EDGE_CONTRAST }),
    "ink-2": softened(text, { ...quiet, share: 0.22 }),
    "ink-3": softened(text, { ...quiet, share: 0.32 }),
  };
}

function tint(page: string, colour: string): string {
  return softened(page, { to: colour, share: 0.09, on: colour, least: TEXT_CONTRAST });
}

type Softening = Readonly<{ to: string; share: number; on: string; least: number }>;

/** Less than `share` of `to` where the contrast to `on` would be below `least`. */
function softened(colour: string, { share, ...rest }: Softening): string {
  const mix = mixed(colour, rest.to, share);
  if (share <= 0 || contrast(mix, rest.on) >= rest.least) return mix;
  return softened(colour, { ...rest, share: Math.max(0, share - 0.01) });
}

function mixed(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mix = channels(colour).map((value, at) =>
    Math.round(value + ((others[at] ?? value) - value) * share),
  );
  return `#${mix.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function channels(colour: string): ReadonlyArray<number> {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** From 1 to 21, by the contrast ratio of WCAG 2.2 (w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** From 0 to 1 (w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Null where the stylesheet has it all. */
export function themeCss(theme: Theme): string | null {
  const usual = themeTokens(USUAL_THEME);
  const own = Object.entries(themeTokens(theme)).filter(([name, colour]) => colour !== usual[name]);
  return own.length === 0 ? null : `:root{${own.map(([name, colour]) => `--${name}:${colour}`).join(";")}}`;
}

type Pair = readonly [what: string, front: string, ground: string, parts: ReadonlyArray<ThemePart>];

/** What cannot be read (WCAG 2.2, 1.4.3); another colour for one of `parts` mends it. */
export function themeProblems(
  theme: Theme,
): ReadonlyArray<Readonly<{ message: string; parts: ReadonlyArray<ThemePart> }>> {
  const { holly = "", paper = "", oat = "", "on-holly": onHolly = "" } = themeTokens(theme);
  const onPage = (["text", "action", "sale"] as const).flatMap((part): ReadonlyArray<Pair> => [
    [`The ${part} colour on the page`, theme[part], paper, [part, "page"]],
    [`The ${part} colour on shaded parts of the page`, theme[part], oat, [part, "page", "text"]],
  ]);
  const pairs: ReadonlyArray<Pair> = [
    ...onPage,
    ["Text on the action colour", onHolly, holly, ["action", "page", "text"]],
    ["The text colour on pale panels, which keep theirs,", theme.text, PALE_PANEL, ["text"]],
  ];
  return pairs.flatMap(([what, front, ground, parts]) => {
    const ratio = contrast(front, ground);
    if (ratio >= TEXT_CONTRAST) return [];
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
    const colours = `${front} on ${ground}`;
    return [{ parts, message: `${what} has a contrast of ${shown} (${colours}) and needs ${TEXT_CONTRAST}` }];
  });
}
