/** Everything that comes before the server of `npm start`, in a process of its own, which ends. */
import { buildWhenStale } from "./fresh-build.ts";
import { loadEnvironment, prepareDatabase, requireFreePort, ROOT } from "./bootstrap.ts";

loadEnvironment();
process.env["NODE_ENV"] = "production";
process.chdir(ROOT);
const { config } = await import("#app/config.server.ts");
await requireFreePort(config.port, config.host);
await buildWhenStale();
const storeName = await prepareDatabase();
process.send?.({ storeName, origin: config.origin, port: config.port, host: config.host });
if (process.connected) process.disconnect();
