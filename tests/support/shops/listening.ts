/** Free ports of 127.0.0.1, a bare server on one of them, and connections to it that are spoken to byte by byte. */
import http, { type RequestListener, type Server } from "node:http";
import { connect, createServer, type Socket } from "node:net";

/** Below those that the system gives to connections and to servers that ask for any: on Linux these begin at 32768. */
const PORTS = { first: 16_384, count: 16_384 };
/** A process begins far from its neighbours. */
let nextPort = process.pid * 67;

/** A port that stays free until it is used, and once it has been used: nobody is given it by chance. */
export function freePort(): Promise<number> {
  const port = PORTS.first + (nextPort++ % PORTS.count);
  return new Promise((settle) => {
    const server = createServer();
    server.once("error", () => settle(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => settle(port)));
  });
}

export type Listening = Readonly<{
  server: Server;
  port: number;
  /** "http://127.0.0.1:<port>". */
  url: string;
  /** Ends its connections as well. */
  close: () => Promise<void>;
}>;

/** A server that gives every request, also one with `Expect: 100-continue`, to `listener`. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = http.createServer(listener);
  server.on("checkContinue", listener);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { server, port, url: `http://127.0.0.1:${port}`, close };
}

/** A connection that nothing of is read until somebody listens for data; its errors are not the test's. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

/** Resolves when `socket` has closed. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", () => resolve());
  });
}
