/** Firefox and WebKit by the W3C WebDriver commands: Firefox over its own port (Marionette), WebKit by its driver. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePort } from "#tests/support/shops/listening.ts";

const START_MAX_MS = 60_000;
const FIND_MAX_MS = 60_000;
const POLL_MS = 250;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** `name` as Marionette calls it, `method` and `path` as the HTTP protocol does; `{id}` is an element. */
type Command = Readonly<{ name: string; method: "GET" | "POST"; path: string }>;

const COMMANDS = {
  navigate: { name: "WebDriver:Navigate", method: "POST", path: "/url" },
  address: { name: "WebDriver:GetCurrentURL", method: "GET", path: "/url" },
  find: { name: "WebDriver:FindElement", method: "POST", path: "/element" },
  click: { name: "WebDriver:ElementClick", method: "POST", path: "/element/{id}/click" },
  type: { name: "WebDriver:ElementSendKeys", method: "POST", path: "/element/{id}/value" },
} as const satisfies Record<string, Command>;

type Send = (command: Command, parameters?: Readonly<Record<string, string>>) => Promise<unknown>;

export class OtherBrowser {
  constructor(
    private readonly send: Send,
    readonly close: () => Promise<void>,
  ) {}

  async open(url: string): Promise<void> {
    await this.send(COMMANDS.navigate, { url });
  }

  async address(): Promise<string> {
    return String(await this.send(COMMANDS.address));
  }

  /** The id of the first element at `xpath`, once it is there. */
  async find(xpath: string): Promise<string> {
    return retry(`nothing at ${xpath}`, async () => {
      const found = await this.send(COMMANDS.find, { using: "xpath", value: xpath });
      return (found as Record<string, string>)[ELEMENT] ?? "";
    });
  }

  /** A page that arrives meanwhile takes the element away, so both are tried again. */
  async click(xpath: string): Promise<void> {
    await retry(`no click on ${xpath}`, async () => {
      await this.send(COMMANDS.click, { id: await this.find(xpath) });
      return true;
    });
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.send(COMMANDS.type, { id: await this.find(xpath), text });
  }
}

async function retry<T>(complaint: string, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + FIND_MAX_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw new Error(`${complaint}: ${String(error)}`);
      await sleep(POLL_MS);
    }
  }
}

/** The path of a program that is installed, or null. */
export function installed(program: string): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? null;
}

export async function openFirefox(program: string, hasScripts: boolean): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "shop-firefox-"));
  const port = await freePort();
  const settings = { "marionette.port": port, "javascript.enabled": hasScripts };
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const child = run(program, ["--headless", "--marionette", "--no-remote", "--profile", profile]);
  const socket = await retry("Firefox does not answer", () => connected(port));
  const call = marionette(socket);
  await call("WebDriver:NewSession", {});
  return new OtherBrowser(
    async ({ name }, parameters = {}) => {
      const answer = await call(name, parameters);
      const { value } = answer as { value?: unknown };
      return value === undefined ? answer : value;
    },
    async () => {
      socket.destroy();
      await end(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  );
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Messages are `<bytes>:<JSON>`: `[0, id, command, parameters]` there, `[1, id, error, result]` back. */
function marionette(socket: Socket) {
  const waiting = new Map<number, (answer: readonly [number, number, object | null, object]) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const colon = received.indexOf(":");
      const length = Number(received.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || received.length < colon + 1 + length) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString());
      received = received.subarray(colon + 1 + length);
      // The first message says which protocol it is.
      if (Array.isArray(message)) waiting.get(Number(message[1]))?.(message as never);
    }
  });
  return (name: string, parameters: object) =>
    new Promise<object>((resolve, reject) => {
      last += 1;
      waiting.set(last, ([, , error, result]) =>
        error ? reject(new Error(JSON.stringify(error).slice(0, 300))) : resolve(result),
      );
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

/** WebKitGTK's own small browser; it needs a screen, which Xvfb is. */
export async function openWebKit(driver: string, hasScripts: boolean): Promise<OtherBrowser> {
  const port = await freePort();
  const child = run("xvfb-run", ["-a", driver, `--port=${port}`]);
  const origin = `http://127.0.0.1:${port}/session`;
  const args = ["--automation", ...(hasScripts ? [] : ["--enable-javascript=false"])];
  const browserOptions = { binary: miniBrowser(), args };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } };
  const session = await retry("WebKitWebDriver does not answer", () => post(origin, { capabilities }));
  const { sessionId } = session as { sessionId: string };
  return new OtherBrowser(
    ({ method, path }, { id = "", ...parameters } = {}) => {
      const url = `${origin}/${sessionId}${path.replace("{id}", id)}`;
      return method === "GET" ? valueOf(fetch(url)) : post(url, parameters);
    },
    async () => {
      await fetch(`${origin}/${sessionId}`, { method: "DELETE" }).catch(() => null);
      await end(child);
    },
  );
}

/** Not in PATH: libraries of several versions may each have one. */
function miniBrowser(): string {
  const library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"].find((one) => existsSync(one));
  const folders = readdirSync(library ?? "/usr/lib").filter((name) => name.startsWith("webkit2gtk-"));
  return join(library ?? "/usr/lib", folders.sort().at(-1) ?? "", "MiniBrowser");
}

function post(url: string, body: object): Promise<unknown> {
  return valueOf(fetch(url, { method: "POST", body: JSON.stringify(body) }));
}

async function valueOf(request: Promise<Response>): Promise<unknown> {
  const response = await request;
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(JSON.stringify(value).slice(0, 300));
  return value;
}

/** In a process group of its own, because xvfb-run starts others. */
function run(program: string, args: ReadonlyArray<string>): ChildProcess {
  return spawn(program, args, { stdio: "ignore", detached: true });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await Promise.race([ended, sleep(START_MAX_MS, undefined, { ref: false })]);
}
