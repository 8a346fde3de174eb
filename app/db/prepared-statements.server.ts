/** Planning a short query with joins costs the server three times what running it does. */

/** Enough for every query that is compiled once, in each length of its lists. Further ones are planned each time. */
const STATEMENTS_MAX = 500;
/** A migration that adds a column changes what such a statement returns, and the server refuses its old plan. */
const EVERY_COLUMN = /(?:\bselect|\breturning|[.,]) ?\*/;

const names = new Map<string, string>();

export function prepareStatement(text: string): void {
  if (names.size < STATEMENTS_MAX && !names.has(text) && !EVERY_COLUMN.test(text))
    names.set(text, `shop_${names.size + 1}`);
}

/** Null if it is planned each time. */
export function statementName(text: string): string | null {
  return names.get(text) ?? null;
}
