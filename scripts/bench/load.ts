/** Orders for the load's own process (load-client.ts), and what a browser would send. */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { percentile } from "./statistics.ts";

/** A load: these requests in turn, until there were `requestsMax`, or `requestsMin` and the time is over. */
export type LoadJob = Readonly<{
  port: number;
  /** Whole requests as text; "{n}" in them is the number of the request. */
  requests: ReadonlyArray<string>;
  /** Number of the first request. */
  from: number;
  connections: number;
  requestsMin: number;
  requestsMax: number;
  milliseconds: number;
  /** The time that is over for good, however few there were. */
  millisecondsMax: number;
  /** Calls back with the cookies that each response set. */
  keepsCookies: boolean;
}>;

export type LoadResult = Readonly<{
  /** Milliseconds of each request. */
  latencies: Array<number>;
  statuses: Record<number, number>;
  cookies: Array<string>;
  bytes: number;
  /** Number of the next request. */
  next: number;
  seconds: number;
}>;

export type LoadClient = Readonly<{
  run: (job: LoadJob) => Promise<LoadResult>;
  stop: () => void;
}>;

/** Starts the load's process, and keeps it on the last processor where there is a way to. */
export function startLoadClient(): LoadClient {
  const child = fork(join(import.meta.dirname, "load-client.ts"), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  const processors = availableParallelism();
  if (processors > 1 && child.pid)
    spawnSync("taskset", ["-a", "-c", "-p", String(processors - 1), String(child.pid)]);
  return { run: (job) => order(child, job), stop: () => child.kill() };
}

function order(child: ChildProcess, job: LoadJob): Promise<LoadResult> {
  return new Promise((settle, reject) => {
    const ended = () => reject(new Error("The load's process has ended"));
    child.once("exit", ended);
    child.once("message", (answer: LoadResult | { error: string }) => {
      child.off("exit", ended);
      if ("error" in answer) reject(new Error(answer.error));
      else settle(answer);
    });
    child.send(job);
  });
}

/** The latencies' middle and ends, in milliseconds. */
export function latencyOf({ latencies }: LoadResult) {
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

/** What a browser sends along when somebody follows a link of the same site. */
const BROWSER = [
  "Upgrade-Insecure-Requests: 1",
  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "Sec-Fetch-Site: same-origin",
  "Sec-Fetch-Mode: navigate",
  "Sec-Fetch-User: ?1",
  "Sec-Fetch-Dest: document",
  "Accept-Encoding: gzip, deflate, br",
  "Accept-Language: en-GB,en;q=0.9",
];

export type LoadOptions = Readonly<{
  port: number;
  path: string;
  /** The Cookie header; empty for none. */
  cookie?: string;
  /** The ETag of the copy that the browser has. */
  etag?: string;
  /** Fields of a form that is posted. */
  form?: Readonly<Record<string, string>>;
}>;

/** The request as a browser writes it. */
export function requestText({ port, path, cookie = "", etag = "", form }: LoadOptions): string {
  const host = `localhost:${port}`;
  const body = form ? new URLSearchParams(form).toString() : "";
  return [
    `${form ? "POST" : "GET"} ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: keep-alive",
    ...BROWSER,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(etag ? [`If-None-Match: ${etag}`] : []),
    ...(form
      ? [
          `Origin: http://${host}`,
          "Content-Type: application/x-www-form-urlencoded",
          `Content-Length: ${Buffer.byteLength(body)}`,
        ]
      : []),
    "",
    body,
  ].join("\r\n");
}
