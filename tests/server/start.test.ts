/** Opening and closing the shop: mistakes in its settings, damaged files, signals, limits. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { inGroupsOf } from "#tests/support/people/in-groups.ts";
import { freePort } from "#tests/support/shops/listening.ts";
import { environment, runNode, startShop } from "#tests/support/shops/server.ts";
import { write } from "#tests/support/shops/shop-data.ts";
import { NO_POSTGRES, openShopPostgres } from "#tests/support/shops/two-shops.ts";
import { untilOpen } from "#tests/support/shops/until-open.ts";
import { shopForTest } from "#tests/support/shops/use-shop.ts";

const SHOPPED =
  "INSERT INTO customers (id, email, email_key, first_name, last_name, created_at, updated_at) VALUES ('c', 'c', 'c', '', '', '', '')";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "shop-start-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runStart(extra: Record<string, string>) {
  return runNode(["scripts/start.mjs"], environment({ DATA_DIR: join(folder, "data"), ...extra }));
}

function spawnStart(extra: Record<string, string>) {
  return spawn(process.execPath, ["scripts/start.mjs"], {
    env: environment(extra),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Ends it in the usual way; answers with its exit code. */
async function ended(child: ReturnType<typeof spawnStart>): Promise<unknown> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return (await exit)[0];
}

test.each([
  ["npm start", ["scripts/start.mjs"]],
  ["stock remix-serve", ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]],
])("%s refuses a mistake in the settings with a reason in one line", async (_, args) => {
  const settings = { SESSION_SECRETS: "short", PORT: String(await freePort()) };

  const { code, output } = await runNode(args, environment({ DATA_DIR: join(folder, "data"), ...settings }));

  expect(code).toBe(1);
  expect(output).toMatch(/^Configuration: SESSION_SECRETS: .+\n$/);
});

test("a port in use is reported in one line", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));

  const { code, output } = await runStart({ PORT: String(port) });
  other.close();

  expect(code).toBe(1);
  expect(output).toBe(`Port ${port} is already in use. Stop the program that uses it, or set PORT.\n`);
});

test("secrets are generated on the first start, readable by the shop's user only, and reused", async () => {
  const shop = await startShop({ dataDir: join(folder, "kept"), seed: false });
  const file = join(folder, "kept/secrets.json");
  const first = readFileSync(file, "utf8");
  await shop.stop();
  const again = await startShop({ dataDir: join(folder, "kept"), seed: false });
  await again.stop();

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toBe(first);
});

test.for(["SQLite", "PostgreSQL"])(
  "on %s other secrets than those of the last start are refused where somebody has shopped",
  async (engine, context) => {
    const database = engine === "PostgreSQL" ? await openShopPostgres() : null;
    if (engine === "PostgreSQL" && !database) return context.skip(NO_POSTGRES);
    onTestFinished(() => database?.close());
    const dataDir = database?.dataDir ?? join(folder, "lost");
    const settings: Record<string, string> = { DATA_DIR: dataDir };
    if (database) settings["DATABASE_URL"] = database.databaseUrl;
    const first = spawnStart({ ...settings, PORT: String(await freePort()) });
    await untilOpen(first);
    await ended(first);
    if (database) await sql.raw(SHOPPED).execute(db());
    else write({ dataDir }, SHOPPED);
    const others = { session: "x".repeat(40), paymentWebhook: "y".repeat(40) };
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(others));

    const { code, output } = await runStart({
      ...{ ...settings, PORT: String(await freePort()) },
      LOST_SECRETS: "refuse",
    });

    expect(code).toBe(1);
    expect(output).toMatch(
      /^Database: the secrets are not those of the last start: .+LOST_SECRETS=replace\n$/m,
    );

    const given = { SESSION_SECRETS: "z".repeat(40), PORT: String(await freePort()) };
    for (const [time, loss, isExpected, warning] of [
      ["first", "refuse", true, null],
      ["second", "refuse", true, null],
      ["meant", "replace", false, "the lost secrets are replaced now"],
      ["with the setting left", "replace", false, "no secrets are lost"],
      ["after that", "refuse", false, null],
    ] as const) {
      const start = spawnStart({ ...settings, ...given, LOST_SECRETS: loss });
      const output = await untilOpen(start);
      await ended(start);
      expect(output.includes("Warning: the secrets are not those of the last start"), time).toBe(isExpected);
      expect(/LOST_SECRETS=replace is set, and ([^:]*): take it out/.exec(output)?.[1] ?? null, time).toBe(
        warning,
      );
    }
  },
);

