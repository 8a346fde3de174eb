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
  lastTurn = lastTurn.then(nextTurn);
  return lastTurn;
}

/**
 * The loop takes a connection in one turn and reads from it in the next: where somebody waits already, it gets both
 * before another page is made, so that whoever comes is turned away after one page and not after two.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const take = () => {
      measure();
      resolve();
    };
    setImmediate(() => (waiting > 1 ? setImmediate(take) : take()));
  });
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
