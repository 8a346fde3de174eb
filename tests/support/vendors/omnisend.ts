/**
 * Local fakes of Omnisend's two wires: they keep what they are sent, and insist on the key, the headers, required fields,
 * whole (or decimal) amounts and 400 requests in any 60 seconds. They can be made to misbehave.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { listen } from "#tests/support/shops/listening.ts";

import { answerEvents } from "./omnisend-events.ts";
import { answerV3 } from "./omnisend-v3.ts";
import type { Answer, Requested, Json, OmnisendState } from "./omnisend-wire.ts";

const REQUESTS_A_MINUTE = 400;
const MINUTE_MS = 60_000;

type Misbehaviour = (response: ServerResponse, requested: Requested) => void;
type Wire = (requested: Requested, state: OmnisendState) => Answer;

export type FakeOmnisend = OmnisendState &
  Readonly<{
    url: string;
    /** Method, path and time of every request, in order. */
    requests: Array<Readonly<{ method: string; path: string; at: number }>>;
    /** What was refused as wrong, in words. */
    complaints: Array<string>;
    /** By whose clock the limit is counted. */
    clock: { now: () => number };
    /** In place of every further answer; null behaves again. */
    misbehave(how: Misbehaviour | null): void;
    /** True: it takes everything in, and is cut off before it says so. */
    loseAnswers(isLost: boolean): void;
    stop(): Promise<void>;
  }>;

export const startOmnisendV3 = () => start(answerV3);
export const startOmnisendEvents = () => start(answerEvents);

async function start(wire: Wire): Promise<FakeOmnisend> {
  const state: OmnisendState = { carts: new Map(), orders: new Map(), contacts: new Map(), raw: new Map() };
  const requests: FakeOmnisend["requests"] = [];
  const complaints: Array<string> = [];
  const clock = { now: () => Date.now() };
  let misbehaviour: Misbehaviour | null = null;
  let isLost = false;
  const { url, close } = await listen((request, response) => {
    void read(request).then((requested) => {
      const at = clock.now();
      const isRateLimited = requests.filter((one) => one.at > at - MINUTE_MS).length >= REQUESTS_A_MINUTE;
      requests.push({ method: requested.method, path: requested.path, at });
      if (misbehaviour) {
        misbehaviour(response, requested);
        return;
      }
      const { status, body } = isRateLimited
        ? { status: 429, body: { error: "too many" } }
        : wire(requested, state);
      if ([400, 401, 403, 410, 422, 429].includes(status))
        complaints.push(`${status} ${requested.method} ${requested.path} ${JSON.stringify(body)}`);
      if (isLost) {
        response.destroy();
        return;
      }
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(body === null ? "" : JSON.stringify(body));
    });
  });
  return {
    ...state,
    url,
    requests,
    complaints,
    clock,
    misbehave: (how) => (misbehaviour = how),
    loseAnswers: (lost) => (isLost = lost),
    stop: close,
  };
}

async function read(request: IncomingMessage): Promise<Requested> {
  const sent = await text(request);
  return {
    method: request.method ?? "GET",
    path: new URL(request.url ?? "/", "http://omnisend").pathname,
    headers: request.headers,
    body: sent ? (JSON.parse(sent) as Json) : null,
  };
}

/** Most requests in any 60 seconds. */
export function busiestMinute(requests: FakeOmnisend["requests"]): number {
  return Math.max(
    0,
    ...requests.map(({ at }, index) => requests.slice(index).filter((one) => one.at < at + MINUTE_MS).length),
  );
}
