/** A local service that takes events as PostHog and Mixpanel do: it keeps what it took, and can be made to refuse. */
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listen } from "#tests/support/shops/listening.ts";

export type Collected = Readonly<{ event: string; properties: Readonly<Record<string, unknown>> }>;

type Call = Readonly<{
  /** Method and path with query. */
  address: string;
  contentType: string;
  cookie: string | null;
  /** Names of the events in it. */
  events: ReadonlyArray<string>;
  status: number;
}>;

/** How it answers one call: a status with headers, or nothing at all. */
export type Reply = Readonly<{ status: number; headers?: Readonly<Record<string, string>> }> | "nothing";

export type Collector = Readonly<{
  url: string;
  /** Everything that was taken, in order. */
  events: Array<Collected>;
  calls: Array<Call>;
  /** Answers the next calls so, one after the other; then 200 again. */
  reply(...replies: ReadonlyArray<Reply>): void;
  /** Calls that were answered by nothing and whose callers wait still. */
  waiting(): number;
  /** As if nothing had come so far. */
  forget(): void;
  stop(): Promise<void>;
}>;

export async function startCollector(): Promise<Collector> {
  const events: Array<Collected> = [];
  const calls: Array<Call> = [];
  const replies: Array<Reply> = [];
  /** The black hole: connected, and silent. */
  const held = new Set<ServerResponse>();
  const { server, url, close } = await listen((request, response) => {
    void text(request).then((body) => {
      const sent = readEvents(body, request.headers["content-type"] ?? "");
      const reply = replies.shift() ?? { status: 200 };
      calls.push({
        address: `${request.method ?? ""} ${request.url ?? ""}`,
        contentType: request.headers["content-type"] ?? "",
        cookie: request.headers.cookie ?? null,
        events: sent.map(({ event }) => event),
        status: reply === "nothing" ? 0 : reply.status,
      });
      if (reply !== "nothing" && reply.status === 200) events.push(...sent);
      if (reply === "nothing") {
        held.add(response);
        response.once("close", () => held.delete(response));
      } else answer(response, reply);
    });
  });
  // Longer than any test: a connection that ends while it is asked once more would look like an outage.
  server.keepAliveTimeout = 120_000;
  return {
    url,
    events,
    calls,
    reply: (...next) => void replies.push(...next),
    waiting: () => held.size,
    forget: () => {
      for (const stored of [events, calls, replies]) stored.length = 0;
    },
    stop: close,
  };
}

function answer(response: ServerResponse, reply: Exclude<Reply, "nothing">): void {
  response.writeHead(reply.status, {
    "Content-Type": "application/json",
    "Access-Control-Allow-Origin": "*",
    ...reply.headers,
  });
  response.end(JSON.stringify({ status: reply.status === 200 ? 1 : 0 }));
}

function readEvents(body: string, contentType: string): ReadonlyArray<Collected> {
  if (body === "") return [];
  const text = contentType.startsWith("application/json")
    ? body
    : (new URLSearchParams(body).get("data") ?? body);
  const parsed = JSON.parse(/^[[{]/.test(text) ? text : Buffer.from(text, "base64").toString("utf8")) as
    ReadonlyArray<Collected> | Collected | Readonly<{ batch: ReadonlyArray<Collected> }>;
  if ("batch" in parsed) return parsed.batch;
  return Array.isArray(parsed) ? (parsed as ReadonlyArray<Collected>) : [parsed as Collected];
}
