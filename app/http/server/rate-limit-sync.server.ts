/** Reports heavy visitors to the supervisor, so that a limit holds for all processes together (decision 0018). */
import { config } from "#app/config.server.ts";

import { hasSupervisor, onSupervisorMessage, sendToSupervisor } from "./cluster-ipc.server.ts";
import { type RequestBucket, isRequestBucket, pointsOf } from "./rate-limit-rules.ts";

const GATHER_MS = 50;
/** The share of a limit that all processes together may leave unreported. */
const UNREPORTED_SHARE = 0.25;

type Report = (bucket: RequestBucket, key: string, count: number) => void;

/** Null without a supervisor. `block` gets the seconds left, once all processes have reached the limit of `key`. */
export function newReporter(
  block: (bucket: RequestBucket, key: string, seconds: number) => void,
): Report | null {
  if (!hasSupervisor()) return null;
  onSupervisorMessage(({ bucket, key, seconds }) => {
    if (isRequestBucket(bucket)) block(bucket, key, seconds);
  });
  const gathered = new Map<string, readonly [bucket: string, key: string, count: number]>();
  let timer: NodeJS.Timeout | null = null;
  const send = () => {
    timer = null;
    sendToSupervisor({ kind: "counted", counts: [...gathered.values()] });
    gathered.clear();
  };
  return (bucket, key, count) => {
    const news = newsOf(count, unreportedMax(bucket));
    if (news === 0) return;
    const name = `${bucket} ${key}`;
    gathered.set(name, [bucket, key, (gathered.get(name)?.[2] ?? 0) + news]);
    timer ??= setTimeout(send, GATHER_MS).unref();
  };
}

function unreportedMax(bucket: RequestBucket): number {
  return Math.floor((pointsOf(bucket, config.rateLimitScale) * UNREPORTED_SHARE) / config.processes);
}

/** The number to report when a count reaches `count`: first nothing, then the whole count, then each request. */
export function newsOf(count: number, unsaid: number): number {
  if (count <= unsaid) return 0;
  return count === unsaid + 1 ? count : 1;
}
