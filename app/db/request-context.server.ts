import { AsyncLocalStorage } from "node:async_hooks";

import type { Kysely } from "kysely";

import type { Database } from "./schema.ts";

/** Milliseconds on the clock of the queue; waits at the same time count once. */
export class QueueWait {
  #waits = 0;
  #since = 0;
  #totalMs = 0;

  begin(now: number): void {
    if (this.#waits === 0) this.#since = now;
    this.#waits += 1;
  }

  end(now: number): void {
    this.#waits -= 1;
    if (this.#waits === 0) this.#totalMs += now - this.#since;
  }

  at(now: number): number {
    return this.#totalMs + (this.#waits > 0 ? now - this.#since : 0);
  }
}

type Visit = Readonly<{
  /** Where reads outside a transaction go; null: nothing was chosen. */
  reader: Kysely<Database> | null;
  /** Requests that began earlier have lower numbers. */
  rank: number;
  waits: Map<object, QueueWait>;
}>;

const visits = new AsyncLocalStorage<Visit>();

export function currentReader(): Kysely<Database> | null {
  return visits.getStore()?.reader ?? null;
}

let begun = 0;

/** The rank of the newest request. */
export function newestRank(): number {
  return begun;
}

/** Null outside of a request. */
export function currentRank(): number | null {
  return visits.getStore()?.rank ?? null;
}

/** Outside a request each query counts as one. */
export function queuePosition(queue: object): Readonly<{ rank: number; waiting: QueueWait }> {
  const { rank, waits } = visits.getStore() ?? newVisit();
  const waiting = waits.get(queue) ?? new QueueWait();
  waits.set(queue, waiting);
  return { rank, waiting };
}

export function withReader<Value>(reader: Kysely<Database>, work: () => Value): Value {
  return visits.run({ ...(visits.getStore() ?? newVisit()), reader }, work);
}

export function withRequestContext<Value>(reader: Kysely<Database> | null, work: () => Value): Value {
  return visits.run({ ...newVisit(), reader }, work);
}

function newVisit(): Visit {
  begun += 1;
  return { reader: null, rank: begun, waits: new Map() };
}
