/** A local server that takes purges as Varnish, Fastly and Cloudflare do, by their documented calls, and can refuse. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type PurgeRequest = Readonly<{
  method: string;
  path: string;
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>;
  body: string;
}>;

export type PurgeServer = Readonly<{
  origin: string;
  requested: Array<PurgeRequest>;
  /** Status and body of the answers from now on. */
  answer(status: number, body: string): void;
  stop(): Promise<void>;
}>;

export async function startPurgeServer(): Promise<PurgeServer> {
  const requested: Array<PurgeRequest> = [];
  let next = { status: 200, body: "{}" };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requested.push({ method, path: url, headers, body });
      response
        .writeHead(next.status, { "Content-Type": "application/json", "Retry-After": "7" })
        .end(next.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    answer: (status, body) => {
      next = { status, body };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
