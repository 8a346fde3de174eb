/** Fairness between requests that come at once, and how long whoever comes now would wait. */

/** Share of the newest turn in what one takes. */
const NEWEST = 0.1;

let lastTurn = Promise.resolve();
let waiting = 0;
let turnMs = 0;
/** When the last turn was taken; null: nobody waited behind it, so that the next one measures nothing. */
let takenAt: number | null = null;

/**
 * Resolves when it is the caller's turn: one request sets out in each turn of the event loop. With an embedded
 * database a whole page may be made without a pause; a few hundred requests that came at once would otherwise be
 * answered in one breath, and nobody else heard meanwhile.
 */
export function ownTurn(): Promise<void> {
  waiting += 1;
  lastTurn = lastTurn.then(
    () =>
      new Promise((resolve) =>
        setImmediate(() => {
          measure();
          resolve();
        }),
      ),
  );
  return lastTurn;
}

/** How long the turns of all who wait take, in milliseconds, as long as a turn takes now. */
export function turnWaitMs(): number {
  return waiting * turnMs;
}

function measure(): void {
  const now = performance.now();
  if (takenAt !== null) turnMs += (now - takenAt - turnMs) * NEWEST;
  waiting -= 1;
  takenAt = waiting > 0 ? now : null;
}
