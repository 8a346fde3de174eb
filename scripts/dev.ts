/** `npm run dev`: the preparation of `npm start`, then Vite. The front server is not active here. */
import { spawn } from "node:child_process";

import { forwardSignals } from "./fresh-build.ts";
import { commandOf, fail, loadEnvironment, prepareDatabase, requireFreePort, ROOT } from "./bootstrap.ts";

loadEnvironment();
process.env["NODE_ENV"] = "development";
process.chdir(ROOT);
const { config } = await import("#app/config.server.ts");
await requireFreePort(config.port, config.host);
await prepareDatabase();

const remix =
  commandOf("@remix-run/dev", "remix") ?? fail("The development tools are not installed. Run npm ci first.");
const where = ["--port", String(config.port), ...(config.host ? ["--host", config.host] : [])];
const child = spawn(process.execPath, [remix, "vite:dev", ...where], {
  cwd: ROOT,
  env: process.env,
  stdio: "inherit",
});
forwardSignals(child);
child.once("exit", (code) => process.exit(code ?? 0));
