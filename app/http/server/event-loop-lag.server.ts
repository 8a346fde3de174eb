const TICK_MS = 20;
/** Weight of the newest value: one long pause is forgotten after half a second. */
const NEWEST = 0.15;

let lag = 0;
let expectedAt = 0;
let timer: NodeJS.Timeout | null = null;

/** The smoothed lag in milliseconds. The first call starts the measurement and returns 0. */
export function eventLoopLagMs(): number {
  if (!timer) {
    expectedAt = performance.now() + TICK_MS;
    timer = setInterval(tick, TICK_MS).unref();
  }
  // A blocked loop does not tick, so the overdue time counts too.
  return Math.max(lag, (performance.now() - expectedAt) * NEWEST);
}

function tick(): void {
  const now = performance.now();
  lag += (Math.max(0, now - expectedAt) - lag) * NEWEST;
  expectedAt = now + TICK_MS;
}
