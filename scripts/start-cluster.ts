/** `npm run start:cluster` (decision 0018): SIGUSR2 renews the processes one by one, SIGTERM ends them in order. */
import { spawn } from "node:child_process";
import cluster from "node:cluster";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { BEAT_MS, type ProcessMessage } from "#app/http/server/cluster-ipc.server.ts";

import { type RequestSum, newRequestSum } from "./cluster/request-sum.ts";
import { type Started, Supervisor } from "./cluster/supervisor.ts";
import { buildWhenStale } from "./fresh-build.ts";
import {
  commandOf,
  fail,
  loadEnvironment,
  MEMORY_ENVIRONMENT,
  prepareDatabase,
  requireFreePort,
  ROOT,
} from "./bootstrap.ts";

/** Says that only the database is to be prepared: the newer code does it for the processes that will run it. */
const PREPARE_ONLY = "--prepare";

const messageSchema: z.ZodType<ProcessMessage, z.ZodTypeDef, unknown> = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["ready", "alive"]) }),
  z.object({ kind: z.literal("counted"), counts: z.array(z.tuple([z.string(), z.string(), z.number()])) }),
]);

loadEnvironment();
process.env["NODE_ENV"] = "production";
process.chdir(ROOT);
const { config } = await import("#app/config.server.ts");
if (process.argv.includes(PREPARE_ONLY)) await prepareDatabase();
else await openShop();

async function openShop(): Promise<void> {
  await requireFreePort(config.port, config.host);
  await buildWhenStale();
  const storeName = await prepareDatabase();
  setUpProcesses();
  const pidFile = join(config.dataDir, "cluster.pid");
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  const sum = newRequestSum(config.rateLimitScale);
  const supervisor = new Supervisor({
    count: config.processes,
    fork: () => startProcess(sum),
    beatMs: BEAT_MS,
    say: (line) => console.log(line),
    onEnd: (code) => {
      rmSync(pidFile, { force: true });
      process.exit(code);
    },
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void supervisor.end());
  process.on("SIGUSR2", () => void renew(supervisor));
  if (await supervisor.open())
    console.log(`${storeName} is open at ${config.origin}, in ${config.processes} processes`);
}

/** Each process is remix-serve itself: Node hands it the connections of the port that this process listens on. */
function setUpProcesses(): void {
  const remixServe = commandOf("@remix-run/serve", "remix-serve");
  if (!remixServe) fail("remix-serve is not installed: run npm ci first.");
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: remixServe, args: ["build/server/index.js"], execArgv: [], cwd: ROOT });
}

function startProcess(sum: RequestSum): Started {
  const worker = cluster.fork({
    ...MEMORY_ENVIRONMENT,
    PORT: String(config.port),
    WEB_CONCURRENCY: String(config.processes),
  });
  const isListening = new Promise<void>((resolve) => {
    worker.once("listening", () => resolve());
  });
  const isWarm = new Promise<void>((resolve) => {
    worker.on("message", (raw: unknown) => {
      const message = messageSchema.safeParse(raw).data;
      if (message?.kind === "ready") resolve();
      if (message?.kind === "counted") void sum.take(message.counts).then(notifyAll);
    });
  });
  return {
    child: worker.process,
    isReady: Promise.all([isListening, isWarm]).then(() => undefined),
    onBeat: (note) => {
      worker.on("message", (raw: unknown) => {
        if (messageSchema.safeParse(raw).data?.kind === "alive") note();
      });
    },
  };
}

function notifyAll(messages: ReadonlyArray<object>): void {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  for (const worker of workers) for (const message of messages) worker?.send(message, () => undefined);
}

/** The build on disk may need other tables: they are made first, and nothing is renewed when they cannot be. */
async function renew(supervisor: Supervisor): Promise<void> {
  if (!(await isPrepared())) {
    console.log("The database could not be prepared, so no process was restarted.");
    return;
  }
  if (await supervisor.renew()) console.log("All processes have been restarted.");
}

function isPrepared(): Promise<boolean> {
  const args = [...process.execArgv, import.meta.filename, PREPARE_ONLY];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
