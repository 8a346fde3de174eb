/** The simulation's own time: it moves only when the simulation says so. */
const SystemDate = Date;

/** A Monday morning; every world begins then. */
export const BEGINNING = SystemDate.parse("2026-03-02T09:00:00.000Z");

let now = BEGINNING;

class SimulatedDate extends SystemDate {
  constructor(...given: ReadonlyArray<unknown>) {
    super(...((given.length === 0 ? [now] : given) as [number]));
  }

  static override now(): number {
    return now;
  }
}

/** Runs `work` with the simulated clock in place of the system's. */
export async function withSimulatedClock<Value>(work: () => Promise<Value>): Promise<Value> {
  globalThis.Date = SimulatedDate as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = SystemDate;
  }
}

export function resetClock(): void {
  now = BEGINNING;
}

export function passTime(ms: number): void {
  now += ms;
}
