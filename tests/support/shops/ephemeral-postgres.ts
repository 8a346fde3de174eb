/** PostgreSQL servers of a test's own, in temporary folders: with TLS, with few connections, with a copy beside them. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

import pg from "pg";

import { freePort } from "./listening.ts";

const INSTALLED = "/usr/lib/postgresql";
const READY_MAX_MS = 60_000;
/** Fewer bytes and no waiting for the disk: what these servers hold is gone a moment later. */
const LIGHT = { fsync: "off", shared_buffers: "16MB", max_wal_size: "64MB", listen_addresses: "127.0.0.1" };

export const NO_BINARIES = "PostgreSQL's server programs are not installed (Debian: postgresql)";

export type OwnPostgres = Readonly<{
  /** As its superuser. */
  url: string;
  port: number;
  folder: string;
  /** SIGKILL to all of its processes in one moment; `stop` removes what is left. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}>;

type Settings = Readonly<Record<string, string>>;

/** Folder of the newest server programs on this machine, or null. */
export function postgresBinaries(): string | null {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((name) => join(INSTALLED, name, "bin"));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** A new server. `settings` are those of postgresql.conf, `include` a file of such settings that they go before. */
export async function startOwnPostgres(settings: Settings = {}, include?: string): Promise<OwnPostgres> {
  const folder = newFolder();
  run("initdb", ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", folder]);
  if (include) appendFileSync(join(folder, "postgresql.conf"), readFileSync(include));
  return start(folder, settings);
}

/** A copy that follows `primary` by streaming. */
export async function startCopyOf(primary: OwnPostgres, settings: Settings = {}): Promise<OwnPostgres> {
  const folder = newFolder();
  const args = [
    ...["--no-sync", "--checkpoint=fast", "--write-recovery-conf", `--pgdata=${folder}`],
    ...[`--dbname=${primary.url}`, "--wal-method=stream"],
  ];
  await promisify(execFile)(pathOf("pg_basebackup"), args, { ...postgresUser(), cwd: tmpdir() });
  return start(folder, settings);
}

/** Starts a server that was killed once more, on what it left. */
export function startAgain({ folder, port }: OwnPostgres): Promise<OwnPostgres> {
  return start(folder, { port: String(port) });
}

/** Ends the server as a crash would and starts it again; answers when it takes connections once more. */
export function restartAtOnce({ folder }: OwnPostgres): void {
  run("pg_ctl", ["restart", "-m", "immediate", "-w", "-D", folder, "-l", join(folder, "log")]);
}

export type Certificate = Readonly<{ certFile: string; keyFile: string }>;

/** A certificate for "localhost" that is its own authority; null where there is no openssl. */
export function makeCertificate(): Certificate | null {
  const folder = newFolder();
  const [certFile, keyFile] = [join(folder, "server.crt"), join(folder, "server.key")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    ...["-keyout", keyFile, "-out", certFile],
  ]);
  if (made.status !== 0) return null;
  for (const file of [certFile, keyFile]) {
    chmodSync(file, 0o600);
    const { uid, gid } = postgresUser();
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
  }
  return { certFile, keyFile };
}

/** Answers with the rows of `text` on the server at `url`. */
export async function ask(url: string, text: string): Promise<ReadonlyArray<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function start(folder: string, settings: Settings): Promise<OwnPostgres> {
  const port = Number(settings["port"] ?? (await freePort()));
  const lines = Object.entries({
    ...LIGHT,
    ...settings,
    port: String(port),
    unix_socket_directories: folder,
  });
  writeFileSync(
    join(folder, "postgresql.auto.conf"),
    lines.map(([name, value]) => `${name} = '${value}'\n`).join(""),
    { flag: "a" },
  );
  const child = spawn(pathOf("postgres"), ["-D", folder], {
    ...postgresUser(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const end = () => endOf(child, folder);
  const until = Date.now() + READY_MAX_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await end();
      throw new Error(`PostgreSQL did not start:\n${output}`);
    }
    await pause(50);
  }
  return { url, port, folder, kill: () => killAll(child), stop: end };
}

async function killAll(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const pid = child.pid ?? 0;
  const others = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(/\s+/).map(Number);
  for (const one of [pid, ...others]) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // A connection's process that has just ended by itself.
    }
  }
  await ended;
}

function answers(url: string): Promise<boolean> {
  return ask(url, "SELECT 1").then(
    () => true,
    () => false,
  );
}

async function endOf(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // At once, whoever is connected.
    child.kill("SIGQUIT");
    await ended;
  } else if (child.signalCode !== "SIGKILL" && existsSync(join(folder, "postmaster.pid"))) {
    // Another that was started in its place (restartAtOnce).
    run("pg_ctl", ["stop", "-m", "immediate", "-w", "-D", folder]);
  }
  await rm(folder, { recursive: true, force: true });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-own-postgres-"));
  const { uid, gid } = postgresUser();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

function pathOf(program: string): string {
  return join(postgresBinaries() ?? "", program);
}

function run(program: string, args: ReadonlyArray<string>): void {
  execFileSync(pathOf(program), args, {
    ...postgresUser(),
    stdio: ["ignore", "ignore", "pipe"],
    cwd: tmpdir(),
  });
}

/** PostgreSQL refuses to run as root: there it runs as the user that its package made. */
export function postgresUser(): Readonly<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = (what: string) => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
