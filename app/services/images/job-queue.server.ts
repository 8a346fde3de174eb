import { QueueFull } from "./image-errors.ts";

export class JobQueue<Made> {
  readonly #atOnce: number;
  readonly #waitingMaximum: number;
  readonly #waiting: Array<() => void> = [];
  readonly #running = new Map<string, Promise<Made>>();
  #active = 0;

  constructor(atOnce: number, waitingMaximum: number) {
    this.#atOnce = atOnce;
    this.#waitingMaximum = waitingMaximum;
  }

  get isBusy(): boolean {
    return this.#active > 0;
  }

  /** Concurrent callers with the same `key` share the result. Throws QueueFull. */
  once(key: string, job: () => Promise<Made>): Promise<Made> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = this.#run(job).finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }

  async #run(job: () => Promise<Made>): Promise<Made> {
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
    if (this.#waiting.length >= this.#waitingMaximum) throw new QueueFull("Too many images are waiting");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
