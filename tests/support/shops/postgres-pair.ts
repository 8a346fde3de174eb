/**
 * Two PostgreSQL servers, of which one follows the other, with the files that owners get (deploy/): only addresses and
 * folders are put in. haproxy leads to the primary, the watchdog promotes, and PgBouncer may stand in front.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { findProgram } from "#tests/support/checks/programs.ts";

import {
  ask,
  NO_BINARIES,
  type OwnPostgres,
  postgresBinaries,
  postgresUser,
  startAgain,
  startCopyOf,
  startOwnPostgres,
} from "./ephemeral-postgres.ts";
import { freePort } from "./listening.ts";
import { endProcess } from "./server.ts";

const DEPLOY = resolve(import.meta.dirname, "../../../deploy");
const READY_MAX_MS = 60_000;
/** On the disk for true: what is acknowledged here must be there after a kill. */
const SERVER = { fsync: "on", max_wal_size: "256MB" };

/** What docs/in-production.md has the owner type at the primary. */
const ROLES = `
  CREATE ROLE shop_check LOGIN;
  CREATE ROLE shop_watchdog LOGIN IN ROLE pg_monitor, pg_checkpoint;
  GRANT ALTER SYSTEM ON PARAMETER synchronous_standby_names TO shop_watchdog;
  GRANT EXECUTE ON FUNCTION pg_promote, pg_reload_conf TO shop_watchdog;`;

export type PostgresPair = Readonly<{
  /** By way of haproxy, as the superuser. */
  url: string;
  port: number;
  /** SIGKILL to the primary and everything that belongs to it. */
  killPrimary: () => Promise<void>;
  /** The same to the standby. */
  killStandby: () => Promise<void>;
  /** Makes the server that was killed anew, as a standby. */
  rebuild: () => Promise<void>;
  /** Starts the server that was killed as it was. Answers with its own address, as the superuser. */
  startLost: () => Promise<string>;
  /** What the watchdog has decided: the primary's port, and whether the standby has all that was acknowledged. */
  decision: () => Readonly<{ primaryPort: number; isCurrent: boolean }>;
  /** Waits until the standby has all that was acknowledged. Throws when it never has. */
  untilCurrent: () => Promise<void>;
  /** What haproxy and the watchdog have said. */
  logs: () => string;
  stop: () => Promise<void>;
}>;

export type Pooler = Readonly<{ port: number; logs: () => string; stop: () => Promise<void> }>;

/** What is missing on this machine for a pair, or null. */
export function missingForPair(): string | null {
  if (!postgresBinaries()) return NO_BINARIES;
  return findProgram("haproxy") ? null : "haproxy is not installed (Debian: haproxy)";
}

/** What is missing on this machine for a pooler, or null. */
export function missingForPooler(): string | null {
  return findProgram("pgbouncer") ? null : "PgBouncer is not installed (Debian: pgbouncer)";
}

type Replication = Readonly<{
  isSynchronous: boolean;
  /** How late the standby hears everything. */
  lateMs: number;
}>;

/** Starts the pair and waits until the standby is current. */
export async function startPostgresPair({
  isSynchronous = true,
  lateMs = 0,
}: Partial<Replication> = {}): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), "shop-postgres-pair-"));
  const closing: Array<() => Promise<unknown>> = [async () => rmSync(folder, { recursive: true })];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const follow = async (primary: OwnPostgres, port: number) => {
      const line = lateMs > 0 ? await startLine(primary.port, lateMs) : null;
      if (line) closing.push(line.stop);
      const url = line ? primary.url.replace(`:${primary.port}/`, `:${line.port}/`) : primary.url;
      return startCopyOf({ ...primary, url }, { ...SERVER, port: String(port) });
    };
    const servers = await startServers(follow);
    closing.push(() => Promise.all([...servers.values()].map((server) => server.stop())));
    const state = join(folder, "state");
    mkdirSync(state);
    const watchdog = startWatchdog(state, [...servers.keys()], isSynchronous);
    closing.push(watchdog.stop);
    const port = await freePort();
    const proxy = startHaproxy(folder, state, { port, servers: [...servers.keys()] });
    closing.push(proxy.stop);
    const decision = () => {
      const [address = "", standby] = readFileSync(join(state, "pair"), "utf8").trim().split(" ");
      return { primaryPort: Number(address.split(":")[1]), isCurrent: standby === "current" };
    };
    const both = () => {
      const { primaryPort } = decision();
      const primary = servers.get(primaryPort);
      const standby = [...servers.values()].find(({ port: other }) => other !== primaryPort);
      if (!primary || !standby) throw new Error("There is no pair");
      return { primary, standby };
    };
    const pair: PostgresPair = {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      decision,
      killPrimary: () => both().primary.kill(),
      killStandby: () => both().standby.kill(),
      rebuild: async () => {
        const { primary, standby } = both();
        await standby.stop();
        servers.set(standby.port, await follow(primary, standby.port));
      },
      startLost: async () => {
        const again = await startAgain(both().standby);
        servers.set(again.port, again);
        return again.url;
      },
      untilCurrent: async () => {
        const isCurrent = () => existsSync(join(state, "pair")) && decision().isCurrent;
        await until(isCurrent, () => `The standby did not become current:\n${watchdog.logs()}`);
      },
      logs: () => watchdog.logs() + proxy.logs(),
      stop,
    };
    await pair.untilCurrent();
    await untilAnswers(pair.url, pair.logs);
    return pair;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Follow = (primary: OwnPostgres, port: number) => Promise<OwnPostgres>;

