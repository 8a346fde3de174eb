export const STOCK_VIEWS = [
  { key: "low", title: "Low or sold out" },
  { key: "waiting", title: "Waiting list" },
  { key: "all", title: "All variants" },
] as const;

export type StockViewKey = (typeof STOCK_VIEWS)[number]["key"];

export function stockView(key: string | null): (typeof STOCK_VIEWS)[number] {
  return STOCK_VIEWS.find((view) => view.key === key) ?? STOCK_VIEWS[0];
}

/** "received" adds to what is there; "counted" says how many lie on the shelf. */
export const STOCK_MODES = ["received", "counted"] as const;

export type StockMode = (typeof STOCK_MODES)[number];

export function stockMode(text: string | null): StockMode {
  return STOCK_MODES.find((mode) => mode === text) ?? "received";
}

export const STOCK_REASONS = {
  received: ["Delivery from the workshop", "Delivery from a supplier", "Found again"],
  counted: ["Counted again", "Broken or lost"],
} as const satisfies Record<StockMode, ReadonlyArray<string>>;

export type StockReason = (typeof STOCK_REASONS)[StockMode][number];

export function stockReason(mode: StockMode, text: string): StockReason | null {
  const reasons: ReadonlyArray<StockReason> = STOCK_REASONS[mode];
  return reasons.find((reason) => reason === text) ?? null;
}

/** From "24", "+24" or "+ 24"; null for anything else. */
export function readUnits(text: string): number | null {
  const [, digits] = /^\+?\s*(\d{1,6})$/.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}
