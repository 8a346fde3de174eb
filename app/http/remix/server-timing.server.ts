/**
 * Changes nothing in Remix: notes where a request's time goes between the front server and the page, for the Server-Timing
 * header outside production. tests/server/pages.test.ts notices when a part is missing.
 */
import type { IncomingHttpHeaders } from "node:http";

import { config } from "#app/config.server.ts";

const ARRIVED = "x-shop-arrived";
const PASSED = "x-shop-passed";

const isReported = config.environment !== "production";

/** `arrivedAt` is in milliseconds of this process's clock. */
export function notePassed(headers: IncomingHttpHeaders, arrivedAt: number): void {
  if (!isReported) return;
  headers[ARRIVED] = String(arrivedAt);
  headers[PASSED] = String(performance.now());
}

export function startTiming(request: Request) {
  const noted = (name: string) => Number(request.headers.get(name) ?? Number.NaN);
  const parts: Array<string> = [];
  let last = performance.now();
  const add = (name: string, milliseconds: number) => {
    if (Number.isFinite(milliseconds)) parts.push(`${name};dur=${milliseconds.toFixed(2)}`);
  };
  // Zero in development, which has no front server.
  add("guard", noted(PASSED) - noted(ARRIVED));
  add("loaders", last - noted(PASSED));
  return {
    end: (name: "render" | "compress") => {
      const now = performance.now();
      add(name, now - last);
      last = now;
    },
    notify: (headers: Headers) => {
      if (isReported) headers.set("Server-Timing", parts.join(", "));
    },
  };
}
