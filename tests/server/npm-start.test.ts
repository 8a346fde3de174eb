/** `npm start` and `npm run start:cluster` as people and supervisors run them: ending npm ends the shop. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { freePort } from "#tests/support/shops/listening.ts";
import { environment } from "#tests/support/shops/server.ts";
import { untilOpen } from "#tests/support/shops/until-open.ts";

let folder: string;
let started: ChildProcess | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shop-npm-"));
  started = null;
});

afterEach(() => {
  if (started?.pid && isGroupAlive(started.pid)) process.kill(-started.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run <script>` in a process group of its own, and the port of its shop. */
async function npmRun(script: string): Promise<Readonly<{ pid: number; child: ChildProcess; port: number }>> {
  const port = await freePort();
  const child = spawn("npm", ["run", script], {
    env: environment({ DATA_DIR: join(folder, "data"), PORT: String(port), WEB_CONCURRENCY: "2" }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  started = child;
  return { pid: child.pid ?? 0, child, port };
}

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

test.each(["start", "start:cluster"])(
  "SIGTERM to the process of npm run %s closes the port and leaves no process behind",
  async (script) => {
    const { pid, child, port } = await npmRun(script);
    await untilOpen(child);
    const wasOpen = await accepts(port);

    process.kill(pid, "SIGTERM");
    while (isGroupAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 50));

    expect(wasOpen).toBe(true);
    expect(await accepts(port)).toBe(false);
  },
);

test("every script that starts a shop replaces its shell, so that npm signals the shop itself", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

  for (const name of ["start", "start:cluster", "dev"])
    expect(scripts[name]).toMatch(
      /^(?:[A-Z_]+=(?:"[^"]*"|\S+) )*exec node (?:--import tsx )?scripts\/[\w-]+\.(?:ts|mjs)$/,
    );
});
