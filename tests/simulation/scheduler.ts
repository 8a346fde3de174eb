/** Decides who goes on: each query, commit, call to a provider and email is a point where another task may run first. */
import { AsyncLocalStorage } from "node:async_hooks";

import { Random } from "./random.ts";

type Point = Readonly<{ label: string; isReady: () => boolean; go: () => void }>;

/** A piece of work under way, such as one request, with chance of its own. */
export class Task {
  readonly name: string;
  readonly random: Random;
  readonly points: Array<Point> = [];
  isOver = false;

  constructor(name: string, seed: string) {
    this.name = name;
    this.random = new Random(`${seed} ${name}`);
  }

  nextPoint(): Point | undefined {
    return this.points.find((point) => point.isReady());
  }
}

/** A call to a database that has not been answered yet. */
export type Operation = {
  readonly task: Task;
  /** Waits for a lock at this moment; has waited for one. */
  waits: boolean;
  hasWaited: boolean;
};

const always = () => true;
const never = <Value>() => new Promise<Value>(() => undefined);
const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

/** One for all worlds: Node carries each storage through every promise, and none is ever thrown away. */
const running = new AsyncLocalStorage<Readonly<{ scheduler: Scheduler; task: Task }>>();

export class Scheduler {
  /** By name, in the order in which they began. */
  readonly tasks = new Map<string, Task>();
  readonly #operations = new Set<Operation>();
  readonly #seed: string;
  /** Resolves when each open call has been answered or waits for a lock. */
  readonly #settleCalls: (open: ReadonlyArray<Operation>) => Promise<void>;
  #answered: () => void = () => undefined;

  constructor(seed: string, settleCalls: (open: ReadonlyArray<Operation>) => Promise<void>) {
    this.#seed = seed;
    this.#settleCalls = settleCalls;
  }

  current(): Task | undefined {
    const found = running.getStore();
    return found?.scheduler === this ? found.task : undefined;
  }

  /** Starts `work` as a task and runs it up to its first point. */
  async start(name: string, work: () => Promise<void>): Promise<void> {
    const task = new Task(name, this.#seed);
    this.tasks.set(name, task);
    void running.run({ scheduler: this, task }, async () => {
      await work();
      task.isOver = true;
      this.tasks.delete(name);
    });
    await this.settle();
  }

  /** Runs the task from its next point to the one after. */
  async go(task: Task): Promise<string> {
    const point = task.nextPoint();
    if (!point) throw new Error(`${task.name} cannot go on`);
    task.points.splice(task.points.indexOf(point), 1);
    point.go();
    await this.settle();
    return point.label;
  }

  ready(): ReadonlyArray<Task> {
    return [...this.tasks.values()].filter((task) => task.nextPoint());
  }

  /** Waits until the scheduler lets the task go on; forever, if the process has crashed meanwhile. */
  async point(label: string, isReady: () => boolean = always): Promise<void> {
    const task = this.current();
    if (!task) return;
    if (task.isOver) return never();
    await new Promise<void>((resolve) => task.points.push({ label, isReady, go: resolve }));
  }

  /** Runs a call to a database at a point. What waited for a lock waits once more for its turn to go on. */
  async call<Answer>(
    { label, isReady }: Readonly<{ label: string; isReady?: () => boolean }>,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const task = this.current();
    if (!task) return work();
    await this.point(label, isReady);
    const operation = this.begin(task);
    try {
      return await work();
    } finally {
      this.end(operation);
      if (task.isOver) await never();
      if (operation.hasWaited) await this.point(`${label} (has waited)`);
    }
  }

  /** Runs `work`, which looks at the world and is no part of the shop, at once: no task moves meanwhile. */
  async aside<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const task = this.current();
    const operation = task && this.begin(task);
    try {
      return await work();
    } finally {
      if (operation) this.end(operation);
    }
  }

  begin(task: Task): Operation {
    const operation = { task, waits: false, hasWaited: false };
    this.#operations.add(operation);
    return operation;
  }

  end(operation: Operation): void {
    this.#operations.delete(operation);
    this.#answered();
  }

  /** True while a call waits for a lock. */
  hasWaiting(): boolean {
    return [...this.#operations].some(({ waits }) => waits);
  }

  /** A transaction has ended: whoever waited for its locks may go on. */
  locksReleased(): void {
    for (const operation of this.#operations) operation.waits = false;
  }

  /** Throws all memory away: no task goes on. */
  crash(): void {
    for (const task of this.tasks.values()) {
      task.isOver = true;
      task.points.length = 0;
    }
    this.tasks.clear();
  }

  /** Resolves when every task is at a point, over, or waits for another. */
  async settle(): Promise<void> {
    await drained();
    for (;;) {
      const open = [...this.#operations].filter(({ waits }) => !waits);
      if (open.length === 0) return;
      const answered = new Promise<"answered">((resolve) => (this.#answered = () => resolve("answered")));
      await Promise.race([answered, this.#settleCalls(open)]);
      await drained();
    }
  }
}
