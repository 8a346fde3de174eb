/**
 * `npm start`: the shop is made ready in a process that ends, then this one becomes the server, so that nothing waits
 * beside it for as long as it runs.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const POLL_MS = 50;
const SIGNALS = /** @type {const} */ (["SIGTERM", "SIGINT"]);

process.chdir(resolve(import.meta.dirname, ".."));
if (existsSync(".env")) process.loadEnvFile();
process.env["NODE_ENV"] = "production";

const { storeName, origin, port, host } = await prepare();
process.env["PORT"] = String(port);
serve();
while (!(await answersHealth())) await new Promise((settle) => setTimeout(settle, POLL_MS));
console.log(`${storeName} is open at ${origin}`);

/**
 * Ends this process where the shop cannot be opened.
 * @returns {Promise<{ storeName: string, origin: string, port: number, host: string }>}
 */
async function prepare() {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/prepare.ts"], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  let answer;
  child.once("message", (message) => (answer = message));
  const [code, signal] = await new Promise((settle) => child.once("close", (...end) => settle(end)));
  for (const one of SIGNALS) process.off(one, pass);
  if (!answer) process.exit(code || 1);
  if (signal) process.exit(1);
  return answer;
}

function serve() {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve("@remix-run/serve/package.json");
  const program = resolve(manifest, "..", require(manifest).bin["remix-serve"]);
  process.argv.splice(1, process.argv.length - 1, program, "build/server/index.js");
  require(program);
}

/** @returns {Promise<boolean>} */
function answersHealth() {
  return new Promise((settle) => {
    const request = http.get({ host: host || "127.0.0.1", port, path: "/health" }, (response) => {
      response.resume();
      settle(true);
    });
    request.once("error", () => settle(false));
  });
}
