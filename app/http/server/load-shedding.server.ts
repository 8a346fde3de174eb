/** Lets in no more than can be served, and those who buy before those who look (decision 39). */
import type { IncomingMessage, ServerResponse } from "node:http";

import { type AdmissionSettings, config } from "#app/config.server.ts";
import { isCartCookie } from "#app/http/session/cookies.server.ts";
import { turnWaitMs } from "#app/turns.server.ts";

import { type Rejection, sendRejection } from "./error-response.server.ts";
import { eventLoopLagMs } from "./event-loop-lag.server.ts";
import { logger } from "./log.server.ts";
import { whenRequestEnds } from "./open-requests.server.ts";
import { isProbe } from "./request-checks.server.ts";

/** Where a basket begins. */
const CHOOSING = /^\/(?:cart|api\/carts)(?:\/|$)/;
/** What makes an order out of it, and what follows from one. */
const BUYING = /^\/(?:checkout|orders|test-payment|api\/payments)(?:\/|$)/;
/** Ready files and kept pictures, by the dozen for each page that was let in. */
const FILES = /^\/(?:assets|fonts|icons|cards|images?|share)\//;

/** How many times the limits of those who only look: what is let in beyond them. */
const FOR_CHOOSING = 2;
const FOR_FILES = 3;
/** A page that has run out: made once, it is everybody's again, and until then all who ask for it are turned away. */
const FOR_MANY = 3;
const FOR_BUYING = 6;

const RETRY_SECONDS = 10;
/** A line in the log at most so often, in milliseconds. */
const LOG_EVERY_MS = 5_000;

const TITLE = "So many people at once";
const headers = { "Retry-After": String(RETRY_SECONDS) };

/** The page asks again by itself: nobody needs to press anything. */
const LOOKING: Rejection = {
  status: 503,
  reason: "busy",
  title: TITLE,
  message:
    "The shop is fuller than it can be. You will be let in as soon as there is room: this page asks again by itself every " +
    `${RETRY_SECONDS} seconds.`,
  headers,
  refreshSeconds: RETRY_SECONDS,
};

const SENDING: Rejection = {
  status: 503,
  reason: "busy",
  title: TITLE,
  message: "What you sent was not taken: nothing was done. Go back, and send it again in a few seconds.",
  headers,
};

const CALLING: Rejection = {
  ...SENDING,
  message: `The shop is busier than it can be. Nothing was done. Ask again in ${RETRY_SECONDS} seconds`,
};

/** What is asked for; `isForMany`: the answer will be everybody else's as well, at next to no cost. */
type Asked = Readonly<{ pathname: string; isForMany: boolean }>;

export type Admission = Readonly<{
  /** True when the request may go on. One that may not has been answered with 503. */
  isLetIn: (request: IncomingMessage, response: ServerResponse, asked: Asked) => Promise<boolean>;
  state: () => Readonly<{ lagMs: number; waitMs: number; underWay: number; turnedAway: number }>;
}>;

/** What is measured, in milliseconds: how late the event loop is, and how long whoever comes now would wait. */
type Gauges = Readonly<{ lagMs: () => number; waitMs: () => number }>;

/** An admission limit with `settings` that looks at `gauges`. */
export function newAdmission(settings: AdmissionSettings, { lagMs, waitMs }: Gauges): Admission {
  let underWay = 0;
  let turnedAway = 0;
  let logged = { at: Number.NEGATIVE_INFINITY, turnedAway: 0 };

  /** 1 where the limits of those who look are reached. */
  const fullness = () =>
    Math.max(underWay / settings.requestsMax, lagMs() / settings.lagMaxMs, waitMs() / settings.waitMaxMs);

  const state = () => ({
    lagMs: Math.round(lagMs()),
    waitMs: Math.round(waitMs()),
    underWay,
    turnedAway,
  });

  async function isWelcome({ headers: { cookie } }: IncomingMessage, asked: Asked): Promise<boolean> {
    const full = settings.isOn ? fullness() : 0;
    if (full < limitOf(asked)) return true;
    if (full >= FOR_BUYING || FILES.test(asked.pathname)) return false;
    return cookie !== undefined && (await isCartCookie(cookie));
  }

  function note(): void {
    turnedAway += 1;
    const now = performance.now();
    if (now - logged.at < LOG_EVERY_MS) return;
    const count = turnedAway - logged.turnedAway;
    logged = { at: now, turnedAway };
    logger.warn({ event: "busy", ...state(), turnedAway: count }, "turned away");
  }

  async function isLetIn(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<boolean> {
    const { pathname } = asked;
    if (isProbe(pathname)) return true;
    if (await isWelcome(request, asked)) {
      underWay += 1;
      whenRequestEnds(response, () => (underWay -= 1));
      return true;
    }
    note();
    sendRejection(request, response, refusalOf(request.method, pathname));
    return false;
  }

  return { isLetIn, state };
}

/** How full the shop may be for what is asked, whoever asks. */
function limitOf({ pathname, isForMany }: Asked): number {
  if (FILES.test(pathname)) return FOR_FILES;
  if (BUYING.test(pathname)) return FOR_BUYING;
  if (isForMany) return FOR_MANY;
  return CHOOSING.test(pathname) ? FOR_CHOOSING : 1;
}

function refusalOf(method: string | undefined, pathname: string): Rejection {
  if (pathname.startsWith("/api/")) return CALLING;
  return method === "GET" || method === "HEAD" ? LOOKING : SENDING;
}

const admission = newAdmission(config.admission, { lagMs: eventLoopLagMs, waitMs: turnWaitMs });

/** See {@link Admission.isLetIn}: the shop's own limit. */
export const isLetIn: Admission["isLetIn"] = admission.isLetIn;

/** How full the shop is. */
export const admissionState: Admission["state"] = admission.state;
