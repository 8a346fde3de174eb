import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { commandOf, fail, ROOT } from "./bootstrap.ts";

const SERVER_BUILD = join(ROOT, "build/server/index.js");
const SOURCES = [
  ...[
    "app",
    "public",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "remix.config.js",
    "vite.config.ts",
  ],
  ...["vite.chunk-errors.ts", "vite.previous-builds.ts", "vite.single-fetch-stub.ts"],
];

/** Builds the shop when its sources have changed since it was built; ends the process where that fails. */
export async function buildWhenStale(): Promise<void> {
  const problem = await freshBuild();
  if (problem !== null) fail(problem);
}

/** The same; answers with what went wrong, or null. */
export async function freshBuild(): Promise<string | null> {
  const reason = staleness();
  if (!reason) return null;
  const remix = commandOf("@remix-run/dev", "remix");
  if (!remix) {
    if (!existsSync(SERVER_BUILD))
      return "There is no build and the build tools are not installed. Run npm ci first.";
    console.log(
      `The build may be out of date (${reason}), but the build tools are not installed. Starting with the build there is.`,
    );
    return null;
  }
  console.log(`Building the shop (${reason}) …`);
  const child = spawn(process.execPath, [remix, "vite:build"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const stopForwarding = forwardSignals(child);
  const code = await new Promise((resolve) => child.once("close", resolve));
  stopForwarding();
  return code === 0 ? null : `The build failed:\n${output}`;
}

/** A child in the middle of something must outlive nobody. Answers with what stops this. */
export function forwardSignals(child: ChildProcess): () => void {
  const listeners = (["SIGTERM", "SIGINT"] as const).map((signal) => {
    const pass = () => child.kill(signal);
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  return () => {
    for (const stop of listeners) stop();
  };
}

/** Null: none is needed. The server's file is the last that a build writes. */
function staleness(): string | null {
  if (!existsSync(SERVER_BUILD)) return "there is none yet";
  const builtAt = statSync(SERVER_BUILD).mtimeMs;
  const changed = SOURCES.map((name) => join(ROOT, name)).find(
    (path) => existsSync(path) && newestChange(path) > builtAt,
  );
  return changed ? `${changed.slice(ROOT.length + 1)} has changed` : null;
}

/** In milliseconds. A folder changes when a file comes or goes. */
function newestChange(path: string): number {
  const state = statSync(path);
  if (!state.isDirectory()) return state.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    state.mtimeMs,
  );
}
