/** What a request takes is given back when it ends, however it ends: over real sockets, on connections that die. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { newLoadShedder } from "#app/http/server/load-shedding.server.ts";
import { startWhenFree, WAITING_MAX, whenRequestEnds } from "#app/http/server/open-requests.server.ts";
import { randomFrom } from "#tests/storm/row.ts";
import { pipelined, REQUEST_KINDS } from "#tests/support/people/pipelined.ts";
import { closed, connectTo, type Listening, listen } from "#tests/support/shops/listening.ts";

/** Nothing below waits this long, in milliseconds, but on a machine that has much else to do. */
const PATIENT = { timeout: 60_000 };

const servers: Array<Listening> = [];
afterEach(() => Promise.all(servers.splice(0).map(({ close }) => close())));

type Serve = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** The port of a server whose connections have one request under way at a time, which `serve` answers. */
async function serveInOrder(serve: Serve): Promise<number> {
  const listening = await listen((request, response) => {
    startWhenFree(request, response, () => void serve(request, response));
  });
  servers.push(listening);
  return listening.port;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const requests = (count: number) => Array.from({ length: count }, (_, index) => get(`/${index}`)).join("");

test("pipelined requests on one connection are answered one at a time, in order", async () => {
  const underWay = { now: 0, most: 0 };
  const port = await serveInOrder(async ({ url }, response) => {
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
    whenRequestEnds(response, () => (underWay.now -= 1));
    // The first takes longest: side by side they would be ready in the other order.
    await pause(10 - Number(url?.slice(1)));
    response.end(`answer ${url ?? ""}.`);
  });
  const socket = await connectTo(port);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));

  socket.write(requests(WAITING_MAX + 1));

  const expected = Array.from({ length: WAITING_MAX + 1 }, (_, index) => `answer /${index}.`);
  await expect.poll(() => received.match(/answer \/\d+\./g)).toEqual(expected);
  expect(underWay).toEqual({ now: 0, most: 1 });
  socket.destroy();
});

test("a connection with too many waiting requests is closed, and none of them is started", async () => {
  const started: Array<string | undefined> = [];
  const port = await serveInOrder(({ url }) => void started.push(url));
  const socket = await connectTo(port);

  socket.write(requests(500));
  await closed(socket);

  expect(started).toEqual(["/0"]);
});

test("when a connection dies, the current request ends once and the waiting ones are never started", async () => {
  const started: Array<string | undefined> = [];
  let ended = 0;
  const port = await serveInOrder(({ url }, response) => {
    started.push(url);
    whenRequestEnds(response, () => (ended += 1));
  });
  const socket = await connectTo(port);
  socket.write(get("/first") + get("/second") + get("/third"));
  await expect.poll(() => started).toEqual(["/first"]);

  socket.destroy();

  await expect.poll(() => ended).toBe(1);
  expect(started).toEqual(["/first"]);
});

test("a listener on a request whose connection has already died is called at once", async () => {
  let response: ServerResponse | null = null;
  const port = await serveInOrder((_request, given) => void (response = given));
  const socket = await connectTo(port);
  socket.write(get("/"));
  await expect.poll(() => response).not.toBeNull();
  socket.destroy();
  await expect.poll(() => response?.req.socket.destroyed).toBe(true);
  await pause(0);

  let ended = 0;
  whenRequestEnds(response!, () => (ended += 1));

  expect(ended).toBe(1);
});

test("of 500 pipelined requests on connections that die at random moments every slot is released", async () => {
  const random = randomFrom(20_261_123);
  const settings = { isOn: true, waitMaxMs: 1_000_000, lagMaxMs: 1_000_000, requestsMax: 1_000_000 };
  const admission = newLoadShedder(settings, { lagMs: () => 0, waitMs: () => 0 });
  const counts = { started: 0, ended: 0 };
  const hasStarted = new Set<number | undefined>();
  const port = await serveInOrder(async (request, response) => {
    counts.started += 1;
    hasStarted.add(request.socket.remotePort);
    // The front server, too, waits for the database before it asks for a place: the connection may be dead by then.
    await pause(random() * 8);
    await admission.isLetIn(request, response, { pathname: "/", isForMany: false, address: "127.0.0.1" });
    whenRequestEnds(response, () => (counts.ended += 1));
    request.resume();
    await pause(random() * 8);
    response.end("answer");
  });
  const sendAndDie = async (text: string, lifeMs: number) => {
    const socket = await connectTo(port);
    const { localPort } = socket;
    socket.resume();
    socket.write(text);
    await expect.poll(() => hasStarted.has(localPort), PATIENT).toBe(true);
    await pause(lifeMs);
    socket.destroy();
    await closed(socket);
  };

  const dying: Array<Promise<void>> = [];
  for (let sent = 0; sent < 500;) {
    const kind = REQUEST_KINDS[dying.length % REQUEST_KINDS.length] ?? "get";
    const count = 1 + Math.floor(random() * (WAITING_MAX + 4));
    sent += count;
    dying.push(sendAndDie(pipelined(kind, count, "localhost"), random() * 40));
  }
  await Promise.all(dying);

  await expect
    .poll(() => [admission.state().underWay, counts.started - counts.ended], PATIENT)
    .toEqual([0, 0]);
  expect(counts.started).toBeGreaterThanOrEqual(dying.length);
});
