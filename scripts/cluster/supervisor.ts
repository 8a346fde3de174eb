import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

import { isInVain, pauseBeforeStart } from "./restart-rules.ts";

const READY_MAX_MS = 60_000;
const END_MAX_MS = 12_000;
/** A process that lets so many beats pass hangs. */
const SILENT_BEATS = 3;

export type SupervisorOptions = Readonly<{
  count: number;
  fork: () => Started;
  say: (line: string) => void;
  /** Between two beats, in milliseconds. */
  beatMs: number;
  /** Called once, when all processes have ended: with 0 after `end`, with 1 when starting them has no sense. */
  onEnd: (code: number) => void;
}>;

export type Started = Readonly<{
  child: ChildProcess;
  /** Resolves when the process takes visitors; never, when it does not come to that. */
  isReady: Promise<void>;
  /** Calls `note` whenever the process says that it is alive. Without it nobody looks. */
  onBeat?: (note: () => void) => void;
}>;

type Member = {
  readonly child: ChildProcess;
  readonly hasEnded: Promise<void>;
  isOpen: boolean;
  isLeaving: boolean;
};

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #members = new Set<Member>();
  #vainStarts = 0;
  #isEnding = false;
  readonly #starting = new Set<Promise<boolean>>();
  #renewing: Promise<boolean> | null = null;
  /** Its successor is being started: it needs no other when it dies meanwhile. */
  #beingRenewed: Member | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts all processes, and resolves when each is ready; false when they cannot be. */
  async open(): Promise<boolean> {
    const started = await Promise.all(
      Array.from({ length: this.#options.count }, () => this.#startUntilOpen()),
    );
    return started.every(Boolean);
  }

  /**
   * Each old one ends when its successor is ready. False: the rest stays as it is. Called meanwhile, it is
   * done again.
   */
  async renew(): Promise<boolean> {
    if (this.#renewing) await this.#renewing;
    this.#renewing ??= this.#renewAll().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async end(): Promise<void> {
    await this.#endAll(0);
  }

  #startUntilOpen(): Promise<boolean> {
    const trying = this.#tryUntilOpen().finally(() => this.#starting.delete(trying));
    this.#starting.add(trying);
    return trying;
  }

  async #tryUntilOpen(): Promise<boolean> {
    while (!this.#isEnding) {
      await pause(pauseBeforeStart(this.#vainStarts));
      if (await this.#startOne()) return true;
      if (isInVain(this.#vainStarts, this.#open().length)) await this.#giveUp();
    }
    return false;
  }

  async #giveUp(): Promise<void> {
    if (this.#isEnding) return;
    const times = this.#vainStarts;
    this.#options.say(`The shop cannot open: ${times} starts in a row ended before a process was ready.`);
    await this.#endAll(1);
  }

  async #startOne(): Promise<Member | null> {
    if (this.#isEnding) return null;
    const { child, isReady, onBeat } = this.#options.fork();
    const member: Member = { child, hasEnded: endOf(child), isOpen: false, isLeaving: false };
    this.#members.add(member);
    void member.hasEnded.then(() => this.#onEnded(member));
    const timeout = new AbortController();
    const outcome = await Promise.race([
      isReady.then(() => "ready" as const),
      member.hasEnded.then(() => "ended" as const),
      pause(READY_MAX_MS, "late" as const, { signal: timeout.signal }),
    ]);
    timeout.abort();
    // A process that was ordered to end while it became ready is started again by its starter.
    if (outcome === "ready" && !member.isLeaving) {
      this.#vainStarts = 0;
      member.isOpen = true;
      if (onBeat) this.#watch(member, onBeat);
      return member;
    }
    // A process that was ordered to end has not failed.
    if (!member.isLeaving) this.#vainStarts += 1;
    if (outcome === "late") await endOne(member);
    return null;
  }

  /**
   * From its first beat on: another build may know of none. Counts beats and not the time, which also passes while the
   * whole machine sleeps.
   */
  #watch({ child, hasEnded }: Member, onBeat: NonNullable<Started["onBeat"]>): void {
    let silent = 0;
    let timer: NodeJS.Timeout | undefined;
    const count = () => {
      silent += 1;
      if (silent <= SILENT_BEATS) return;
      clearInterval(timer);
      this.#options.say(`Process ${child.pid} hangs: it is ended.`);
      child.kill("SIGKILL");
    };
    onBeat(() => {
      silent = 0;
      timer ??= setInterval(count, this.#options.beatMs);
    });
    void hasEnded.then(() => clearInterval(timer));
  }

  /** A process that was open and ends by itself is replaced; its starter handles those that do not open. */
  #onEnded(member: Member): void {
    this.#members.delete(member);
    if (member.isLeaving || this.#isEnding) return;
    const { pid, exitCode, signalCode } = member.child;
    const how = signalCode ?? `exit code ${exitCode}`;
    if (!member.isOpen) {
      this.#options.say(`Process ${pid} ended before it was ready (${how}).`);
      return;
    }
    this.#options.say(`Process ${pid} ended (${how}): another takes its place.`);
    if (member !== this.#beingRenewed) void this.#startUntilOpen();
  }

  async #renewAll(): Promise<boolean> {
    const old = this.#open();
    // A process that is just being started may have the build before; its starter tries again.
    await Promise.all([...this.#members].filter(({ isOpen }) => !isOpen).map(endOne));
    for (const each of old) {
      // One that died in the meantime has been replaced, by the new build.
      if (!this.#members.has(each)) continue;
      const successor = await this.#startSuccessor(each);
      if (!successor) {
        this.#options.say("The new process did not become ready: the others stay as they are.");
        return false;
      }
      this.#options.say(`Process ${successor.child.pid} is open, ${each.child.pid} ends.`);
      await endOne(each);
    }
    return (await Promise.all(this.#starting)).every(Boolean);
  }

  async #startSuccessor(old: Member): Promise<Member | null> {
    this.#beingRenewed = old;
    const successor = await this.#startOne();
    this.#beingRenewed = null;
    if (!successor && !this.#members.has(old)) void this.#startUntilOpen();
    return successor;
  }

  async #endAll(code: number): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await Promise.all([...this.#members].map(endOne));
    this.#options.onEnd(code);
  }

  #open(): ReadonlyArray<Member> {
    return [...this.#members].filter(({ isOpen, isLeaving }) => isOpen && !isLeaving);
  }
}

async function endOne(member: Member): Promise<void> {
  member.isLeaving = true;
  member.child.kill("SIGTERM");
  const timer = setTimeout(() => member.child.kill("SIGKILL"), END_MAX_MS);
  await member.hasEnded;
  clearTimeout(timer);
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
  });
}
