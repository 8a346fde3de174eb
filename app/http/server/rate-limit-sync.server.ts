/** Reports heavy visitors to the supervisor, so that a limit holds for all processes together (decision 0018). */
import { config } from "#app/config.server.ts";

import { hasSupervisor, heedSupervisor, sendToSupervisor } from "./cluster-ipc.server.ts";
import { type FloodBucket, isFloodBucket, pointsOf } from "./rate-limit-rules.ts";

const GATHER_MS = 50;
/** The share of a limit that all processes together may leave unreported. */
const UNSAID_SHARE = 0.25;

type Report = (bucket: FloodBucket, key: string, count: number) => void;

/** Null without a supervisor. `block` gets the seconds left, once all processes have reached the limit of `key`. */
export function newReporter(
  block: (bucket: FloodBucket, key: string, seconds: number) => void,
): Report | null {
  if (!hasSupervisor()) return null;
  heedSupervisor(({ bucket, key, seconds }) => {
    if (isFloodBucket(bucket)) block(bucket, key, seconds);
  });
  const gathered = new Map<string, readonly [bucket: string, key: string, count: number]>();
  let timer: NodeJS.Timeout | null = null;
  const send = () => {
    timer = null;
    sendToSupervisor({ kind: "counted", counts: [...gathered.values()] });
    gathered.clear();
  };
  return (bucket, key, count) => {
    const news = newsOf(count, unsaidOf(bucket));
    if (news === 0) return;
    const name = `${bucket} ${key}`;
    gathered.set(name, [bucket, key, (gathered.get(name)?.[2] ?? 0) + news]);
    timer ??= setTimeout(send, GATHER_MS).unref();
  };
}

function unsaidOf(bucket: FloodBucket): number {
  return Math.floor((pointsOf(bucket, config.rateLimitScale) * UNSAID_SHARE) / config.processes);
}

/** The number to report when a count reaches `count`: first nothing, then the whole count, then each request. */
export function newsOf(count: number, unsaid: number): number {
  if (count <= unsaid) return 0;
  return count === unsaid + 1 ? count : 1;
}
