import { spawn } from "node:child_process";

import { describe, expect, test } from "vitest";

import {
  canReadCpu,
  cpuSeconds,
  memoryOf,
  parseMemory,
  parseStat,
  processTree,
  startCpuClock,
} from "#scripts/bench/cpu.ts";

const LINE =
  "4242 (a (strange) name) S 77 4242 4242 0 -1 4194304 1200 0 3 0 150 25 9 9 20 0 11 0 5000 1000000 2500 18446744073709551615";

describe("the stat line of a process", () => {
  test("has its parent, and its user and system time, also with brackets in its name", () => {
    expect(parseStat(LINE)).toEqual({ parent: 77, ticks: 175 });
  });

  test.each(["", "4242 (cut", "4242 (cut) S 77"])("that is incomplete is refused: %j", (line) => {
    expect(parseStat(line)).toBeNull();
  });
});

test("memory is read in megabytes", () => {
  const status = "Name:\tnode\nVmHWM:\t  409600 kB\nVmRSS:\t  204800 kB\n";

  expect(parseMemory(status, "VmRSS")).toBe(200);
  expect(parseMemory(status, "VmHWM")).toBe(400);
  expect(parseMemory("Name:\tnode\n", "VmRSS")).toBeNull();
});

/** A clock of something that takes the processes of the first list, and later those of the second. */
function clockOf(lists: ReadonlyArray<ReadonlyArray<number>>): Promise<() => Promise<number>> {
  const requested = [...lists];
  return startCpuClock(() => requested.shift() ?? []);
}

describe.runIf(canReadCpu())("this process", () => {
  test("has used more processor time after work than before", () => {
    const before = cpuSeconds([process.pid]);
    const ownBefore = process.cpuUsage();
    let sum = 0;
    while (process.cpuUsage(ownBefore).user < 60_000) sum += Math.sqrt(sum + 1);

    expect(cpuSeconds([process.pid]) - before).toBeGreaterThanOrEqual(0.04);
  });

  test("is measured from when a clock was started, in full when it began since, and not at all when it has ended", async () => {
    const [early, none, own] = [cpuSeconds([process.pid]), [], [process.pid]];
    const clocks = await Promise.all(
      [
        [own, own],
        [none, own],
        [own, none],
      ].map(clockOf),
    );
    const [since, whole, gone] = await Promise.all(clocks.map((clock) => clock()));

    expect(since).toBeLessThan(early);
    expect(whole).toBeGreaterThanOrEqual(early);
    expect(gone).toBe(0);
  });

  test("uses memory, and an ended one has neither memory nor time", () => {
    expect(memoryOf(process.pid)).toBeGreaterThan(10);
    expect(memoryOf(2_000_000_000)).toBeNaN();
    expect(cpuSeconds([2_000_000_000])).toBe(0);
  });

  test("is an ancestor of what it starts", () => {
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);

    expect(processTree(process.pid)).toEqual(expect.arrayContaining([process.pid, child.pid]));
    expect(processTree(child.pid ?? 0)).not.toContain(process.pid);
    child.kill();
  });
});
