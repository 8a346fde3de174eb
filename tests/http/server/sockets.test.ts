/** Connections that keep a place and do nothing with it are closed; slow ones that do something are not. */
import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { startWhenFree } from "#app/http/server/open-requests.server.ts";
import { endSilentSockets, limitSockets } from "#app/http/server/sockets.server.ts";
import { closed, connectTo, type Listening, listen } from "#tests/support/shops/listening.ts";

/** In place of the shop's 28 s. */
const SILENCE_MS = 400;
/** The same where a pause of a busy machine must not pass for silence. */
const LONG_SILENCE_MS = 1_500;
const MEGABYTE = 1024 * 1024;
/** More than the buffers of both ends take. */
const LARGE = Buffer.alloc(64 * MEGABYTE, "x");
const GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

const servers: Array<Listening> = [];
afterEach(() => Promise.all(servers.splice(0).map(({ close }) => close())));

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  silenceMs = SILENCE_MS,
): Promise<Listening> {
  const listening = await listen((request, response) =>
    startWhenFree(request, response, () => answer(request, response)),
  );
  servers.push(listening);
  endSilentSockets(listening.server, silenceMs);
  return listening;
}

/** A connection, and what has come on it so far. */
async function hear(port: number) {
  const socket = await connectTo(port);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  return { socket, received: () => received };
}

test("a client that does not read is disconnected", async () => {
  const { port, server } = await serve((_request, response) => response.end(LARGE));
  const socket = await connectTo(port);
  // Nobody listens for data: what comes stays in the buffers.
  socket.write(GET);

  await expect.poll(() => connectionsOf(server), { timeout: 60_000 }).toBe(0);
  socket.destroy();
});

test("a silent connection is closed", async () => {
  const { port } = await serve((_request, response) => response.end("answer"));
  const socket = await connectTo(port);
  socket.resume();

  await closed(socket);
});

test("a connection that is idle after a response is closed after the keep-alive timeout", async () => {
  const { port, server } = await serve((_request, response) => response.end("answer"));
  server.keepAliveTimeout = SILENCE_MS;
  const { socket, received } = await hear(port);
  socket.write(GET);

  await closed(socket);

  expect(received()).toContain("answer");
});

test("a slow reader that continues to read gets the whole response, however long it takes", async () => {
  const { port } = await serve((_request, response) => response.end(LARGE), LONG_SILENCE_MS);
  const socket = await connectTo(port);
  let bytes = 0;
  let reads = 0;
  const startedAt = performance.now();
  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    // A pause with each four megabytes or so, so that the whole takes several times as long as silence may.
    if (bytes / (4 * MEGABYTE) < reads + 1) return;
    reads += 1;
    socket.pause();
    setTimeout(() => socket.resume(), LONG_SILENCE_MS / 5);
  });
  socket.write(GET);

  await expect.poll(() => bytes, { timeout: 50_000 }).toBeGreaterThan(LARGE.byteLength);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * LONG_SILENCE_MS);
  socket.destroy();
});

test("a client that waits for the shop is not disconnected, however long the shop takes", async () => {
  const { port } = await serve((_request, response) => {
    void pause(4 * SILENCE_MS).then(() => response.end("answer at last"));
  });
  const { socket, received } = await hear(port);
  socket.write(GET);

  await expect.poll(received, { timeout: 60_000 }).toContain("answer at last");
  socket.destroy();
});

/** Connections from addresses that this machine does not have, to a server with places for four and one of its own. */
function fewPlaces({ slowAfterMs = Infinity } = {}) {
  const server = new EventEmitter() as unknown as Server;
  limitSockets(server, { all: 4, perNetwork: 3, forThisMachine: 1, slowAfterMs });
  return {
    connect: (remoteAddress: string) => {
      const socket = Object.assign(new Duplex({ read: () => undefined }), { remoteAddress });
      server.emit("connection", socket);
      return socket;
    },
    /** A request that stays under way. */
    ask: (socket: object) => {
      const request = { socket } as unknown as IncomingMessage;
      server.emit("request", request);
      startWhenFree(request, new EventEmitter() as unknown as ServerResponse, () => undefined);
    },
  };
}

test.each<[string, string, string]>([
  ["an IPv4 address", "203.0.113.9", "203.0.113.9"],
  ["an IPv6 household", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9"],
])("%s has its share of the connections, and others have theirs", (_, first, second) => {
  const { connect, ask } = fewPlaces();
  const held = [connect(first), connect(second), connect(first)];
  held.forEach(ask);

  expect(connect(second).destroyed).toBe(true);
  expect(connect("2001:db8:1:3::1").destroyed).toBe(false);
  expect(held.some(({ destroyed }) => destroyed)).toBe(false);
});

test("at the limit of its network a visitor takes the place of its network's oldest idle connection, and of no other's", () => {
  const { connect, ask } = fewPlaces();
  const other = connect("203.0.113.9");
  const [busy, idle, newer] = [1, 2, 3].map((host) => connect(`2001:db8:1:2::${host}`));
  ask(busy!);

  expect(connect("2001:db8:1:2::9").destroyed).toBe(false);
  expect([other, busy, idle, newer].map((socket) => socket?.destroyed)).toEqual([false, false, true, false]);
  expect(connect("2001:db8:1:2::a").destroyed).toBe(false);
  expect(newer?.destroyed).toBe(true);
});

test("when all places are taken, a visitor gets the one that has been idle for longest, and this machine its own", () => {
  const { connect, ask } = fewPlaces();
  const [busy, oldest, ...others] = [1, 2, 3, 4].map((network) => connect(`2001:db8:1:${network}::1`));
  ask(busy!);

  expect(connect("127.0.0.1").destroyed).toBe(false);
  expect(connect("203.0.113.9").destroyed).toBe(false);
  expect([busy, oldest, ...others].map((socket) => socket?.destroyed)).toEqual([false, true, false, false]);
});

test("no connection with a request under way is closed for another, unless it is slow", () => {
  const { connect, ask } = fewPlaces();
  const busy = [1, 2, 3, 4].map((network) => connect(`2001:db8:1:${network}::1`));
  busy.forEach(ask);

  expect(connect("203.0.113.9").destroyed).toBe(true);
  expect(busy.some(({ destroyed }) => destroyed)).toBe(false);
});

test("where slow requests from many networks have every place, a visitor gets that of the slowest", () => {
  const { connect, ask } = fewPlaces({ slowAfterMs: 0 });
  const slow = [1, 2, 3, 4].map((network) => connect(`2001:db8:1:${network}::1`));
  slow.forEach(ask);

  expect(connect("203.0.113.9").destroyed).toBe(false);
  expect(slow.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

function connectionsOf(server: Listening["server"]): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
