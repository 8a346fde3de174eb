/** Runs the rows of a storm on one engine, one after another, each within its time and followed by the invariants. */
import { LEASE_MS } from "#app/models/jobs/outbox.server.ts";
import { brokenInvariants } from "#tests/support/checks/invariants.ts";

import { newShelf, untilJobsDone } from "./catalogue-driver.ts";
import { type Engine, type Ground, newGround } from "./engine.ts";
import { NotProvoked, type OpenShop, randomFrom, type Storm, type StormRow } from "./row.ts";

export type Outcome = Readonly<{
  id: string;
  hazard: string;
  engine: Engine;
  /** What was measured. */
  figure: string;
  /** What passes. */
  passes: string;
  /** What should not have been; null when the row was left out, with the reason in `figure`. */
  breaks: ReadonlyArray<string> | null;
  seconds: number;
}>;

type Options = Readonly<{
  isShort: boolean;
  seed: number;
  /** True: every shop is two processes behind nginx. */
  isPair?: boolean;
  /** How long a row that watches goes on; 3 where nothing is said. */
  minutes?: number;
  /** Requests of the soak. */
  requests: number;
  /** Buyers of R-01; null: its own number. */
  buyers: number | null;
  /** Hears from long rows how far they are. */
  say?: (line: string) => void;
  onOutcome?: (outcome: Outcome) => void;
}>;

const WATCHED_MINUTES = 3;
/** For each minute that is watched; reading it may take long on a busy machine. */
const LASTING_SECONDS = 90;

/** What may still be under way before the books are closed: a job whose worker was lost waits for its lease to end. */
const REST_MAX_MS = LEASE_MS + 30_000;

type Grounds = ReadonlyArray<Ground>;

/** Runs `rows` on `engine`. A row that throws or takes too long is a break of its own. */
export async function runStorm(
  engine: Engine,
  rows: ReadonlyArray<StormRow>,
  {
    isShort,
    seed,
    isPair = false,
    minutes = WATCHED_MINUTES,
    requests,
    buyers,
    say = () => undefined,
    onOutcome,
  }: Options,
): Promise<ReadonlyArray<Outcome>> {
  const own: Array<Ground> = [];
  let shared: OpenShop | null = null;
  const storm: Storm = {
    engine,
    isShort,
    minutes,
    requests,
    buyers,
    say,
    random: randomFrom(seed),
    shared: async () => (shared ??= await openShared(engine, isPair)),
    ground: async (folder) => {
      const ground = await newGround(engine, { folder, isPair });
      if (!folder) own.push(ground);
      return ground;
    },
  };
  const used = () => (own.length > 0 ? own : sharedGround(shared));
  const outcomes: Array<Outcome> = [];
  try {
    for (const row of rows.filter(({ engines }) => engines?.includes(engine) ?? true)) {
      const outcome = await runRow(row, storm, used);
      await Promise.all(own.splice(0).map((ground) => ground.clear()));
      outcomes.push(outcome);
      onOutcome?.(outcome);
    }
  } finally {
    await Promise.all([...own, ...sharedGround(shared)].map((ground) => ground.clear()));
  }
  return outcomes;
}

function sharedGround(shared: OpenShop | null): Grounds {
  return shared ? [shared.ground] : [];
}

async function openShared(engine: Engine, isPair: boolean): Promise<OpenShop> {
  const ground = await newGround(engine, { isPair });
  return { shop: await ground.open(), ground, shelf: newShelf(ground) };
}

async function runRow(row: StormRow, storm: Storm, usedGrounds: () => Grounds): Promise<Outcome> {
  const { id, hazard, passes } = row;
  const limitSeconds = row.limitSeconds + (row.isLasting ? storm.minutes * LASTING_SECONDS : 0);
  const startedAt = performance.now();
  const outcome = (figure: string, breaks: ReadonlyArray<string> | null): Outcome => {
    const seconds = (performance.now() - startedAt) / 1000;
    return { id, hazard, engine: storm.engine, figure, passes, breaks, seconds };
  };
  try {
    const { figure, breaks } = await within(limitSeconds, row.run(storm));
    const books = await Promise.all(usedGrounds().map(brokenBooks));
    return outcome(figure, [...breaks, ...books.flat()]);
  } catch (error) {
    if (error instanceof NotProvoked) return outcome(`not provoked: ${error.message}`, null);
    return outcome("did not finish", [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
  }
}

/** What does not add up once everything that was under way has come to rest. */
async function brokenBooks(ground: Ground): Promise<ReadonlyArray<string>> {
  const waiting = ground.isOpen() ? await untilJobsDone(ground, REST_MAX_MS) : [];
  const broken = await brokenInvariants(ground.where);
  return [...waiting.map((job) => `still to be done: ${job}`), ...broken];
}

async function within<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
