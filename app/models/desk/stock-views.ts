/** The lists of stock at the desk, and why stock changes by hand. */

export const STOCK_VIEWS = [
  { key: "low", title: "Low or sold out" },
  { key: "waiting", title: "Waiting list" },
  { key: "all", title: "All variants" },
] as const;

export type StockViewKey = (typeof STOCK_VIEWS)[number]["key"];

/** The view with this key; the first one for anything else. */
export function stockView(key: string | null): (typeof STOCK_VIEWS)[number] {
  return STOCK_VIEWS.find((view) => view.key === key) ?? STOCK_VIEWS[0];
}

/** "received" adds to what is there; "counted" says how many lie on the shelf. */
export const STOCK_MODES = ["received", "counted"] as const;

export type StockMode = (typeof STOCK_MODES)[number];

export function stockMode(text: string | null): StockMode {
  return STOCK_MODES.find((mode) => mode === text) ?? "received";
}

/** As they stand in the history of a variant. */
export const STOCK_REASONS = {
  received: ["Delivery from the workshop", "Delivery from a supplier", "Found again"],
  counted: ["Counted again", "Broken or lost"],
} as const satisfies Record<StockMode, ReadonlyArray<string>>;

export type StockReason = (typeof STOCK_REASONS)[StockMode][number];

/** The reason that was chosen among those of the mode, or null. */
export function stockReason(mode: StockMode, text: string): StockReason | null {
  const reasons: ReadonlyArray<StockReason> = STOCK_REASONS[mode];
  return reasons.find((reason) => reason === text) ?? null;
}

/** "24", "+24", "+ 24": a number of units, or null for anything else. */
export function readUnits(text: string): number | null {
  const [, digits] = /^\+?\s*(\d{1,6})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
