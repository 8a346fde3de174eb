/** Loaded into a shop before its own code: on SIGUSR2 it writes how late the event loop was since the last time. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";

const NANOSECONDS_PER_MS = 1_000_000;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("SIGUSR2", () => {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max];
  const [median, high, highest] = [p50, p99, max].map((value) => Math.round(value / NANOSECONDS_PER_MS));
  process.stderr.write(`event loop delay: median ${median} ms, p99 ${high} ms, max ${highest} ms\n`);
  delay.reset();
});
