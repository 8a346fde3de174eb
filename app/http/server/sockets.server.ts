import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { config } from "#app/config.server.ts";

import { hasSupervisor } from "./cluster-ipc.server.ts";
import { isAnswering } from "./open-requests.server.ts";
import { ALLOW } from "./request-checks.server.ts";
import { SECURITY_HEADERS } from "./security-headers.server.ts";

const SOCKETS_MAX = 2_000;
const SOCKETS_PER_ADDRESS = 100;
/** Each process of a cluster bears its share of an address's limit, but at least this. */
const SOCKETS_PER_ADDRESS_MIN = 20;

/** For each network address too, unless behind a proxy. */
export function limitSockets(server: Server): void {
  server.maxConnections = SOCKETS_MAX;
  if (config.trustedProxyHops > 0) return;
  const share = hasSupervisor() ? SOCKETS_PER_ADDRESS / config.processes : SOCKETS_PER_ADDRESS;
  const maximum = Math.ceil(Math.max(share, SOCKETS_PER_ADDRESS_MIN) * config.rateLimitScale);
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress ?? "";
    const count = (open.get(peer) ?? 0) + 1;
    if (count > maximum) {
      socket.destroy();
      return;
    }
    open.set(peer, count);
    socket.once("close", () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left === 0) open.delete(peer);
      else open.set(peer, left);
    });
  });
}

/** Node counts sent bytes as progress only at a check: a stopped reader is found after one to two of these. */
const SILENCE_MS = 28_000;

/** After `milliseconds` to twice as long without progress; slow readers are left alone. */
export function endSilentSockets(server: Server, milliseconds = SILENCE_MS): void {
  server.setTimeout(milliseconds, (socket: Socket) => {
    const isShopAtWork = isAnswering(socket) && socket.writableLength === 0;
    if (isShopAtWork) socket.setTimeout(milliseconds);
    else socket.destroy();
  });
}

const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

export function refuseBrokenRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
    else closeWith(socket, STATUS_BY_CODE[error.code ?? ""] ?? "400 Bad Request");
  });
  server.on("connect", (_request, socket) => closeWith(socket, "405 Method Not Allowed", [["Allow", ALLOW]]));
}

function closeWith(
  socket: Duplex,
  status: string,
  extra: ReadonlyArray<readonly [string, string]> = [],
): void {
  const headers = [...SECURITY_HEADERS, ...extra].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const end = "Cache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  // Both ways, so that a slow sender does not keep its half open.
  socket.end(`HTTP/1.1 ${status}\r\n${headers}${end}`, () => socket.destroy());
}
