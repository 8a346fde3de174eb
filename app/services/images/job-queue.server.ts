/** Runs few jobs at a time, the same one never twice at once, and takes no more than it can get through. */

/** There is more waiting than can be done in reasonable time. */
export class QueueFull extends Error {
  override name = "QueueFull";
}

export class JobQueue {
  readonly #atOnce: number;
  readonly #waitingMaximum: number;
  readonly #waiting: Array<() => void> = [];
  readonly #running = new Map<string, Promise<Uint8Array>>();
  #active = 0;

  constructor(atOnce: number, waitingMaximum: number) {
    this.#atOnce = atOnce;
    this.#waitingMaximum = waitingMaximum;
  }

  /** What `job` makes. Whoever asks for the same `key` meanwhile shares it. Throws QueueFull. */
  once(key: string, job: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#run(job).finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  async #run(job: () => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#active >= this.#atOnce) await this.#turn();
    else this.#active += 1;
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on, so that nobody slips in between.
      if (next) next();
      else this.#active -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#waitingMaximum) throw new QueueFull("Too many pictures are waiting");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