describe("a damaged database", () => {
  let whole = "";

  beforeAll(async () => {
    const shop = await startShop({ dataDir: join(folder, "whole"), seed: false });
    await shop.stop();
    whole = join(folder, "whole/shop.db");
  });

  test.each<[string, (file: string) => void]>([
    ["cut short", (file) => truncateSync(file, 9_000)],
    ["empty", (file) => truncateSync(file, 0)],
    ["something else altogether", (file) => writeFileSync(file, "This is no database. ".repeat(500))],
    [
      "overwritten in the middle",
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xab, 4096, 4096 * 4);
        writeFileSync(file, bytes);
      },
    ],
  ])("a database file that is %s is left unchanged, and reported in one line (D-07)", async (_, damage) => {
    const dataDir = mkdtempSync(join(folder, "damaged-"));
    cpSync(whole, join(dataDir, "shop.db"));
    damage(join(dataDir, "shop.db"));
    const before = hash(join(dataDir, "shop.db"));

    const { code, output } = await runStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });

    expect(code).toBe(1);
    expect(output.replace(/^(?:Building|The build may).*\n/, "")).toMatch(/^Database: .+\n$/);
    expect(hash(join(dataDir, "shop.db"))).toBe(before);
  });
});

test("on SIGTERM requests in progress are finished, then the shop exits with code 0", async () => {
  const shop = await startShop({ seed: false });
  // Each is under way for certain: the shop has read its head, said so, and waits for the rest.
  const underWay = await Promise.all(Array.from({ length: 20 }, () => beginPost(shop.origin)));

  const ended = shop.stop();
  const statuses = await Promise.all(underWay.map((request) => request.finish()));
  const code = await ended;

  expect(code).toBe(0);
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 400));
  expect(existsSync(shop.dataDir)).toBe(false);
});

/** A form whose head is sent and whose body is not. */
async function beginPost(origin: string) {
  const body = "intent=nothing";
  const call = request(`${origin}/cart`, {
    method: "POST",
    headers: {
      origin,
      expect: "100-continue",
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
    },
  });
  const answered = once(call, "response") as Promise<[IncomingMessage]>;
  call.flushHeaders();
  await once(call, "continue");
  return {
    finish: async () => {
      call.end(body);
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
}

test("a warning of Node is a line of JSON like all others", async () => {
  const warn = `process.on("SIGUSR2", () => process.emitWarning("Too many listeners"))`;
  const shop = await shopForTest({
    seed: false,
    env: { LOG_LEVEL: "warn", NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}` },
  });
  const before = shop.logs().length;

  process.kill(shop.pid, "SIGUSR2");

  await expect.poll(() => shop.logs().slice(before)).toMatch(/"msg":"Too many listeners"}\n$/);
  expect(shop.logs().slice(before).trim().split("\n")).toEqual([expect.stringMatching(/^\{.*\}$/)]);
});

test("a visitor with too many requests gets 429, and a page with many images does not cause it", async () => {
  const shop = await shopForTest({ seed: false, env: { RATE_LIMIT_SCALE: "0.1" } });
  const ask = (path: string) => () => fetch(shop.origin + path);
  const files = await inGroupsOf(6, 90, ask("/image/nothing.jpg?w=320"));
  const pages = await inGroupsOf(7, 14, ask("/robots"));
  const [refused, ...more] = pages.filter((answer) => answer.status === 429);

  expect(new Set(files.map((answer) => answer.status))).toEqual(new Set([404]));
  expect(more).toHaveLength(1);
  expect(Number(refused?.headers.get("retry-after")) % 5).toBe(0);
  expect(await refused?.text()).toMatch(/<h1>.+<\/h1><p>.*Wait \d+ seconds/);
  expect((await fetch(`${shop.origin}/health`)).status).toBe(200);
});

test("behind one trusted proxy each visitor has limits of their own", async () => {
  const shop = await shopForTest({ seed: false, env: { RATE_LIMIT_SCALE: "0.05", TRUSTED_PROXY_HOPS: "1" } });
  const as = (forwarded: string) =>
    fetch(`${shop.origin}/api/x`, { headers: { "X-Forwarded-For": forwarded } });
  const busy = await inGroupsOf(2, 10, () => as("9.9.9.9, 203.0.113.1"));
  const liar = await as("198.51.100.7, 203.0.113.1");
  const other = await as("203.0.113.1, 203.0.113.2");

  expect(busy.map(({ status }) => status)).toContain(429);
  expect(liar.status).toBe(429);
  expect(other.status).toBe(404);
});

test("npm start prepares, announces and stops the shop", async () => {
  const port = await freePort();
  const child = spawnStart({ DATA_DIR: join(folder, "kept"), PORT: String(port) });
  const output = await untilOpen(child);
  const status = (await fetch(`http://127.0.0.1:${port}/health`)).status;

  expect(output).toContain(` is open at http://localhost:${port}`);
  expect(status).toBe(200);
  expect(await ended(child)).toBe(0);
});

function hash(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
