/** A row of the hazard table (docs/storm.md): what is provoked, what passes, and what was measured. */
import { Random } from "#tests/simulation/random.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";

import type { Shelf } from "./catalogue-driver.ts";
import type { Engine, Ground } from "./engine.ts";

/** What a row came to. No break, and it has passed. */
export type Measured = Readonly<{
  /** The figures, in few words. */
  figure: string;
  /** What should not have been, a line each. */
  breaks: ReadonlyArray<string>;
}>;

/** What a row is given to work with. */
export type Storm = Readonly<{
  engine: Engine;
  /** The short form: fewer shoppers, fewer rounds. */
  isShort: boolean;
  /** How long a row that watches goes on. */
  minutes: number;
  /** Requests of the soak. */
  requests: number;
  /** Buyers of R-01; null: as many as the row has by itself. */
  buyers: number | null;
  /** Tells whoever watches how far a long row is. */
  say: (line: string) => void;
  /** From 0 to 1, the same again for the same seed. */
  random: () => number;
  /** The shop that rows share, with limits out of the way. */
  shared: () => Promise<OpenShop>;
  /** A ground of the row's own, reckoned up and cleared after it. One in a given folder is for the row to clear. */
  ground: (folder?: string) => Promise<Ground>;
}>;

export type OpenShop = Readonly<{ shop: RunningShop; ground: Ground; shelf: Shelf }>;

export type StormRow = Readonly<{
  /** As in the hazard table: "R-01". */
  id: string;
  /** What might go wrong. */
  hazard: string;
  /** The figure that passes. */
  passes: string;
  /** Engines on which there is something to provoke; left out: both. */
  engines?: ReadonlyArray<Engine>;
  /** Longest time the row may take, in seconds. */
  limitSeconds: number;
  /** Goes on for the storm's minutes, which are on top of the limit. */
  isLasting?: boolean;
  /** Takes so long that it is run only when its id or name is given. */
  isOnRequest?: boolean;
  run: (storm: Storm) => Promise<Measured>;
}>;

/** Thrown by a row that cannot be provoked on this machine; the message says what is missing. */
export class NotProvoked extends Error {}

/** Lines for what is not as it should be; `isWell` false makes a break of `what`. */
export class Breaks {
  readonly list: Array<string> = [];

  /** Notes `what` unless `isWell`. */
  unless(isWell: boolean, what: string): void {
    if (!isWell) this.list.push(what);
  }

  /** Notes `what` unless the two read the same as JSON. */
  unlessEqual(found: unknown, expected: unknown, what: string): void {
    const [is, shall] = [JSON.stringify(found), JSON.stringify(expected)];
    this.unless(is === shall, `${what}: ${is}, not ${shall}`);
  }

  /** What the row came to, with what was noted. */
  measured(figure: string): Measured {
    return { figure, breaks: this.list };
  }
}

/** Numbers from 0 to 1, the same again for the same seed. */
export function randomFrom(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next();
}

/** The value below which the share `share` of `values` lies, whole. */
export function percentile(values: ReadonlyArray<number>, share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** How often each value occurs, by the value. */
export function countBy(values: ReadonlyArray<string | number>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of [...values].sort()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
