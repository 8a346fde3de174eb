/** How late the event loop is: what a request waits before anybody looks at it. */

const TICK_MS = 20;
/** Share of the newest reading: one long pause is forgotten after half a second, a lag that stays is seen as soon. */
const NEWEST = 0.15;

let lag = 0;
let expectedAt = 0;
let timer: NodeJS.Timeout | null = null;

/** The lag in milliseconds, smoothed. The first call starts the measurement and answers 0. */
export function eventLoopLagMs(): number {
  if (!timer) {
    expectedAt = performance.now() + TICK_MS;
    timer = setInterval(tick, TICK_MS).unref();
  }
  // A loop that stands still does not tick: what is overdue by now counts as well.
  return Math.max(lag, (performance.now() - expectedAt) * NEWEST);
}

function tick(): void {
  const now = performance.now();
  lag += (Math.max(0, now - expectedAt) - lag) * NEWEST;
  expectedAt = now + TICK_MS;
}
