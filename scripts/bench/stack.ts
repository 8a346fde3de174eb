/** What is measured: the built shop on a database of its own, and the two ceilings, each in processes of their own. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Ground } from "#tests/storm/engine.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { ask } from "#tests/support/shops/ephemeral-postgres.ts";
import { type RunningShop, type ShopOptions, startShop } from "#tests/support/shops/server.ts";

import { type Pids, processTree } from "./cpu.ts";

/** Something that answers, and the processes that it takes. */
export type Stack = Readonly<{ name: string; port: number; pids: Pids }>;
export type ShopStack = Stack & Readonly<{ shop: RunningShop }>;

/** Nobody is turned away for asking often. */
const LIMITS = { RATE_LIMIT_SCALE: "10000" };

/** The built shop under stock remix-serve, with its log in a file, as in production; on PostgreSQL with its backends. */
export async function openShopStack(name: string, options: ShopOptions = {}): Promise<ShopStack> {
  const shop = await startShop({ ...options, env: { ...LIMITS, ...options.env }, logsToFile: true });
  const { databaseUrl } = options;
  const pids = databaseUrl
    ? async () => [...processTree(shop.pid), ...(await backendsOf(databaseUrl))]
    : () => processTree(shop.pid);
  return { name, port: shop.port, pids, shop };
}

/** Where a shop on `ground` finds its data. */
export function groundPlace({
  engine,
  dataDir,
  where,
}: Ground): Readonly<{ dataDir: string; databaseUrl?: string }> {
  return engine === "sqlite" ? { dataDir } : { dataDir, databaseUrl: where };
}

/** The processes in which a PostgreSQL server works for the database at `url`. */
export async function backendsOf(url: string): Promise<ReadonlyArray<number>> {
  const rows = await ask(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => Number(pid));
}

export type Ceilings = Readonly<{ express: Stack; http: Stack; stop: () => void }>;

/** Express and node:http, which send `paths` of `shop`, by name, as it sent them. */
export async function openCeilings(
  shop: RunningShop,
  paths: Readonly<Record<string, string>>,
): Promise<Ceilings> {
  const folder = mkdtempSync(join(tmpdir(), "shop-bench-"));
  for (const [name, path] of Object.entries(paths)) {
    writeFileSync(join(folder, `${name}.html`), await bodyOf(shop, path, "identity"));
    writeFileSync(join(folder, `${name}.br`), await bodyOf(shop, path, "br"));
  }
  const children: Array<ChildProcess> = [];
  const open = async (kind: "express" | "http"): Promise<Stack> => {
    const child = fork(join(import.meta.dirname, "ceiling.ts"), [kind, folder], {
      execArgv: ["--import", "tsx"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    children.push(child);
    const port = await new Promise<number>((settle, reject) => {
      child.once("message", settle);
      child.once("exit", () => reject(new Error(`The ${kind} ceiling did not open`)));
    });
    return { name: kind, port, pids: () => [child.pid ?? 0] };
  };
  return {
    express: await open("express"),
    http: await open("http"),
    stop: () => {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The body as it came over the wire. */
async function bodyOf(shop: RunningShop, path: string, encoding: string): Promise<Buffer> {
  const visitor = new Shopper(shop.origin, { "accept-encoding": encoding });
  const { status, raw } = await visitor.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return raw;
}
