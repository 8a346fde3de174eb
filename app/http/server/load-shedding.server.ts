/** Refuses requests when the process is too full, buyers last (decision 0020). */
import type { IncomingMessage, ServerResponse } from "node:http";

import { config, type LoadSheddingSettings } from "#app/config.server.ts";
import { eventLoopWaitMs } from "#app/event-loop-fairness.server.ts";
import { isCartCookie } from "#app/http/session/cookies.server.ts";
import { readDeskPeople } from "#app/http/session/desk-session.server.ts";
import { addressAt } from "#app/models/platform/address-at.ts";

import { isPrivateAddress } from "./client-address.server.ts";
import { isDeskPath } from "./desk-host.server.ts";
import { type Rejection, sendRejection } from "./error-response.server.ts";
import { logger } from "./log.server.ts";
import { whenRequestEnds } from "./open-requests.server.ts";

const FILES = /^\/(?:assets|fonts|icons|cards|images?|share)\//;

/** Multiples of the limits that hold for visitors who only look. */
const FOR_AHEAD = 0.5;
const FOR_CHOOSING = 2;
const FOR_FILES = 3;
/** For a page whose cached answer expired: one request makes it for everybody. */
const FOR_MANY = 3;
const FOR_BUYING = 6;
/** At the desk, in a browser that somebody has logged in with: the owner of a full shop gets in. */
const FOR_STAFF = 8;

/** Of the requests under way: as many as one network counts for, however many it has. */
const NETWORK_SHARE = 1 / 40;

const RETRY_SECONDS = 10;
const LOG_EVERY_MS = 5_000;

const TITLE = "The shop is very busy";
const headers = { "Retry-After": String(RETRY_SECONDS) };

const LOOKING: Rejection = {
  status: 503,
  reason: "busy",
  title: TITLE,
  message:
    "More people are here than we can serve at once. We’ll let you in as soon as we can. This page tries again by itself every " +
    `${RETRY_SECONDS} seconds.`,
  headers,
  refreshSeconds: RETRY_SECONDS,
};

const SENDING: Rejection = {
  status: 503,
  reason: "busy",
  title: TITLE,
  message:
    "We could not take what you sent, and nothing has been changed. Go back and send it again in a few seconds.",
  headers,
};

const CALLING: Rejection = {
  ...SENDING,
  message: `The shop is too busy. Nothing was done. Try again in ${RETRY_SECONDS} seconds`,
};

/** `address`: an IPv4 address or the /64 of an IPv6 address. */
type PlaceRequest = Readonly<{ pathname: string; isForMany: boolean; address: string }>;

export type LoadShedder = Readonly<{
  isLetIn: (request: IncomingMessage, response: ServerResponse, requested: PlaceRequest) => Promise<boolean>;
  hasRoomAhead: () => boolean;
  state: () => Readonly<{ lagMs: number; waitMs: number; underWay: number; turnedAway: number }>;
}>;

type Gauges = Readonly<{ lagMs: () => number; waitMs: () => number }>;

