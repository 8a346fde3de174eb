/** `npm run start:cluster`: two processes on one port, one limit, one killed, all renewed under load, ended in order. */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openShopDatabase } from "#tests/support/checks/invariants.ts";
import { inGroupsOf } from "#tests/support/people/in-groups.ts";
import { addToBasket, parcelVariants } from "#tests/support/people/purchase.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { hasProcessList, type RunningCluster, startCluster } from "#tests/support/shops/cluster.ts";
import { copySeededDatabase } from "#tests/support/shops/seeded-database.ts";

/** A limit of the front server: so many pages in ten seconds, from one address. */
const BURST = 120;
const BURST_SECONDS = 10;
/** What all processes together may let through beyond a limit. */
const OVER_SHARE = 1.5;
const LOOKUPS_AN_HOUR = 10;

let dataDir: string;
let shop: RunningCluster;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "shop-cluster-"));
  await copySeededDatabase("demo", join(dataDir, "shop.db"));
  // Each visitor of this test says who they are: limits are counted for each of them.
  shop = await startCluster({
    dataDir,
    env: { RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1" },
  });
});

afterAll(async () => {
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A request on a connection of its own, so that the processes take turns. */
function ask(path: string, address: string, form?: Record<string, string>): Promise<number> {
  const body = form ? new URLSearchParams(form).toString() : "";
  return new Promise((settle, reject) => {
    const call = http.request(
      shop.origin + path,
      {
        method: form ? "POST" : "GET",
        agent: false,
        headers: {
          "x-forwarded-for": address,
          origin: shop.origin,
          ...(form
            ? { "content-type": "application/x-www-form-urlencoded", "content-length": body.length }
            : {}),
        },
      },
      (answer) => {
        answer.resume();
        answer.once("end", () => settle(answer.statusCode ?? 0));
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}

test("the shop reports that it is open when all processes are ready", async () => {
  const answers = await inGroupsOf(4, 8, () => ask("/ready", "198.51.100.1"));

  expect(answers).toEqual(Array.from({ length: 8 }, () => 200));
  expect(shop.logs()).toContain("in 2 processes");
});

test("all processes together limit a flood, and other visitors are not affected", async () => {
  const startedAt = performance.now();
  const answers = await inGroupsOf(10, BURST * 2, () => ask("/robots.txt/x", "198.51.100.2"));
  // On a slow machine the same flood is spread over several windows.
  const windows = 1 + Math.floor((performance.now() - startedAt) / 1000 / BURST_SECONDS);

  const letIn = answers.filter((status) => status !== 429).length;
  expect(letIn).toBeGreaterThanOrEqual(BURST * 0.9);
  expect(letIn).toBeLessThan(BURST * OVER_SHARE * windows);
  expect(await ask("/robots.txt/x", "198.51.100.3")).toBe(404);
});

test("the limit of order lookups applies across processes", async () => {
  const form = { number: "100001", email: "nobody@example.com", postcode: "GL5 1QN" };

  const answers = await inGroupsOf(4, 20, () => ask("/orders", "198.51.100.4", form));

  expect(answers.filter((status) => status !== 429)).toHaveLength(LOOKUPS_AN_HOUR);
});

test("a basket is the same in every process", async () => {
  const database = openShopDatabase(dataDir);
  const [id = 0] = parcelVariants(database, 1);
  database.close();
  const shopper = new Shopper(shop.origin, { connection: "close", "x-forwarded-for": "198.51.100.5" });
  await addToBasket(shopper, id, 2);

  const pages = [];
  for (let time = 0; time < 6; time += 1) pages.push((await shopper.get("/cart")).body);

  expect(pages.filter((body) => body.includes("Basket, 2 items"))).toHaveLength(6);
});

test("a killed process is replaced, and renewing all of them fails no request", async (context) => {
  if (!hasProcessList()) context.skip("/proc does not tell the processes here");
  const [victim = 0, other = 0] = shop.processes();
  process.kill(victim, "SIGKILL");
  await shop.hasPrinted("another takes its place");
  while (shop.processes().length < 2) await pause(20);
  const before = shop.processes();
  expect(before).toContain(other);
  expect(before).not.toContain(victim);

  const tally = { answers: [] as Array<number>, failures: [] as Array<string> };
  const state = { isOn: true };
  const visitors = Array.from({ length: 4 }, async (_, index) => {
    for (let request = 0; state.isOn; request += 1) {
      // Nobody sends more forms in a minute than they may, however long it takes.
      const shopper = new Shopper(shop.origin, { "x-forwarded-for": `203.0.${index}.${request % 250}` });
      const answer = await shopper.post("/cart", { intent: "nothing" }).catch((error: unknown) => error);
      if (answer instanceof Error) tally.failures.push(answer.message);
      else tally.answers.push((answer as { status: number }).status);
      await pause(600);
    }
  });
  await shop.renew();
  state.isOn = false;
  await Promise.all(visitors);

  expect(tally.failures).toEqual([]);
  expect(new Set(tally.answers)).toEqual(new Set([400]));
  expect(shop.processes().filter((pid) => before.includes(pid))).toEqual([]);
  expect(shop.processes()).toHaveLength(2);
});

test("the shutdown is orderly and leaves nothing behind", async () => {
  const processes = shop.processes();

  expect(await shop.stop()).toBe(0);
  expect(processes.filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
