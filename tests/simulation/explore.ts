/** Explores orders of events in one world after another, and shrinks what breaks. */
import { createHash } from "node:crypto";

import { PROCESSING_DAYS } from "#app/models/order/payment/settlement.server.ts";

import { ACTS, type ActName, deliver } from "./acts.ts";
import { BEGINNING, passTime, withSimulatedClock } from "./clock.ts";
import type { Engine } from "./engine.ts";
import type { Scenario } from "./exhaustive.ts";
import { Random } from "./random.ts";
import type { Task } from "./scheduler.ts";
import { CUSTOMERS } from "./shelf.ts";
import { World } from "./world.ts";

/**
 * One decision: which task goes on, what begins, what the network does, how time passes. Each names what it is about,
 * so that a trace with gaps can be followed too.
 */
export type Step =
  | Readonly<{ do: "go"; task: string }>
  | Readonly<{ do: "start"; act: ActName; number: number }>
  | Readonly<{ do: "deliver" | "double" | "lose"; message: string }>
  | Readonly<{ do: "wait"; minutes: number }>
  | Readonly<{ do: "crash" }>;

export type Run = Readonly<{
  seed: string;
  steps: ReadonlyArray<Step>;
  /** What happened, a line for each step. */
  trace: ReadonlyArray<string>;
  /** What does not hold at the end; empty when all is well. */
  breaks: ReadonlyArray<string>;
  /** True: it broke, or not, after the last step, while the world came to rest. */
  hasComeToRest: boolean;
  /** All steps, those in which the world came to rest too. */
  count: number;
}>;

/** Milliseconds between two steps. */
const TICK_MS = 1;
/** Share of network calls of which the question or the answer is lost. */
const FAULTS = 0.06;
const TASKS_MAX = 5;
/** Explored steps of one world, before it comes to rest. */
const WORLD_STEPS = 800;

type Chooser = (world: World, index: number) => Step | null;

type Scene = Readonly<{ world: World; take: Take; trace: ReadonlyArray<string> }>;

/** Does `work` in a fresh world, in which each step is noted and looked after. */
function inWorld(engine: Engine, seed: string, work: (scene: Scene) => Promise<Run>): Promise<Run> {
  return withSimulatedClock(async () => {
    const world = await World.open(engine, seed, CUSTOMERS);
    const trace: Array<string> = [];
    const take: Take = async (step) => {
      const what = await apply(world, step);
      if (what === null) return [];
      passTime(TICK_MS);
      trace.push(`${timeOf()} ${what}`);
      return world.breaks();
    };
    const done = await work({ world, take, trace });
    World.close();
    return done;
  });
}

/** Follows `choose` until it has no more steps, lets the world come to rest, and looks after every step. */
function run(engine: Engine, seed: string, choose: Chooser, comesToRest = true): Promise<Run> {
  return inWorld(engine, seed, async ({ world, take, trace }) => {
    world.outside.faults = FAULTS;
    const steps: Array<Step> = [];
    let breaks: ReadonlyArray<string> = [];
    for (let step = choose(world, 0); step && breaks.length === 0; step = choose(world, steps.length)) {
      steps.push(step);
      breaks = await take(step);
    }
    const hasComeToRest = breaks.length === 0 && comesToRest;
    if (hasComeToRest) breaks = await comeToRest(world, take);
    return { seed, steps, trace, breaks, hasComeToRest, count: trace.length };
  });
}

function timeOf(): string {
  return String(Date.now() - BEGINNING).padStart(9);
}

/** Does the step and says what happened; null: it cannot be done here. */
async function apply(world: World, step: Step): Promise<string | null> {
  switch (step.do) {
    case "go": {
      const task = world.scheduler.tasks.get(step.task);
      if (!task?.nextPoint()) return null;
      return `${step.task}: ${await world.scheduler.go(task)}`;
    }
    case "start": {
      const name = `${step.act}#${step.number}`;
      await world.start(name, ACTS[step.act][0]);
      return `${name} begins`;
    }
    case "wait":
      world.hasWaited ||= step.minutes === SLOW_BANK_MINUTES;
      passTime(step.minutes * 60_000);
      return `${step.minutes} minutes pass`;
    case "crash":
      await world.crash();
      return "the shop crashes and opens again";
    default:
      return carry(world, step);
  }
}

async function carry(world: World, step: Extract<Step, { message: string }>): Promise<string | null> {
  const { messages } = world.outside;
  const index = messages.findIndex(({ id }) => id === step.message);
  const message = messages[index];
  if (!message) return null;
  if (step.do !== "double") messages.splice(index, 1);
  if (step.do !== "lose") {
    const name = `webhook#${world.nextNumber()}`;
    world.carries(name, message);
    await world.start(name, deliver(message));
  }
  return `${step.do} "${message.id}"`;
}

