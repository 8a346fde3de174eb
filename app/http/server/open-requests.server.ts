/**
 * Each connection has one request under way (decision 0004). Node emits no "close" for a pipelined request
 * whose turn never comes, or to a listener added after the socket died, so the lint forbids other listeners
 * on responses.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers and nginx pipeline nothing; others may repeat what was not answered (RFC 9112, section 9.3.2). */
export const WAITING_MAX = 8;

type OpenRequest = { hasEnded: boolean; readonly callbacks: Array<() => void> };
type Waiting = Readonly<{ response: ServerResponse; start: () => void }>;
type Connection = { current: OpenRequest | null; waiting: Array<Waiting> };

const connections = new WeakMap<Socket, Connection>();
const openRequests = new WeakMap<ServerResponse, OpenRequest>();

/** Never called if the connection dies first; one with more than {@link WAITING_MAX} waiting is closed. */
export function startWhenFree(
  { socket }: IncomingMessage,
  response: ServerResponse,
  start: () => void,
): void {
  // The parser reads on to the end of its buffer after the connection was closed.
  if (socket.destroyed) return;
  const connection = connectionOf(socket);
  if (!connection.current) begin(connection, { response, start });
  else if (connection.waiting.length < WAITING_MAX) connection.waiting.push({ response, start });
  else socket.destroy();
}

/** At once if the request has ended. Throws for a response that {@link startWhenFree} did not start. */
export function whenRequestEnds(response: ServerResponse, callback: () => void): void {
  const request = openRequests.get(response);
  if (!request) throw new Error("Nobody started this request");
  if (request.hasEnded) callback();
  else request.callbacks.push(callback);
}

export function isAnswering(socket: Socket): boolean {
  return (connections.get(socket)?.current ?? null) !== null;
}

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const connection: Connection = { current: null, waiting: [] };
  connections.set(socket, connection);
  socket.once("close", () => {
    connection.waiting = [];
    if (connection.current) end(connection, connection.current);
  });
  return connection;
}

function begin(connection: Connection, { response, start }: Waiting): void {
  const request: OpenRequest = { hasEnded: false, callbacks: [] };
  connection.current = request;
  openRequests.set(response, request);
  response.once("close", () => end(connection, request));
  start();
}

function end(connection: Connection, request: OpenRequest): void {
  if (request.hasEnded) return;
  request.hasEnded = true;
  connection.current = null;
  for (const callback of request.callbacks.splice(0)) callback();
  const next = connection.waiting.shift();
  if (next && !next.response.req.socket.destroyed) begin(connection, next);
}
