/** How old what a replica knows is, from positions in the primary's log. Times in milliseconds of one process's clock. */

/** Positions of the primary that are remembered; one for each look. */
const LOOKS_MAX = 120;

/** A position in PostgreSQL's log, such as "16/B374D848", as a number. */
export function logPosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

type Look = Readonly<{ at: number; primary: bigint }>;

/** Remembers where the primary was when, and so from when everything is known to be in the replica. */
export class ReplicaLag {
  #looks: ReadonlyArray<Look> = [];
  #freshAsOf = Number.NEGATIVE_INFINITY;

  /** At `at`, or later, the primary's log ended at `primary`; after that the replica had all up to `replica`. */
  note(look: Look, replica: bigint): void {
    const looks = [...this.#looks, look].slice(-LOOKS_MAX);
    const reached = looks.filter(({ primary }) => primary <= replica);
    this.#freshAsOf = Math.max(this.#freshAsOf, ...reached.map(({ at }) => at));
    this.#looks = looks.filter(({ primary }) => primary > replica);
  }

  /** All that was written more than so many milliseconds before `now` is in the replica. */
  ageAt(now: number): number {
    return now - this.#freshAsOf;
  }

  forget(): void {
    this.#looks = [];
    this.#freshAsOf = Number.NEGATIVE_INFINITY;
  }
}
