/** Loaded into a shop before its own code: on SIGUSR2 it collects garbage and writes what it holds, as one line of JSON. */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  collect();
  const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  process.stderr.write(`gauge ${JSON.stringify({ heapUsed, heapTotal, external, rss, handles })}\n`);
});
