/** Processor time and memory of processes, from the operating system's own books under /proc (Linux). */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What a line of /proc/<pid>/stat says. */
type Stat = Readonly<{ parent: number; ticks: number }>;

/** Fields of the line, counted from the process's state, which follows its name. */
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Ticks are user and system time of all threads together. A name may hold spaces and brackets. Null for no such line. */
export function parseStat(line: string): Stat | null {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system] = [PARENT, USER_TICKS, SYSTEM_TICKS].map((at) => Number(fields[at]));
  if (parent === undefined || user === undefined || system === undefined) return null;
  return Number.isNaN(parent + user + system) ? null : { parent, ticks: user + system };
}

/** A figure in kilobytes of /proc/<pid>/status, such as VmRSS or VmHWM, in megabytes. Null where it is not there. */
export function parseMemory(status: string, name: "VmRSS" | "VmHWM"): number | null {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** True where the books can be read. */
export function canReadCpu(): boolean {
  return existsSync("/proc/self/stat");
}

/** Ticks in a second. */
let perSecond: number | null = null;

function ticksPerSecond(): number {
  return (perSecond ??= Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100);
}

/** Seconds of processor time that `pids` have had so far. A process that is gone counts nothing. */
export function cpuSeconds(pids: ReadonlyArray<number>): number {
  const ticks = pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0);
  return ticks / ticksPerSecond();
}

/** The processes that something takes, as they are now. */
export type Pids = () => ReadonlyArray<number> | Promise<ReadonlyArray<number>>;

/**
 * Starts a clock. It returns the seconds of processor time since then, of all processes that exist at the
 * call.
 */
export async function startCpuClock(pids: Pids): Promise<() => Promise<number>> {
  const before = new Map((await pids()).map((pid) => [pid, cpuSeconds([pid])]));
  return async () => (await pids()).reduce((sum, pid) => sum + cpuSeconds([pid]) - (before.get(pid) ?? 0), 0);
}

/** `root` and all processes below it. */
export function processTree(root: number): ReadonlyArray<number> {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), statOf(Number(name))?.parent] as const);
  const tree = [root];
  for (const pid of tree)
    tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Megabytes that `pid` holds now, or held at most. NaN when it is gone. */
export function memoryOf(pid: number, name: "VmRSS" | "VmHWM" = "VmRSS"): number {
  return parseMemory(read(`/proc/${pid}/status`), name) ?? Number.NaN;
}

function statOf(pid: number): Stat | null {
  return parseStat(read(`/proc/${pid}/stat`));
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
