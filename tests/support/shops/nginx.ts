/** Debian's nginx with the very file that owners get (deploy/nginx.conf): only addresses, folders and rates are put in. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { findProgram } from "#tests/support/checks/programs.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../../deploy/nginx.conf");
const READY_MAX_MS = 60_000;

export const HOW_TO_GET_NGINX = "no nginx: apt-get install nginx-light";

/** Path of the program, or null where there is none. */
export function findNginx(): string | null {
  return findProgram("nginx");
}

/** Of what comes from this address of the machine, nginx takes the visitor's address from X-Real-IP. */
export const PROXY_IN_FRONT = "127.0.0.2";

export type RunningNginx = Readonly<{
  port: number;
  /** What it complained of. */
  errors: () => string;
  stop: () => Promise<void>;
}>;

type Options = Readonly<{
  port: number;
  /** Ports of the shop's processes: two. */
  upstreams: readonly [number, number];
  /** Instead of the example's requests a second and connections, for a storm that comes from one address. */
  isUnlimited?: boolean;
}>;

/** Starts it on 127.0.0.1 and waits until it takes connections. Throws where it does not start. */
export async function startNginx({ port, upstreams, isUnlimited = false }: Options): Promise<RunningNginx> {
  const program = findNginx();
  if (!program) throw new Error(HOW_TO_GET_NGINX);
  const folder = mkdtempSync(join(tmpdir(), "shop-nginx-"));
  writeFileSync(join(folder, "shop.conf"), filledIn(folder, { port, upstreams, isUnlimited }));
  writeFileSync(join(folder, "nginx.conf"), frameOf(folder));
  const child = spawn(
    program,
    ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "errors")],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const errors = () =>
    output + (existsSync(join(folder, "errors")) ? readFileSync(join(folder, "errors"), "utf8") : "");
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + READY_MAX_MS;
  while (!(await takesConnections(port))) {
    if (child.exitCode === null && Date.now() < until) await pause(20);
    else {
      const complaint = errors();
      await stop();
      throw new Error(`nginx did not start:\n${complaint}`);
    }
  }
  return { port, errors, stop };
}

/** The example with what is "yours" put in. Each must be there: the file that is tested is the file that is shown. */
function filledIn(folder: string, { port, upstreams, isUnlimited }: Required<Options>): string {
  const changes: ReadonlyArray<readonly [string, string]> = [
    ["listen 80;", `listen 127.0.0.1:${port};`],
    ["server_name shop.example;", "server_name localhost;"],
    ["server 127.0.0.1:3001 ", `server 127.0.0.1:${upstreams[0]} `],
    ["server 127.0.0.1:3002 ", `server 127.0.0.1:${upstreams[1]} `],
    ["/var/cache/shop-assets", join(folder, "assets")],
    ...(isUnlimited
      ? ([
          ["rate=50r/s", "rate=100000r/s"],
          ["limit_conn shop_connections 100;", "limit_conn shop_connections 10000;"],
        ] as const)
      : []),
  ];
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
      return text.replace(from, to);
    },
    readFileSync(EXAMPLE, "utf8"),
  );
}

/** What Debian's /etc/nginx/nginx.conf is around it, with folders of its own and in the foreground. */
function frameOf(folder: string): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
pid ${folder}/pid;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  set_real_ip_from ${PROXY_IN_FRONT};
  real_ip_header X-Real-IP;
  ${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  include ${folder}/shop.conf;
}
`;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      settle(true);
    });
    socket.once("error", () => settle(false));
  });
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((settle) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      settle();
      return;
    }
    child.once("exit", () => settle());
    child.kill("SIGTERM");
  });
}
