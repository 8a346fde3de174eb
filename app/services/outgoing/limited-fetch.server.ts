/** By Node's own client: the framework's `fetch` leaves a rejection unhandled when it is aborted while somebody reads. */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { OutgoingError, retryAfterMs } from "./outgoing-error.ts";
import { callName, noteServiceAnswer, type OutsideService } from "./service-answers.server.ts";

/** Longest wait for name, connection and TLS together, in milliseconds. */
const CONNECT_MS = 3_000;

type FetchRequest = Readonly<{
  method: string;
  /** Named where the shop calls with a key of its own, so that its refusal is noted. */
  service?: OutsideService;
  headers: Readonly<Record<string, string | number>>;
  body?: string | Uint8Array | undefined;
  /** Longest wait until the last byte, in milliseconds. */
  timeoutMs: number;
  connectMs?: number;
  /** Longest answer that is read, in bytes, unpacked. */
  maxBytes: number;
  signal?: AbortSignal;
  /** The IP address to connect to, whatever the name resolves to by now. */
  address?: string;
}>;

export type Fetched = Readonly<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>;
export type FetchedText = Readonly<{ status: number; text: string; retryAfterMs: number }>;

export async function fetchText(url: URL, requested: FetchRequest): Promise<FetchedText> {
  const { status, headers, body } = await fetchBody(url, requested);
  return {
    status,
    text: body.toString("utf8"),
    retryAfterMs: retryAfterMs(headers["retry-after"], new Date()),
  };
}

/** Redirects are not followed: a service that answers with one is not the service. Throws OutgoingError. */
export async function fetchBody(url: URL, requested: FetchRequest): Promise<Fetched> {
  const deadline = AbortSignal.timeout(requested.timeoutMs);
  const signal = requested.signal ? AbortSignal.any([deadline, requested.signal]) : deadline;
  try {
    const fetched = await exchange(url, requested, signal);
    const { service, method } = requested;
    if (service) await noteServiceAnswer(service, callName(method, url), fetched.status);
    return fetched;
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    if (deadline.aborted)
      throw new OutgoingError("timeout", `${url.host}: no answer within ${requested.timeoutMs} ms`);
    throw new OutgoingError("unreachable", `${url.host}: ${wordsOf(error)}`, { cause: error });
  }
}

/** A failure's message, or its code: a refused connection to a name with several addresses has no message. */
function wordsOf(error: unknown): string {
  const { message, code } = error as Partial<NodeJS.ErrnoException>;
  return message || code || "no connection";
}

function exchange(url: URL, requested: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { method, address } = requested;
  const headers = { "Accept-Encoding": "gzip, deflate, br", ...requested.headers };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { method, headers, signal, ...(address ? { agent: false, lookup: pinnedTo(address) } : {}) },
      (response) => {
        limited(response, requested.maxBytes).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          (error: unknown) => {
            request.destroy();
            reject(
              error instanceof OutgoingError || signal.aborted ? (error as Error) : brokenOff(url, error),
            );
          },
        );
      },
    );
    request.once("socket", (socket) => limitConnecting(socket, url, requested.connectMs ?? CONNECT_MS));
    request.on("error", reject);
    request.end(requested.body);
  });
}

function brokenOff(url: URL, cause: unknown): OutgoingError {
  return new OutgoingError("broken-off", `${url.host}: the answer broke off`, { cause });
}

/** Ends `socket` unless it is connected, TLS included, in time. */
function limitConnecting(socket: Socket, url: URL, connectMs: number): void {
  if (!socket.connecting) return;
  const tooSlow = new OutgoingError("unreachable", `${url.host}: no connection within ${connectMs} ms`);
  const timer = setTimeout(() => socket.destroy(tooSlow), connectMs);
  const stop = () => clearTimeout(timer);
  socket.once(url.protocol === "https:" ? "secureConnect" : "connect", stop).once("close", stop);
}

function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, answer) => {
    if (options.all) answer(null, [{ address, family }]);
    else answer(null, address, family);
  };
}

async function limited(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Array<Buffer> = [];
  let bytes = 0;
  for await (const chunk of unpacked(response, maxBytes)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new OutgoingError("too-long", `The answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body of `response`, unpacked. Throws when it is packed in another way, or longer than `maxBytes` as sent. */
function unpacked(response: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity") return response;
  const unpacker = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding]?.() : undefined;
  if (!unpacker) throw new OutgoingError("broken-off", "The answer is packed in a way nobody asked for");
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      unpacker.destroy(new OutgoingError("too-long", `The answer is longer than ${maxBytes} bytes`));
  });
  // What goes wrong on either side ends the reading of the unpacker.
  pipeline(response, unpacker, () => undefined);
  return unpacker;
}
