import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";

import { buildWhenStale, forwardSignals } from "./fresh-build.ts";
import {
  commandOf,
  fail,
  loadEnvironment,
  MEMORY_ENVIRONMENT,
  prepareDatabase,
  requireFreePort,
  ROOT,
} from "./bootstrap.ts";

const POLL_MS = 50;

loadEnvironment();
process.env["NODE_ENV"] = "production";
process.chdir(ROOT);
const { config } = await import("#app/config.server.ts");
await requireFreePort(config.port, config.host);
await buildWhenStale();
const storeName = await prepareDatabase();

const server = serve();
await isAnswering(server);
console.log(`${storeName} is open at ${config.origin}`);

function serve(): ChildProcess {
  const remixServe = commandOf("@remix-run/serve", "remix-serve");
  if (!remixServe) fail("remix-serve is not installed: run npm ci first.");
  const child = spawn(process.execPath, [remixServe, "build/server/index.js"], {
    cwd: ROOT,
    env: { ...process.env, ...MEMORY_ENVIRONMENT, PORT: String(config.port) },
    stdio: "inherit",
  });
  forwardSignals(child);
  child.once("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  return child;
}

async function isAnswering(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !(await answersHealth())) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function answersHealth(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(
      { host: config.host || "127.0.0.1", port: config.port, path: "/health" },
      (response) => {
        response.resume();
        resolve(true);
      },
    );
    request.once("error", () => resolve(false));
  });
}