async function startServers(follow: Follow): Promise<Map<number, OwnPostgres>> {
  const primary = await startOwnPostgres(SERVER, join(DEPLOY, "postgresql-pair.conf"));
  try {
    await ask(primary.url, ROLES);
    const standby = await follow(primary, await freePort());
    return new Map([primary, standby].map((server) => [server.port, server]));
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

/** A line to the server at `port` on which its words take `lateMs`. What is under way when the server dies is lost. */
async function startLine(port: number, lateMs: number) {
  const line = createServer((client) => {
    const server = connect({ port, host: "127.0.0.1" });
    for (const socket of [client, server]) {
      socket.on("error", () => undefined);
      socket.on("close", () => [client, server].forEach((end) => end.destroy()));
    }
    client.on("data", (chunk) => server.write(chunk));
    server.on("data", (chunk) => setTimeout(() => client.write(chunk), lateMs));
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  return {
    port: (line.address() as AddressInfo).port,
    stop: async () => {
      line.close();
    },
  };
}

type Running = Readonly<{ logs: () => string; stop: () => Promise<void> }>;

function startWatchdog(state: string, ports: ReadonlyArray<number>, isSynchronous: boolean): Running {
  const settings = {
    PAIR: ports.map((port) => `127.0.0.1:${port}`).join(" "),
    STATE_DIR: state,
    SYNCHRONOUS: isSynchronous ? "yes" : "no",
  };
  return running(
    spawn("sh", [join(DEPLOY, "postgres-watchdog.sh")], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

type Proxied = Readonly<{ port: number; servers: ReadonlyArray<number> }>;

function startHaproxy(folder: string, state: string, { port, servers }: Proxied): Running {
  const check = join(folder, "postgres-is-primary.sh");
  writeFileSync(check, filledIn("postgres-is-primary.sh", [["/var/lib/shop-database", state]]));
  chmodSync(check, 0o755);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    filledIn("haproxy.cfg", [
      ["log /dev/log local0", "log stdout format raw local0"],
      ["    user haproxy\n    group haproxy\n", ""],
      ["bind 127.0.0.1:6432", `bind 127.0.0.1:${port}`],
      ["/usr/local/bin/postgres-is-primary.sh", check],
      ["10.0.0.11:5432", `127.0.0.1:${servers[0]}`],
      ["10.0.0.12:5432", `127.0.0.1:${servers[1]}`],
    ]),
  );
  return running(
    spawn(findProgram("haproxy") ?? "", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** PgBouncer in transaction mode in front of the server at `serverPort` of this machine, for `database`. */
export async function startPooler(serverPort: number, database = "*"): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "shop-pgbouncer-"));
  const port = await freePort();
  const users = join(folder, "users");
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"shop" ""\n"postgres" ""\n`);
  writeFileSync(
    file,
    filledIn("pgbouncer.ini", [
      ["shop = host=127.0.0.1 port=6432 dbname=shop ", `${database} = host=127.0.0.1 port=${serverPort} `],
      ["listen_port = 6433", `listen_port = ${port}`],
      ["auth_type = scram-sha-256", "auth_type = trust"],
      ["/etc/pgbouncer/userlist.txt", users],
    ]),
  );
  // It does not run as root.
  const user = postgresUser();
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, users, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(findProgram("pgbouncer") ?? "", [file], { ...user, stdio: ["ignore", "pipe", "pipe"] });
  const { logs, stop } = running(child);
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true });
  };
  try {
    await untilAnswers(`postgres://postgres@127.0.0.1:${port}/postgres`, logs);
  } catch (error) {
    await end();
    throw error;
  }
  return { port, logs, stop: end };
}

/** The owner's file `name` with what is "yours" put in. Each must be there: the file that is tested is the one shown. */
function filledIn(name: string, changes: ReadonlyArray<readonly [from: string, to: string]>): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${name} has no "${from}"`);
      return text.replace(from, to);
    },
    readFileSync(join(DEPLOY, name), "utf8"),
  );
}

function running(child: ChildProcess): Running {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    logs: () => output,
    stop: async () => {
      await endProcess(child, "SIGTERM");
    },
  };
}

async function untilAnswers(url: string, logs: () => string): Promise<void> {
  const answers = () =>
    ask(url, "SELECT 1").then(
      () => true,
      () => false,
    );
  await until(answers, () => `No answer from ${url}:\n${logs()}`);
}

async function until(isSo: () => Promise<boolean> | boolean, complaint: () => string): Promise<void> {
  const end = Date.now() + READY_MAX_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(complaint());
    await pause(100);
  }
}
