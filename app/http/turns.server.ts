/** Fairness between requests that come at once. */

let lastTurn = Promise.resolve();

/**
 * Resolves when it is the caller's turn: one request sets out in each turn of the event loop. With an embedded
 * database a whole page may be made without a pause; a few hundred requests that came at once would otherwise be
 * answered in one breath, and nobody else heard meanwhile.
 */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}
