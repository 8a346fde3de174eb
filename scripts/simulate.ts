/** `npm run simulate`: explores orders of events in simulated shops, and checks after each step what must be true. */
import "#tests/simulation/environment.ts";
import { openEngine } from "#tests/simulation/shelf.ts";
import { exploreWorld, hashOf, shrink } from "#tests/simulation/explore.ts";

const engine = await openEngine((process.argv[3] ?? "sqlite") as "sqlite");
const started = performance.now();
let count = 0;
const max = Number(process.argv[4] ?? 20000);
for (let world = Number(process.argv[2] ?? 1); count < max; world += 1) {
  const run = await exploreWorld(engine, String(world));
  count += run.count;
  if (process.argv[5]) console.log(world, run.count, hashOf(run));
  if (run.breaks.length > 0) {
    console.log(world, run.breaks, run.trace.length);
    const short = await shrink(engine, run);
    console.log(short.trace.join("\n"), short.breaks);
    break;
  }
}
console.log(count, performance.now() - started);
await engine.close();
process.exit(0);
