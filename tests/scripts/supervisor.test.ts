/** The supervisor, on processes that do as they are told. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { isInVain, pauseBeforeStart } from "#scripts/cluster/restart-rules.ts";
import { type Started, Supervisor } from "#scripts/cluster/supervisor.ts";

/** Says "ready" and stays; ends a moment after SIGTERM. */
const GOOD =
  'console.log("ready");setInterval(()=>0,1000);process.on("SIGTERM",()=>setTimeout(()=>process.exit(0),20))';
const readyAfter = (ms: number) => `setTimeout(()=>{${GOOD}},${ms})`;
/** Becomes ready when it is told to end, and then ends. */
const READY_TOO_LATE =
  'setInterval(()=>0,1000);process.on("SIGTERM",()=>{console.log("ready");setTimeout(()=>process.exit(0),100)})';
const BROKEN = "process.exit(3)";

let children: Array<ChildProcess> = [];
/** Those that were ready once. */
const open = new Set<ChildProcess>();

/** Ended after the test. */
let supervised: Array<Supervisor> = [];

afterEach(async () => {
  for (const supervisor of supervised) await supervisor.end();
  supervised = [];
  for (const child of children) child.kill("SIGKILL");
  children = [];
});

function start(program: string): Started {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
  children.push(child);
  const isReady = new Promise<void>((resolve) => {
    child.stdout.once("data", () => {
      open.add(child);
      resolve();
    });
  });
  return { child, isReady };
}

function newStage(count: number) {
  /** `programs` come first, one after the other. */
  const stage = {
    program: GOOD,
    programs: [] as Array<string>,
    output: [] as Array<string>,
    ends: [] as Array<number>,
    /** How those that come first tell that they are alive; nobody looks at the others. */
    onBeats: [] as Array<NonNullable<Started["onBeat"]>>,
  };
  const supervisor = new Supervisor({
    count,
    fork: () => {
      const onBeat = stage.onBeats.shift();
      return { ...start(stage.programs.shift() ?? stage.program), ...(onBeat ? { onBeat } : {}) };
    },
    say: (line) => stage.output.push(line),
    beatMs: 10,
    onEnd: (code) => stage.ends.push(code),
  });
  return { stage, supervisor };
}

/** Two processes that run, whose supervisor is ended after the test. */
async function twoOpen() {
  const made = newStage(2);
  expect(await made.supervisor.open()).toBe(true);
  supervised.push(made.supervisor);
  return { ...made, old: [...children] };
}

const alive = () => children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);

async function until(isSo: () => boolean) {
  const end = Date.now() + 20_000;
  while (!isSo() && Date.now() < end) await pause(10);
}

test("a process that ends by itself is replaced", async () => {
  const { stage, supervisor } = await twoOpen();
  children[0]?.kill("SIGKILL");

  await until(() => children.length === 3);
  expect(alive()).toHaveLength(2);
  expect(stage.output).toEqual([`Process ${children[0]?.pid} ended (SIGKILL): another takes its place.`]);
  await supervisor.end();
  expect(stage.ends).toEqual([0]);
  expect(alive()).toEqual([]);
});

test("a process that no longer says that it is alive is ended and replaced", async () => {
  const { stage, supervisor } = newStage(1);
  supervised.push(supervisor);
  stage.onBeats = [(note) => note()];
  expect(await supervisor.open()).toBe(true);

  await until(() => children.length === 2);

  expect(children[0]?.signalCode).toBe("SIGKILL");
  expect(stage.output).toEqual([
    `Process ${children[0]?.pid} hangs: it is ended.`,
    `Process ${children[0]?.pid} ended (SIGKILL): another takes its place.`,
  ]);
});

test("old processes end one by one, each after its successor is ready", async () => {
  const { supervisor, old } = await twoOpen();
  const counts: Array<number> = [];
  const watch = setInterval(() => counts.push(alive().length), 2);

  expect(await supervisor.renew()).toBe(true);
  clearInterval(watch);

  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  expect(old.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
});

test.each([
  ["the process that is being renewed dies", 0],
  ["a process that is still to be renewed dies", 1],
])("when %s, as many processes as before run afterwards", async (_, victim) => {
  const { stage, supervisor, old } = await twoOpen();
  stage.programs = [readyAfter(300)];

  const renewing = supervisor.renew();
  await until(() => children.length === 3);
  old[victim]?.kill("SIGKILL");

  expect(await renewing).toBe(true);
  expect(alive()).toHaveLength(2);
  expect(alive().filter((child) => old.includes(child))).toEqual([]);
});

test("when a process dies during a renewal and the new build does not start, as many as before run", async () => {
  const { stage, supervisor } = await twoOpen();
  stage.programs = [`setTimeout(()=>{${BROKEN}},300)`];

  const renewing = supervisor.renew();
  await until(() => children.length === 3);
  children[0]?.kill("SIGKILL");

  expect(await renewing).toBe(false);
  await until(() => alive().length === 2);
  expect(alive()).toHaveLength(2);
});

test("a successor that was not ready during a renewal is renewed too, and all run afterwards", async () => {
  const { stage, supervisor } = await twoOpen();
  stage.program = readyAfter(60_000);
  children[0]?.kill("SIGKILL");
  await until(() => children.length === 3);
  const before = [...children];

  stage.programs = [GOOD, readyAfter(1_000)];
  expect(await supervisor.renew()).toBe(true);

  expect(alive().filter((child) => open.has(child))).toHaveLength(2);
  expect(alive().filter((child) => before.includes(child))).toEqual([]);
  expect(stage.output.filter((line) => line.startsWith("The "))).toEqual([]);
});

test("a successor that becomes ready while it is being ended is started again", async () => {
  const { stage, supervisor } = await twoOpen();
  stage.programs = [READY_TOO_LATE];
  children[0]?.kill("SIGKILL");
  await until(() => children.length === 3);
  await pause(500);

  expect(await supervisor.renew()).toBe(true);

  expect(alive().filter((child) => open.has(child))).toHaveLength(2);
});

test("a new build that does not start leaves the old processes running", async () => {
  const { stage, supervisor, old } = await twoOpen();
  stage.program = BROKEN;

  expect(await supervisor.renew()).toBe(false);

  expect(alive()).toEqual(old);
  expect(stage.output.at(-1)).toBe("The new process did not become ready: the others stay as they are.");
});

test("a shop that ends at once repeatedly is given up with a message", async () => {
  const { stage, supervisor } = newStage(2);
  stage.program = BROKEN;

  expect(await supervisor.open()).toBe(false);

  expect(stage.ends).toEqual([1]);
  expect(stage.output.at(-1)).toMatch(
    /^The shop cannot open: \d starts in a row ended before a process was ready\.$/,
  );
});

test("pauses grow to half a minute, and the shop is not given up while one process runs", () => {
  expect([0, 1, 2, 3, 20].map(pauseBeforeStart)).toEqual([0, 200, 400, 800, 30_000]);
  expect([isInVain(4, 0), isInVain(5, 0), isInVain(50, 1)]).toEqual([false, true, false]);
});
