/**
 * The built shop, and connections that die with requests on them or send slowly: nothing of what those took stays taken.
 * Row D-16 of the storm measures the slow ones.
 */
import { setTimeout as pause } from "node:timers/promises";

import { expect, test } from "vitest";

import { randomFrom } from "#tests/storm/row.ts";
import { holdOpen, SLOW_HEAD, slowBody } from "#tests/support/people/slow-sender.ts";
import { pipelined, REQUEST_KINDS, type RequestKind } from "#tests/support/people/pipelined.ts";
import { closed, connectTo } from "#tests/support/shops/listening.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const REQUESTS = 500;
const PIPELINED_MAX = 12;
const LIFE_MAX_MS = 150;
/** How many are open at once. */
const CONNECTIONS = 20;
/** As many that send a head slowly, and as many that send a body so. */
const SLOW_SOCKETS = 30;
/** Nothing below waits this long, in milliseconds, but on a machine that has much else to do. */
const PATIENT = { timeout: 60_000, interval: 100 };

const shop = useShop();

/** What is taken when a request starts, as /health tells it. */
async function taken() {
  const answer = await fetch(`${shop.origin}/health`);
  const { admission, responseCache } = (await answer.json()) as {
    admission: { underWay: number };
    responseCache: { underWay: number; renewed: number };
  };
  return { places: admission.underWay, candidates: responseCache.underWay, renewed: responseCache.renewed };
}

const NOTHING = { places: 0, candidates: 0, renewed: 0 };

async function sendAndDie(text: string, lifeMs: number): Promise<void> {
  const socket = await connectTo(shop.port);
  socket.resume();
  socket.write(text);
  await pause(lifeMs);
  socket.destroy();
  await closed(socket);
}

test.each(REQUEST_KINDS.map((kind, seed) => [kind, seed] as const))(
  "of 500 pipelined requests that end in %s, on connections that die at random moments, every slot is released",
  async (kind, seed) => {
    const random = randomFrom(seed);
    let sent = 0;
    const dieInOrder = async (cachedPages: number) => {
      while (sent < REQUESTS) {
        const count = 1 + Math.floor(random() * PIPELINED_MAX);
        sent += count;
        await sendAndDie(textOf(kind, count, `${cachedPages}-${sent}`), random() * LIFE_MAX_MS);
      }
    };

    await Promise.all(Array.from({ length: CONNECTIONS }, (_, cachedPages) => dieInOrder(cachedPages)));

    await expect.poll(taken, PATIENT).toEqual(NOTHING);
  },
);

/** Pages that nobody has asked for before, so that the fast lane has to take them up. */
function textOf(kind: RequestKind, count: number, word: string): string {
  return pipelined(kind, count, `localhost:${shop.port}`, `/c/wooden-toys/${word}`);
}

test("rounds of 60 pipelined pages on a dying connection leave no slot occupied", async () => {
  for (let round = 0; round < 8; round += 1) await sendAndDie(textOf("get", 60, `round-${round}`), 60);

  await expect.poll(taken, PATIENT).toEqual(NOTHING);
});

test("slow senders are cut off, and the shop serves others until then", async () => {
  const held = { port: shop.port, count: SLOW_SOCKETS };
  let isGoingOn = true;
  const over = Promise.all([
    holdOpen({ ...held, ...SLOW_HEAD }),
    holdOpen({ ...held, ...slowBody(`localhost:${shop.port}`) }),
  ]).then(() => (isGoingOn = false));
  const statuses: Array<number> = [];
  while (isGoingOn) {
    statuses.push((await fetch(`${shop.origin}/robots.txt`)).status);
    await Promise.race([over, pause(250)]);
  }

  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(taken, PATIENT).toEqual(NOTHING);
});

test("pipelined requests are answered in their order", async () => {
  const paths = ["/brands", "/favicon.svg", "/information/contact-us", "/nowhere", "/robots.txt"];
  const socket = await connectTo(shop.port);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));

  const heads = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost:${shop.port}\r\n\r\n`);
  socket.write(heads.join(""));

  await expect
    .poll(() => received.match(/^content-type: [\w/+]+/gim)?.map((line) => line.slice(14)), PATIENT)
    .toEqual(["text/html", "image/svg+xml", "text/html", "text/html", "text/plain"]);
  expect(received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual([
    "200",
    "200",
    "200",
    "404",
    "200",
  ]);
  socket.destroy();
});
