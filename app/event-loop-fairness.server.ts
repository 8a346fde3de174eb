/** Fairness between concurrent requests, and an estimate of how long a new one would wait. */

/** Share of the newest turn in what one takes. */
const NEWEST = 0.1;

type Start = () => void;

/** Requests that have started and continue, and those that have not started: the first come first. */
const underWay: Array<Start> = [];
const waiting: Array<Start> = [];
let isTurning = false;
let yieldMs = 0;
/** When the last new request started; null: none waited behind it, so the next one measures nothing. */
let takenAt: number | null = null;

/**
 * Resolves when the caller may start: one request starts in each iteration of the event loop. With an embedded
 * database a whole page may be made without a pause, and a few hundred concurrent requests would otherwise block all
 * new ones.
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
 * The loop accepts a connection in one iteration and reads from it in the next. While requests wait, it gets both
 * before another page is made, so that load shedding can refuse a new request after one page instead of two.
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

/** Milliseconds that all waiting requests take to start, at the current duration of an iteration. */
export function eventLoopWaitMs(): number {
  return waiting.length * yieldMs;
}

function measure(): void {
  const now = performance.now();
  if (takenAt !== null) yieldMs += (now - takenAt - yieldMs) * NEWEST;
  takenAt = waiting.length > 0 ? now : null;
}