const IDLE_MINUTES = 10;
/** Longer than an order waits for its bank. */
export const SLOW_BANK_MINUTES = (PROCESSING_DAYS + 1) * 24 * 60;
/** While only slow banks are waited for. */
const SLOW_ROUND_MINUTES = 12 * 60;
/** Rounds until everything must have come to rest: jobs are tried for days. */
const ROUNDS_MAX = 600;
const REST_ROUNDS = 4;

type Take = (step: Step) => Promise<ReadonlyArray<string>>;

/** Without faults: events arrive, jobs are worked off, banks decide, orders end, until nothing is under way. */
async function comeToRest(world: World, take: Take): Promise<ReadonlyArray<string>> {
  world.outside.faults = 0;
  let number = 1_000_000;
  const finish = async (step: Step) => {
    const first = await take(step);
    return first.length > 0 ? first : finishTasks(world, take);
  };
  let breaks = await finishTasks(world, take);
  // The shop asks about late money for two days more: worlds that took their time have banks that hurry.
  let bankMinutes = world.isBankSlow && !world.hasWaited ? SLOW_BANK_MINUTES : 0;
  for (let round = 0, rested = 0; rested < REST_ROUNDS && breaks.length === 0; round += 1) {
    if (round > ROUNDS_MAX) return ["the world does not come to rest"];
    const [message] = world.outside.messages;
    const { due, later } = await jobsOf(world);
    const isSlow = world.isBankSlow && bankMinutes <= 0;
    if (message) breaks = await finish({ do: isSlow ? "lose" : "deliver", message: message.id });
    else if (due) breaks = await finish({ do: "start", act: "work", number: (number += 1) });
    else {
      const acts = [...(bankMinutes > 0 ? [] : (["bankDecides"] as const)), "endStale", "reconcile"] as const;
      for (const act of acts)
        if (breaks.length === 0) breaks = await finish({ do: "start", act, number: (number += 1) });
      const isResting = world.outside.messages.length === 0 && !later && !(await isWaiting(world));
      rested = isResting ? rested + 1 : 0;
      const idle = bankMinutes > 0 ? SLOW_ROUND_MINUTES : IDLE_MINUTES;
      const minutes = later ? Math.max(later, 1) : idle;
      bankMinutes -= minutes;
      if (breaks.length === 0) breaks = await take({ do: "wait", minutes });
    }
  }
  return breaks.length > 0 ? breaks : world.breaks(true);
}

async function finishTasks(world: World, take: Take): Promise<ReadonlyArray<string>> {
  for (let [task] = world.scheduler.ready(); task; [task] = world.scheduler.ready()) {
    const breaks = await take({ do: "go", task: task.name });
    if (breaks.length > 0) return breaks;
  }
  const stuck = [...world.scheduler.tasks.keys()];
  return stuck.length > 0 ? [`these wait for ever: ${stuck.join(", ")}`] : [];
}

/** Whether a job is due, and the minutes until the next one that is not. */
async function jobsOf(world: World): Promise<Readonly<{ due: boolean; later: number | null }>> {
  const rows = await world.engine
    .books()
    .selectFrom("jobs")
    .select(["run_at", "status", "leased_until"])
    .where("status", "in", ["waiting", "running"])
    .execute();
  const times = rows.map(({ run_at, status, leased_until }) =>
    Date.parse(status === "running" ? (leased_until ?? run_at) : run_at),
  );
  if (times.length === 0) return { due: false, later: null };
  const first = Math.min(...times);
  return first <= Date.now()
    ? { due: true, later: null }
    : { due: false, later: (first - Date.now()) / 60_000 };
}

async function isWaiting(world: World): Promise<boolean> {
  const order = await world.engine
    .books()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "awaiting-payment")
    .executeTakeFirst();
  return order !== undefined || world.outside.books().some(({ state }) => state === "processing");
}

