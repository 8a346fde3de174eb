/** Weight of the newest turn in the moving average. */
const NEWEST = 0.1;

type Start = () => void;

const underWay: Array<Start> = [];
const waiting: Array<Start> = [];
let isTurning = false;
let yieldMs = 0;
/** When the last new request started; null: none waited behind it, so the next one measures nothing. */
let takenAt: number | null = null;

/** One request starts per iteration: with an embedded database, pages are made without a pause. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(() => {
      measure();
      resolve();
    });
    startNext();
  });
}

/** For work that can pause: resolves in a later turn, before requests that have not started. */
export function yieldLonger(): Promise<void> {
  return new Promise((resolve) => {
    underWay.push(resolve);
    startNext();
  });
}

/** Slices of `items`, this many at a time; before each of them the shop serves others. */
export async function* inTurns<Item>(items: ReadonlyArray<Item>, size: number) {
  for (let at = 0; at < items.length; at += size) {
    await yieldLonger();
    yield items.slice(at, at + size);
  }
}

function startNext(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(hear);
}

/** The loop accepts a connection in one turn and reads in the next: both come before another page is made. */
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

export function eventLoopWaitMs(): number {
  return waiting.length * yieldMs;
}

function measure(): void {
  const now = performance.now();
  if (takenAt !== null) yieldMs += (now - takenAt - yieldMs) * NEWEST;
  takenAt = waiting.length > 0 ? now : null;
}
