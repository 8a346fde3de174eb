/** Two processes of the shop on one PostgreSQL database behind nginx, against one. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { newGround } from "#tests/storm/engine.ts";
import { findPostgres } from "#tests/support/shops/postgres.ts";
import { freePort } from "#tests/support/shops/listening.ts";

import { processTree } from "./cpu.ts";
import { atLeast, digits, type FigureRow, spreadText } from "./figure.ts";
import type { LoadClient } from "./load.ts";
import { requestText } from "./load.ts";
import { measure, type Measured, type BenchPace, type Target } from "./measure.ts";
import { backendsOf, type Stack } from "./stack.ts";
import { COLD_FILTER, HOT_PAGES } from "./targets-pages.ts";

const TIMES_MIN = 1.7;
const OPEN_MAX_MS = 5_000;
/** The host name that both processes answer to, on any port of nginx. */
const HOST = "localhost:3000";

/** Rows, or why there are none. */
export async function measureCluster(
  client: LoadClient,
  pace: BenchPace,
  say: (line: string) => void,
): Promise<ReadonlyArray<FigureRow> | string> {
  if (spawnSync("nginx", ["-v"]).status !== 0) return "nginx is not installed";
  if (!(await findPostgres())) return "no PostgreSQL server answers";
  const ground = await newGround("postgres");
  const folders: Array<string> = [];
  const proxies: Array<ChildProcess> = [];
  try {
    const settings = {
      env: { RATE_LIMIT_SCALE: "10000", TRUSTED_PROXY_HOPS: "1", ALLOWED_ORIGINS: `http://${HOST}` },
    };
    const shops = [await ground.open(settings), await ground.open(settings)];
    const stacks: Array<Stack> = [];
    for (const count of [1, 2]) {
      const folder = mkdtempSync(join(tmpdir(), "shop-bench-nginx-"));
      folders.push(folder);
      const used = shops.slice(0, count);
      const { child, port } = await openNginx(
        folder,
        used.map((shop) => shop.port),
      );
      proxies.push(child);
      const pids = async () => [
        ...[child, ...used].flatMap(({ pid }) => processTree(pid ?? 0)),
        ...(await backendsOf(ground.where)),
      ];
      stacks.push({ name: `${count}`, port, pids });
    }
    const measured = await measure(client, stacks.flatMap(targetsOf), { pace, say });
    return KINDS.map(({ name }) => rowOf(name, measured));
  } finally {
    for (const child of proxies) child.kill("SIGTERM");
    await ground.clear();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

const KINDS = [
  { name: COLD_FILTER, path: `${HOT_PAGES.listing}?max=9{n}` },
  { name: "hot listing, no cookies", path: HOT_PAGES.listing },
];

function targetsOf(stack: Stack): ReadonlyArray<Target> {
  // Numbers start elsewhere for each stack, or the second would be asked what the first has stored.
  return KINDS.map(({ name, path }) => ({
    name: targetName(name, stack.name),
    stack,
    status: 200,
    requests: () => [requestText({ port: stack.port, path: path.replace("{n}", `${stack.name}{n}`) })],
  }));
}

const targetName = (kind: string, count: string) => `${kind}, ${count} behind nginx`;

function rowOf(kind: string, measured: ReadonlyMap<string, Measured>): FigureRow {
  const [one, two] = ["1", "2"].map((count) => measured.get(targetName(kind, count)));
  if (!one || !two) throw new Error(`${kind} was not measured`);
  const times = two.perSecond.median / one.perSecond.median;
  return {
    name: kind,
    cells: [
      `${spreadText(one.perSecond)} a second, ${digits(one.cpu.median)} ms CPU`,
      `${spreadText(two.perSecond)} a second, ${digits(two.cpu.median)} ms CPU`,
      `${digits(times)} ×`,
    ],
    bars: kind === COLD_FILTER ? [atLeast(times, TIMES_MIN, "×")] : [],
  };
}

/** nginx in front of the shops at `ports`, in a folder of its own. */
async function openNginx(
  folder: string,
  ports: ReadonlyArray<number>,
): Promise<Readonly<{ child: ChildProcess; port: number }>> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  mkdirSync(join(folder, "temp"));
  writeFileSync(file, nginxConfig(folder, port, ports));
  const child = spawn("nginx", ["-p", folder, "-e", join(folder, "error.log"), "-c", file], {
    stdio: "ignore",
  });
  const until = Date.now() + OPEN_MAX_MS;
  while (Date.now() < until) {
    if (
      await fetch(`http://localhost:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await pause(50);
  }
  return { child, port };
}

/** What a proxy needs to pass on, and nothing that would answer in the shop's place. */
function nginxConfig(folder: string, port: number, ports: ReadonlyArray<number>): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, "temp", name)};`)
    .join(" ");
  return `daemon off; worker_processes 1; pid ${join(folder, "nginx.pid")};
events { worker_connections 512; }
http {
  access_log off; ${temporary}
  upstream shop { ${ports.map((one) => `server 127.0.0.1:${one};`).join(" ")} keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://shop;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host ${HOST};
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;
}