/** A world explored at random; every second one by priorities (PCT: Burckhardt and others, 2010). */
export async function exploreWorld(engine: Engine, seed: string, steps = WORLD_STEPS): Promise<Run> {
  const random = new Random(seed);
  const isByPriority = random.chance(0.5);
  const weights = actWeights(random);
  const priorities = new Map<string, number>();
  const changes = new Set([0, 1, 2].map(() => random.below(steps)));
  const pickTask = (tasks: ReadonlyArray<Task>, index: number): Task => {
    if (!isByPriority) return random.pick(tasks);
    for (const { name } of tasks) if (!priorities.has(name)) priorities.set(name, random.next());
    const sorted = [...tasks].sort((a, b) => (priorities.get(b.name) ?? 0) - (priorities.get(a.name) ?? 0));
    const first = sorted[0];
    if (!first) throw new Error("There is no task");
    // The one that would go on comes last from now on.
    if (changes.has(index)) priorities.set(first.name, -index);
    return first;
  };
  return run(engine, seed, (world, index) => {
    if (index >= steps) return null;
    const ready = world.scheduler.ready();
    const { messages } = world.outside;
    const roll = random.next();
    if (messages.length > 0 && roll < 0.05) {
      const { id: message } = random.pick(messages);
      const kind = random.next();
      return { do: kind < 0.7 ? "deliver" : kind < 0.85 ? "double" : "lose", message };
    }
    if (roll > 0.997) return { do: "crash" };
    if (roll > 0.985)
      return { do: "wait", minutes: random.pick(world.isBankSlow && !world.hasWaited ? SLOW_WAITS : WAITS) };
    const isFull = world.scheduler.tasks.size >= TASKS_MAX;
    if (ready.length > 0 && (isFull || roll > 0.1)) return { do: "go", task: pickTask(ready, index).name };
    return { do: "start", act: pickAct(weights, random), number: index };
  });
}

/** Minutes that pass at once. */
const WAITS = [1, 6, 12, 31];
const SLOW_WAITS = [...WAITS, SLOW_BANK_MINUTES];

const ACT_NAMES = Object.keys(ACTS) as ReadonlyArray<ActName>;
/** How much more or less often an act is chosen in one world than in others (swarm testing: Groce and others, 2012). */
const EMPHASES = [0.2, 1, 1, 4];

function actWeights(random: Random): ReadonlyArray<readonly [ActName, number]> {
  return ACT_NAMES.map((name) => [name, ACTS[name][1] * random.pick(EMPHASES)]);
}

function pickAct(weights: ReadonlyArray<readonly [ActName, number]>, random: Random): ActName {
  let left = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "add";
}

type ChooseTask = (ready: ReadonlyArray<string>, last: string) => string;

/** A scenario whose tasks go on as `choose` says, without faults, until all are over and the world is at rest. */
export function followSchedule(engine: Engine, scenario: Scenario, choose: ChooseTask): Promise<Run> {
  const seed = scenario.name;
  return inWorld(engine, seed, async ({ world, take, trace }) => {
    let breaks: ReadonlyArray<string> = [];
    for (const [index, act] of scenario.before.entries()) {
      await world.start(`before#${index}`, act);
      breaks = await finishTasks(world, take);
    }
    for (const [name, act] of Object.entries(scenario.tasks(world))) await world.start(name, act);
    let last = "";
    while (breaks.length === 0) {
      const ready = world.scheduler.ready().map(({ name }) => name);
      if (ready.length === 0) break;
      last = choose(ready, last);
      breaks = await take({ do: "go", task: last });
    }
    if (breaks.length === 0) breaks = await comeToRest(world, take);
    return { seed, steps: [], trace, breaks, hasComeToRest: true, count: trace.length };
  });
}

/** The same steps again; those that cannot be done are left out. */
export function replay(
  engine: Engine,
  { seed, steps }: Pick<Run, "seed" | "steps">,
  comesToRest = true,
): Promise<Run> {
  return run(engine, seed, (_, index) => steps[index] ?? null, comesToRest);
}

/**
 * The shortest trace found that still breaks the same: whole tasks are left out first, then parts, the largest first
 * (delta debugging).
 */
export async function shrink(engine: Engine, broken: Run, triesMax = 150): Promise<Run> {
  const kind = kindOf(broken);
  let best = broken;
  let tries = 0;
  /** Leaves steps out for good if it still breaks without them. */
  const breaksWithout = async (isLeftOut: (step: Step, index: number) => boolean): Promise<boolean> => {
    tries += 1;
    const steps = best.steps.filter((step, index) => !isLeftOut(step, index));
    const shorter = await replay(engine, { seed: broken.seed, steps }, broken.hasComeToRest);
    if (kindOf(shorter) !== kind) return false;
    best = shorter;
    return true;
  };
  for (const name of new Set(broken.steps.map(taskOf)))
    if (name !== null && tries < triesMax) await breaksWithout((step) => taskOf(step) === name);
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < best.steps.length && tries < triesMax;) {
      const [start, end] = [from, from + size];
      if (!(await breaksWithout((_, index) => index >= start && index < end))) from = end;
    }
  return best;
}

function taskOf(step: Step): string | null {
  if (step.do === "go") return step.task;
  return step.do === "start" ? `${step.act}#${step.number}` : null;
}

/** The name of the first invariant that does not hold. */
function kindOf({ breaks }: Run): string {
  return (breaks[0] ?? "").replace(/:.*$/, "").replace(/#\d+/g, "");
}

export function hashOf({ trace }: Pick<Run, "trace">): string {
  return createHash("sha256").update(trace.join("\n")).digest("hex").slice(0, 16);
}
