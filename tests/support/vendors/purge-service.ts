/** A local server that takes purges as Varnish, Fastly and Cloudflare do, by their documented calls, and can refuse. */
import { text } from "node:stream/consumers";

import { listen } from "#tests/support/shops/listening.ts";

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
  const { url: origin, close } = await listen((request, response) => {
    void text(request).then((body) => {
      const { method = "", url = "", headers } = request;
      requested.push({ method, path: url, headers, body });
      response
        .writeHead(next.status, { "Content-Type": "application/json", "Retry-After": "7" })
        .end(next.body);
    });
  });
  return {
    origin,
    requested,
    answer: (status, body) => {
      next = { status, body };
    },
    stop: close,
  };
}
