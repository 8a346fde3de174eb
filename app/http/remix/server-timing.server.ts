/** Where the time of a page went, told to developers in the browser's own tools: never in production. */
import type { IncomingHttpHeaders } from "node:http";

import { config } from "#app/config.server.ts";

const ARRIVED = "x-shop-arrived";
const PASSED = "x-shop-passed";

const isTold = config.environment !== "production";

/** Says when a request came, in milliseconds of this process's clock, and that it now goes on to Express and Remix. */
export function notePassed(headers: IncomingHttpHeaders, arrivedAt: number): void {
  if (!isTold) return;
  headers[ARRIVED] = String(arrivedAt);
  headers[PASSED] = String(performance.now());
}

/** A stopwatch for the answer to `request`, started when its loaders are done. */
export function startTiming(request: Request) {
  const noted = (name: string) => Number(request.headers.get(name) ?? Number.NaN);
  const parts: Array<string> = [];
  let last = performance.now();
  const add = (name: string, milliseconds: number) => {
    if (Number.isFinite(milliseconds)) parts.push(`${name};dur=${milliseconds.toFixed(2)}`);
  };
  // Without a guard nothing is noted, or no arrival.
  add("guard", noted(PASSED) - noted(ARRIVED));
  add("loaders", last - noted(PASSED));
  return {
    /** Ends the part called `name`: it took all the time since the part before. */
    end: (name: "render" | "compress") => {
      const now = performance.now();
      add(name, now - last);
      last = now;
    },
    tell: (headers: Headers) => {
      if (isTold) headers.set("Server-Timing", parts.join(", "));
    },
  };
}
