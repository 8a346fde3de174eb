/** Measures targets side by side: all of them in each round, so that whatever else goes on meets all alike. */
import { startCpuClock } from "./cpu.ts";
import { latencyOf, type LoadClient, type LoadResult } from "./load.ts";
import type { Stack } from "./stack.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** Requests of one kind to one stack. */
export type Target = Readonly<{
  /** Unique; the bars look each other up by it. */
  name: string;
  stack: Stack;
  /** The requests of a round, "{n}" for what has to be new. What making them costs is not measured. */
  requests: (round: number) => Promise<ReadonlyArray<string>> | ReadonlyArray<string>;
  /** What every answer has to be. */
  status: number;
  /** Every request is sent once. Else they are repeated until the time is over. */
  isOnce?: boolean;
  /** Over how many connections, where it is not the pace's number. */
  connections?: number;
  keepsCookies?: (cookies: ReadonlyArray<string>) => void;
}>;

/** One round: milliseconds of processor time for a request, of all processes of the stack; latencies in milliseconds. */
export type Measurement = Readonly<{ cpu: number; p50: number; p95: number; p99: number; perSecond: number }>;
export type Measured = Readonly<Record<keyof Measurement, Spread>>;

export type BenchPace = Readonly<{
  rounds: number;
  /** How long a target is asked in a round, and how often at least, on a machine that is slow or busy. */
  milliseconds: number;
  requestsMin: number;
  connections: number;
}>;

/** A round that counts nothing comes first: code is compiled, pages are stored. */
const WARM = 0;
const WARM_SHARE = 0.5;
/** Bounds every load, however fast the answers come. */
const REQUESTS_MAX = 100_000;
const LOAD_MAX_MS = 60_000;

/** What each target came to, by its name. Throws when an answer is not what it should be. */
export async function measure(
  client: LoadClient,
  targets: ReadonlyArray<Target>,
  { pace, say }: Readonly<{ pace: BenchPace; say: (line: string) => void }>,
): Promise<ReadonlyMap<string, Measured>> {
  const samples = new Map<string, Array<Measurement>>(targets.map(({ name }) => [name, []]));
  const next = new Map<string, number>();
  for (let round = WARM; round <= pace.rounds; round += 1) {
    say(round === WARM ? "warming up" : `round ${round} of ${pace.rounds}`);
    for (const target of targets) {
      const from = next.get(target.name) ?? 1;
      const { sample, result } = await measureOnce(client, target, { pace, round, from });
      next.set(target.name, result.next);
      if (round !== WARM) samples.get(target.name)?.push(sample);
    }
  }
  return new Map([...samples].map(([name, all]) => [name, measuredOf(all)]));
}

type Once = Readonly<{ pace: BenchPace; round: number; from: number }>;

async function measureOnce(
  client: LoadClient,
  target: Target,
  { pace, round, from }: Once,
): Promise<Readonly<{ sample: Measurement; result: LoadResult }>> {
  const requests = await target.requests(round);
  const cpuSecondsSince = await startCpuClock(target.stack.pids);
  const result = await client.run({
    port: target.stack.port,
    requests,
    // A list that is sent once starts at its own beginning.
    from: target.isOnce ? 0 : from,
    connections: target.connections ?? pace.connections,
    requestsMax: target.isOnce ? requests.length : REQUESTS_MAX,
    requestsMin: target.isOnce ? requests.length : pace.requestsMin,
    milliseconds: pace.milliseconds * (round === WARM ? WARM_SHARE : 1),
    millisecondsMax: LOAD_MAX_MS,
    keepsCookies: target.keepsCookies !== undefined,
  });
  const seconds = await cpuSecondsSince();
  requireStatus(target, result);
  target.keepsCookies?.(result.cookies);
  const count = result.latencies.length;
  const { p50, p95, p99 } = latencyOf(result);
  return {
    sample: { cpu: (seconds * 1000) / count, p50, p95, p99, perSecond: count / result.seconds },
    result,
  };
}

function requireStatus({ name, status }: Target, { statuses, latencies }: LoadResult): void {
  if (latencies.length > 0 && statuses[status] === latencies.length) return;
  throw new Error(`${name}: ${status} was expected, these came: ${JSON.stringify(statuses)}`);
}

function measuredOf(samples: ReadonlyArray<Measurement>): Measured {
  const spread = (key: keyof Measurement) => spreadOf(samples.map((sample) => sample[key]));
  return {
    cpu: spread("cpu"),
    p50: spread("p50"),
    p95: spread("p95"),
    p99: spread("p99"),
    perSecond: spread("perSecond"),
  };
}