export function newLoadShedder(settings: LoadSheddingSettings, { lagMs, waitMs }: Gauges): LoadShedder {
  const networkMax = Math.ceil(settings.requestsMax * NETWORK_SHARE);
  // Slow senders leave the places of those who only look alone.
  const [served, sending] = [newPlaces(networkMax), newPlaces(networkMax)];
  let turnedAway = 0;
  let logged = { at: Number.NEGATIVE_INFINITY, turnedAway: 0 };

  const fullness = (places = served.counted()) =>
    Math.max(places / settings.requestsMax, lagMs() / settings.lagMaxMs, waitMs() / settings.waitMaxMs);

  const hasRoomAhead = () => !settings.isOn || fullness() < FOR_AHEAD;

  const state = () => ({
    lagMs: Math.round(lagMs()),
    waitMs: Math.round(waitMs()),
    underWay: served.taken() + sending.taken(),
    turnedAway,
  });

  async function isWelcome(request: IncomingMessage, requested: PlaceRequest): Promise<boolean> {
    const { cookie } = request.headers;
    const places = isSending(request) ? Math.max(served.counted(), sending.counted()) : served.counted();
    const full = settings.isOn ? fullness(places) : 0;
    if (full < limitOf(requested)) return true;
    if (cookie === undefined || FILES.test(requested.pathname)) return false;
    if (full < FOR_BUYING) return (await isCartCookie(cookie)) || isOfStaff(requested, cookie);
    return full < FOR_STAFF && isOfStaff(requested, cookie);
  }

  function note(): void {
    turnedAway += 1;
    const now = performance.now();
    if (now - logged.at < LOG_EVERY_MS) return;
    const count = turnedAway - logged.turnedAway;
    logged = { at: now, turnedAway };
    logger.warn({ event: "busy", ...state(), turnedAway: count }, "turned away");
  }

  async function isLetIn(
    request: IncomingMessage,
    response: ServerResponse,
    requested: PlaceRequest,
  ): Promise<boolean> {
    const { pathname } = requested;
    if (addressAt(pathname).isProbe) return true;
    if (await isWelcome(request, requested)) {
      let leave = (isSending(request) ? sending : served).take(requested.address);
      const startServing = () => {
        leave();
        leave = served.take(requested.address);
      };
      request.once("end", startServing);
      whenRequestEnds(response, () => {
        request.off("end", startServing);
        leave();
      });
      return true;
    }
    note();
    sendRejection(request, response, refusalOf(request.method, pathname));
    return false;
  }

  return { isLetIn, hasRoomAhead, state };
}

/** Its body is still on the way. */
function isSending({ method, complete }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD" && !complete;
}

/** A network counts for `networkMax` places at most. Private addresses are a proxy's or this machine's: for many. */
function newPlaces(networkMax: number) {
  const byNetwork = new Map<string, number>();
  let [taken, counted] = [0, 0];
  const add = (address: string, change: 1 | -1) => {
    const before = byNetwork.get(address) ?? 0;
    const after = before + change;
    taken += change;
    if (isPrivateAddress(address)) counted += change;
    else counted += Math.min(after, networkMax) - Math.min(before, networkMax);
    if (after === 0) byNetwork.delete(address);
    else byNetwork.set(address, after);
  };
  const take = (address: string) => {
    add(address, 1);
    return () => add(address, -1);
  };
  return { take, taken: () => taken, counted: () => counted };
}

async function isOfStaff({ pathname }: PlaceRequest, cookie: string): Promise<boolean> {
  if (!isDeskPath(pathname)) return false;
  return (await readDeskPeople({ headers: new Headers({ cookie }) })).length > 0;
}

function limitOf({ pathname, isForMany }: PlaceRequest): number {
  if (FILES.test(pathname)) return FOR_FILES;
  const { priority } = addressAt(pathname);
  if (priority === "buying") return FOR_BUYING;
  if (isForMany) return FOR_MANY;
  return priority === "choosing" ? FOR_CHOOSING : 1;
}

function refusalOf(method: string | undefined, pathname: string): Rejection {
  if (addressAt(pathname).audience === "program") return CALLING;
  return method === "GET" || method === "HEAD" ? LOOKING : SENDING;
}

const shedder = newLoadShedder(config.loadShedding, { lagMs: eventLoopLagMs, waitMs: eventLoopWaitMs });

export const isLetIn: LoadShedder["isLetIn"] = shedder.isLetIn;

export const hasRoomAhead: LoadShedder["hasRoomAhead"] = shedder.hasRoomAhead;

export const loadSheddingState: LoadShedder["state"] = shedder.state;

const TICK_MS = 20;
/** Weight of the newest value: one long pause is forgotten after half a second. */
const NEWEST = 0.15;

let lag = 0;
let expectedAt = 0;
let timer: NodeJS.Timeout | null = null;

/** The smoothed lag in milliseconds. The first call starts the measurement and returns 0. */
function eventLoopLagMs(): number {
  if (!timer) {
    expectedAt = performance.now() + TICK_MS;
    timer = setInterval(tick, TICK_MS).unref();
  }
  // A blocked loop does not tick, so the overdue time counts too.
  return Math.max(lag, (performance.now() - expectedAt) * NEWEST);
}

function tick(): void {
  const now = performance.now();
  lag += (Math.max(0, now - expectedAt) - lag) * NEWEST;
  expectedAt = now + TICK_MS;
}
