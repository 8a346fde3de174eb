/** Fairness between requests that come at once, and how long whoever comes now would wait. */

/** Share of the newest turn in what one takes. */
const NEWEST = 0.1;

type Start = () => void;

/** Those who have set out and go on, and those who have not: the first go first. */
const underWay: Array<Start> = [];
const waiting: Array<Start> = [];
let isTurning = false;
let yieldMs = 0;
/** When the last newcomer set out; null: nobody waited behind it, so that the next one measures nothing. */
let takenAt: number | null = null;

/**
 * Resolves when it is the caller's turn: one request sets out in each turn of the event loop. With an embedded
 * database a whole page may be made without a pause; a few hundred requests that came at once would otherwise be
 * answered in one breath, and nobody else heard meanwhile.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(() => {
      measure();
      resolve();
    });
    startNext();
  });
}

/** Resolves in a later turn, before anybody's who has not set out yet: for work that has a place to be put down at. */
export function yieldLonger(): Promise<void> {
  return new Promise((resolve) => {
    underWay.push(resolve);
    startNext();
  });
}

function startNext(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(hear);
}

/**
 * The loop takes a connection in one turn and reads from it in the next: where somebody waits already, it gets both
 * before another page is made, so that whoever comes is turned away after one page and not after two.
 */
function hear(): void {
  if (underWay.length + waiting.length > 1) setImmediate(take);
  else take();
}

function take(): void {
  isTurning = false;
  const start = underWay.shift() ?? waiting.shift();
  if (underWay.length + waiting.length > 0) startNext();
  start?.();
}

/** How long the turns of all who have not set out take, in milliseconds, as long as a turn takes now. */
export function eventLoopWaitMs(): number {
  return waiting.length * yieldMs;
}

function measure(): void {
  const now = performance.now();
  if (takenAt !== null) yieldMs += (now - takenAt - yieldMs) * NEWEST;
  takenAt = waiting.length > 0 ? now : null;
}
