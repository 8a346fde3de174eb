/** Tells the supervisor who asks for much, so that a limit holds for all processes together. Others cost nothing. */
import { config } from "#app/config.server.ts";

import { hasSupervisor, heedSupervisor, tellSupervisor } from "./cluster-ipc.server.ts";
import { type FloodBucket, isFloodBucket, pointsOf } from "./rate-limit-rules.ts";

/** How long counts gather, in milliseconds. */
const GATHER_MS = 50;
/** What all processes together may leave unsaid: this share of a limit. */
const UNSAID_SHARE = 0.25;

/** Notes that `key` has now sent `count` requests in the window of `bucket`. */
type Report = (bucket: FloodBucket, key: string, count: number) => void;

/**
 * A reporter for this process, or null where it has no supervisor. `block` is called when all processes together have
 * let `key` through as often as the limit allows, with the seconds that are left of the window.
 */
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
    tellSupervisor({ kind: "counted", counts: [...gathered.values()] });
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

/** Requests in a window that one process keeps to itself. */
function unsaidOf(bucket: FloodBucket): number {
  return Math.floor((pointsOf(bucket, config.rateLimitScale) * UNSAID_SHARE) / config.processes);
}

/** What is to be said when a count goes from `count - 1` to `count`: nothing at first, then all of it, then each one. */
export function newsOf(count: number, unsaid: number): number {
  if (count <= unsaid) return 0;
  return count === unsaid + 1 ? count : 1;
}
