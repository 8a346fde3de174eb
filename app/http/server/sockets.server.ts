import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import { config } from "#app/config.server.ts";

import { isLoopback, networkOf } from "./client-address.server.ts";
import { hasSupervisor } from "./cluster-ipc.server.ts";
import { isAnswering } from "./open-requests.server.ts";
import { ALLOW } from "./request-checks.server.ts";
import { SECURITY_HEADERS } from "./security-headers.server.ts";

const LIMITS: SocketLimits = { all: 2_000, perNetwork: 100, forThisMachine: 50, slowAfterMs: 5_000 };
/** Each process of a cluster bears its share of a network's limit, but at least this. */
const PER_NETWORK_MIN = 20;

type SocketLimits = Readonly<{
  all: number;
  /** For an IPv4 address or an IPv6 /64. */
  perNetwork: number;
  /** Beyond `all`, for probes and the owner's programs on this machine. */
  forThisMachine: number;
  /** A request that is under way for longer may have to make place. */
  slowAfterMs: number;
}>;

type Connection = { readonly network: string; requestedAt: number };

/**
 * By network too, unless behind a proxy. At the limit of a network, or of all, a visitor takes the place of its connection
 * that has had no request under way for longest, so that whoever only keeps connections keeps nobody out. Where every one
 * of all has a request under way, the slowest gives its place up, such as one whose body comes byte by byte.
 */
export function limitSockets(server: Server, limits: SocketLimits = LIMITS): void {
  const { all, perNetwork, forThisMachine, slowAfterMs } = limits;
  if (config.trustedProxyHops > 0) {
    server.maxConnections = all;
    return;
  }
  server.maxConnections = all + forThisMachine;
  const share = hasSupervisor() ? perNetwork / config.processes : perNetwork;
  const maximum = Math.ceil(Math.max(share, Math.min(PER_NETWORK_MIN, perNetwork)) * config.rateLimitScale);
  const byNetwork = new Map<string, number>();
  /** The one that has asked for nothing for longest comes first. */
  const open = new Map<Socket, Connection>();
  const leave = (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection) return;
    const { network } = connection;
    open.delete(socket);
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  };
  /** Closes one connection that is meant, if there is one. */
  const makesPlace = (isMeant: (socket: Socket, connection: Connection) => boolean): boolean => {
    for (const [socket, connection] of open) {
      if (!isMeant(socket, connection)) continue;
      leave(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  const makesPlaceAmongAll = (): boolean => {
    const slowSince = performance.now() - slowAfterMs;
    return (
      makesPlace((socket) => !isAnswering(socket)) ||
      makesPlace((_, { requestedAt }) => requestedAt <= slowSince)
    );
  };
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const isShareFull = (byNetwork.get(network) ?? 0) >= maximum;
    const isFull = open.size >= all && !isLoopback(socket.remoteAddress);
    const isAdmitted = isShareFull
      ? makesPlace((one, other) => other.network === network && !isAnswering(one))
      : !isFull || makesPlaceAmongAll();
    if (!isAdmitted) {
      socket.destroy();
      return;
    }
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
    open.set(socket, { network, requestedAt: performance.now() });
    socket.once("close", () => leave(socket));
  });
  server.on("request", ({ socket }: IncomingMessage) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.requestedAt = performance.now();
    open.delete(socket);
    open.set(socket, connection);
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
