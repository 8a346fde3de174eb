/**
 * The load, in a process of its own: asks over plain sockets that stay open, as fast as it is answered, and tells its
 * parent what came back. Light, so that it takes little from what it measures.
 */
import { connect, type Socket } from "node:net";

import { type Head, headLength, isWhole, parseHead } from "./answer.ts";
import type { LoadJob, LoadResult } from "./load.ts";

type Tally = { requested: number; next: number; startedAt: number };

process.on("message", (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function run(job: LoadJob): Promise<LoadResult> {
  const startedAt = performance.now();
  const tally: Tally = { requested: 0, next: job.from, startedAt };
  const result = { latencies: [], statuses: {}, cookies: [], bytes: 0 };
  await Promise.all(Array.from({ length: job.connections }, () => converse(job, tally, result)));
  return { ...result, next: tally.next, seconds: (performance.now() - startedAt) / 1000 };
}

type Heard = Pick<LoadResult, "latencies" | "statuses" | "cookies"> & { bytes: number };

/** One visitor's connection. When a server closes it, the request is sent again on another. */
async function converse(job: LoadJob, tally: Tally, heard: Heard): Promise<void> {
  let socket = await open(job.port);
  while (goesOn(job, tally)) {
    tally.requested += 1;
    const number = tally.next;
    tally.next += 1;
    const text = job.requests[number % job.requests.length] ?? "";
    const requestedAt = performance.now();
    const { head, bytes } = await ask(socket, text.replaceAll("{n}", String(number)));
    heard.latencies.push(performance.now() - requestedAt);
    heard.statuses[head.status] = (heard.statuses[head.status] ?? 0) + 1;
    heard.bytes += bytes;
    if (job.keepsCookies) heard.cookies.push(head.cookie);
    if (!head.isLast) continue;
    socket.destroy();
    socket = await open(job.port);
  }
  socket.destroy();
}

function goesOn(job: LoadJob, { requested, startedAt }: Tally): boolean {
  if (requested >= job.requestsMax) return false;
  const maximum = requested < job.requestsMin ? job.millisecondsMax : job.milliseconds;
  return performance.now() - startedAt < maximum;
}

function open(port: number): Promise<Socket> {
  return new Promise((settle, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("connect", () => settle(socket));
    socket.once("error", reject);
  });
}

function ask(socket: Socket, text: string): Promise<Readonly<{ head: Head; bytes: number }>> {
  return new Promise((settle, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let head: Head | null = null;
    const end = (work: () => void) => {
      socket.off("data", hear).off("close", closed).off("error", reject);
      work();
    };
    const closed = () => end(() => reject(new Error("The server hung up in the middle of an answer")));
    const hear = (chunk: Buffer) => {
      received = received.byteLength === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = head?.length ?? headLength(received);
      if (length === 0) return;
      head ??= parseHead(received.toString("latin1", 0, length), length);
      const known = head;
      if (isWhole(received, known)) end(() => settle({ head: known, bytes: received.byteLength }));
    };
    socket.on("data", hear).once("close", closed).once("error", reject);
    socket.write(text);
  });
}
