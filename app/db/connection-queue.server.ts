const TICK_MS = 50;
const STILL_AFTER_MS = 250;

/** No connection came free in time. `code` is PostgreSQL's for "too many connections". */
export class QueueTooLong extends Error {
  override name = "QueueTooLong";
  readonly code = "53300";

  constructor() {
    super("No connection to the database came free in time");
  }
}

type Waiter = Readonly<{
  rank: number;
  until: number;
  start: () => void;
  giveUp: (error: QueueTooLong) => void;
}>;

/**
 * Serves requests in the order in which they began. Waiting is measured by a clock that runs only while the
 * queue stands still: one that moves is limited by load shedding (decision 0020), one that stands still means
 * that the database does not answer.
 */
export class ConnectionQueue {
  readonly #size: () => number;
  readonly #waiting: Array<Waiter> = [];
  #taken = 0;
  #timer: NodeJS.Timeout | null = null;
  #unmovedMs = 0;
  #stillMs = 0;

  constructor(size: () => number) {
    this.#size = size;
  }

  /** How long the queue has stood still so far, in milliseconds: the clock that `until` of `take` is on. */
  get stillMs(): number {
    return this.#stillMs;
  }

  /** Resolves with a place for the request of number `rank`. Rejects with QueueTooLong at `until`. */
  take(rank: number, until: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#taken < this.#size()) {
      this.#letIn();
      return Promise.resolve();
    }
    return new Promise((start, giveUp) => {
      const at = this.#waiting.findLastIndex((waiter) => waiter.rank <= rank) + 1;
      this.#waiting.splice(at, 0, { rank, until, start, giveUp });
      this.#timer ??= setInterval(() => this.#look(), TICK_MS);
    });
  }

  leave(): void {
    this.#taken -= 1;
    this.serve();
  }

  serve(): void {
    while (this.#taken < this.#size()) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#letIn();
      next.start();
    }
  }

  #letIn(): void {
    this.#taken += 1;
    this.#unmovedMs = 0;
  }

  /** Counts looks and not time: a process that was busy for seconds has looked once, and heard nothing meanwhile. */
  #look(): void {
    if (this.#waiting.length === 0) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      this.#unmovedMs = 0;
      return;
    }
    this.#unmovedMs += TICK_MS;
    if (this.#unmovedMs <= STILL_AFTER_MS) return;
    this.#stillMs += TICK_MS;
    for (const waiter of this.#waiting.filter(({ until }) => until <= this.#stillMs)) {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      waiter.giveUp(new QueueTooLong());
    }
  }
}
