/** Connections that keep a place and do nothing with it are closed; slow ones that do something are not. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { startWhenFree } from "#app/http/server/open-requests.server.ts";
import { endSilentSockets } from "#app/http/server/sockets.server.ts";
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
afterEach(() => servers.splice(0).forEach(({ close }) => close()));

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
  const socket = await connectTo(port);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write(GET);

  await closed(socket);

  expect(received).toContain("answer");
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
  const socket = await connectTo(port);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.write(GET);

  await expect.poll(() => received, { timeout: 60_000 }).toContain("answer at last");
  socket.destroy();
});

function connectionsOf(server: Listening["server"]): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
