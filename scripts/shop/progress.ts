/** A line at most so often, in milliseconds. */
const PAUSE_MS = 1_000;

export type Progress = Readonly<{
  /** `done` of `total` so far. The line for the last one is always written. */
  at(done: number, total: number): void;
}>;

type Options = Readonly<{
  what: string;
  /** True: also when nobody watches (--progress). */
  isRequested?: boolean;
  /** Where to; the standard error, so that what a command says on the standard output stays clean. */
  to?: Readonly<{ isTTY?: boolean; write: (text: string) => unknown }>;
  now?: () => number;
}>;

export function newProgress({
  what,
  isRequested = false,
  to = process.stderr,
  now = clock,
}: Options): Progress {
  if (!isRequested && !to.isTTY) return { at: () => undefined };
  const startedAt = now();
  let quietUntil = startedAt + PAUSE_MS;
  let isEnded = false;
  return {
    at: (done, total) => {
      const isLast = done >= total;
      if (isEnded || (!isLast && now() < quietUntil)) return;
      quietUntil = now() + PAUSE_MS;
      isEnded = isLast;
      const line = progressLine({ what, done, total, elapsedMs: now() - startedAt });
      // One line that is written over on a terminal, lines of their own in a log.
      to.write(to.isTTY ? `\r\u001b[2K${line}${isLast ? "\n" : ""}` : `${line}\n`);
    },
  };
}

type Step = Readonly<{ what: string; done: number; total: number; elapsedMs: number }>;

/** Such as " 25 %  50 of 200 images  10 a second  15 s left". */
export function progressLine({ what, done, total, elapsedMs }: Step): string {
  const share = total > 0 ? Math.floor((100 * done) / total) : 100;
  const rate = elapsedMs > 0 ? (done * 1_000) / elapsedMs : 0;
  const left = rate > 0 && done < total ? `  ${durationText((total - done) / rate)} left` : "";
  const pace = rate > 0 ? `  ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)} a second` : "";
  return `${String(share).padStart(3)} %  ${done} of ${total} ${what}${pace}${left}`;
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

function clock(): number {
  return performance.now();
}
